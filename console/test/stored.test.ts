import { beforeEach, expect, test } from "@jest/globals";
import { storedSignal, storedValue } from "../src/state/stored.ts";
import { put, storage, turnStorageOff } from "./helpers/browser-state.ts";

beforeEach(() => put("localStorage", { value: storage() }));
const keep = (value: string) => localStorage.setItem("location-alerts.view", value);

test("a value and its changes are stored in the browser", () => {
  expect(storedSignal("view", 1).value).toBe(1);
  storedSignal("view", 1).value = 2;
  expect(storedSignal("view", 1).value).toBe(2);
  expect(storedValue("view")).toBe(2);
  expect(localStorage.getItem("location-alerts.view")).toBe("2");
});

test("a value of an older console gets the fields that it lacks, and keeps its own", () => {
  keep(JSON.stringify({ zoom: 7 }));
  expect(storedSignal("view", { zoom: 3, tilt: 0 }).value).toEqual({ zoom: 7, tilt: 0 });
});

test("a stored value that cannot be read counts as never stored", () => {
  keep("{");
  // This differs from null, which says that another tab has removed the value.
  expect([storedValue("view"), storedValue("another")]).toEqual([undefined, null]);
  expect(storedSignal("view", { zoom: 3 }).value).toEqual({ zoom: 3 });
});

test("without storage a value lasts until the page is closed", () => {
  turnStorageOff();
  const value = storedSignal("view", 1);
  value.value = 2;
  expect(value.value).toBe(2);
});
