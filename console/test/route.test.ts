import "./helpers/globals.ts";
import { expect, test } from "@jest/globals";
import { addressOf, goTo, type Route, route } from "../src/state/route.ts";
import { openAddress } from "./helpers/browser-state.ts";

const at = (hash: string): Route => {
  openAddress(hash);
  return route.value;
};

test.each<[string, Route]>([
  ["#/", { screen: "map" }],
  ["#/new", { screen: "new" }],
  ["#/templates", { screen: "templates" }],
  ["#/users", { screen: "users" }],
  ["#/invitations", { screen: "invitations" }],
  ["#/me", { screen: "me" }],
  ["#/statistics", { screen: "statistics" }],
  ["#/alerts", { screen: "alerts", query: "" }],
  ["#/alerts?search=gas%3F&page=2", { screen: "alerts", query: "search=gas%3F&page=2" }],
  ["#/audit-log?actor=7", { screen: "audit-log", query: "actor=7" }],
  ["#/alerts/7", { screen: "alert", id: 7 }],
  ["#/alerts/7/update", { screen: "update", id: 7 }],
  ["#/alerts/7/report", { screen: "report", id: 7 }],
  ["#/password/7-abc", { screen: "password", token: "7-abc" }],
])("the address %s leads to its screen, and the screen to the address", (hash, screen) => {
  expect(at(hash)).toEqual(screen);
  expect(addressOf(screen)).toBe(hash);
  goTo(screen);
  expect(location.hash).toBe(hash);
});

test.each<[string, Route]>([
  ["", { screen: "map" }],
  ["#/nowhere", { screen: "map" }],
  ["#/password/", { screen: "map" }],
  ["#/alerts/0", { screen: "alerts", query: "" }],
  ["#/alerts/1.5", { screen: "alerts", query: "" }],
  ["#/alerts/x", { screen: "alerts", query: "" }],
  ["#/alerts/7/else", { screen: "alert", id: 7 }],
  ["#/alerts?search=what?", { screen: "alerts", query: "search=what?" }],
])("the address %s, which no link has, leads to the closest screen", (hash, screen) => {
  expect(at(hash)).toEqual(screen);
});
