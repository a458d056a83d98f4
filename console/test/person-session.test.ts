import { expect, test } from "@jest/globals";
import { put, storage } from "./helpers/browser-state.ts";

Object.assign(globalThis, { document: { documentElement: { dataset: { session: "person" } } } });
put("localStorage", { value: storage() });
localStorage.setItem("location-alerts.session", JSON.stringify({ token: "the console's" }));
const { isExpired, ownName, session } = await import("../src/state/session.ts");

test("a person's page has its own session and its own names for stored values, apart from the console's", () => {
  expect([session.value, isExpired.value]).toEqual([null, false]);
  expect(ownName("device-of")).toBe("person.device-of");
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  expect(localStorage.getItem("location-alerts.person")).toContain("a.b.c");
  expect(localStorage.getItem("location-alerts.session")).toContain("the console's");
});
