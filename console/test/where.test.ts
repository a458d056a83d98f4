import { expect, jest, test } from "@jest/globals";
import type { Concern } from "../src/person/concern.ts";
import type { Here } from "../src/person/here.ts";

// The page's clock ticks by a timer, for which the test would wait.
jest.useFakeTimers();
const { currentLevel, placeText } = await import("../src/person/where.ts");
const { now } = await import("../src/state/now.ts");

const concern = {
  alert: { id: 7, version: 2 },
  told: [{ createdAt: now.value - 5 }],
  level: "ONE",
} as Concern;
const here = (fields: Partial<Here> = {}): Here => ({
  latitude: 46.495,
  longitude: 11.335,
  accuracy: 5,
  takenAt: now.value - 10,
  alerts: [],
  versions: new Map([[7, 2]]),
  ...fields,
});

test("a person is told that they are outside only if the service's answer was about this version", () => {
  expect(placeText(concern, here())).toBe("You are outside now. You were told before.");
  // The service was asked before the alert was there, or before its area changed.
  for (const versions of [new Map(), new Map([[7, 1]]), undefined]) {
    expect(placeText(concern, here({ versions }))).toBe("You were inside the area");
  }
});

test("an inexact place does not change the level, unless it is inside the area", () => {
  const alerts = [{ alertId: 7, level: "TWO", distance: 120 } as const];
  expect(currentLevel(concern, here({ alerts, accuracy: 1000 }))).toBe("TWO");
  expect(currentLevel(concern, here({ alerts, accuracy: 1001 }))).toBe("ONE");
  expect(placeText(concern, here({ accuracy: 1001 }))).toBe("You were inside the area");
  const inside = [{ alertId: 7, level: "ONE", distance: 0 } as const];
  const milder = { ...concern, level: "THREE" } as Concern;
  expect(currentLevel(milder, here({ alerts: inside, accuracy: 5000 }))).toBe("ONE");
});

test("a later and more urgent notification takes precedence over an earlier place", () => {
  const told = (fields: object) =>
    ({
      ...concern,
      told: [{ createdAt: now.value - 5, version: 2, level: "ONE", ...fields }],
    }) as Concern;
  const alerts = [{ alertId: 7, level: "TWO", distance: 120 } as const];
  expect(currentLevel(told({}), here({ alerts }))).toBe("ONE");
  expect(placeText(told({}), here())).toBe("You were inside the area");
  // The notification came before the place was found, is of an earlier version, or is no more urgent.
  expect(currentLevel(told({ createdAt: now.value - 10 }), here({ alerts }))).toBe("TWO");
  expect(currentLevel(told({ version: 1 }), here({ alerts }))).toBe("TWO");
  for (const level of ["TWO", "THREE"]) {
    expect(currentLevel(told({ level }), here({ alerts }))).toBe("TWO");
  }
});

test("the level is that of the current place if it is recent, else that of the notification", () => {
  const alerts = [{ alertId: 7, level: "TWO", distance: 120 } as const];
  expect(currentLevel(concern, here({ alerts }))).toBe("TWO");
  expect(currentLevel(concern, here({ alerts, versions: new Map([[7, 1]]) }))).toBe("ONE");
  // The person was notified after the place was found, or the place is ten minutes old.
  expect(currentLevel(concern, here({ alerts, takenAt: now.value - 90 }))).toBe("ONE");
  const before = { ...concern, told: [{ createdAt: now.value - 4000 }] } as Concern;
  expect(currentLevel(before, here({ alerts, takenAt: now.value - 90 }))).toBe("TWO");
  expect(currentLevel(before, here({ alerts, takenAt: now.value - 599 }))).toBe("TWO");
  expect(currentLevel(before, here({ alerts, takenAt: now.value - 600 }))).toBe("ONE");
  expect(currentLevel(concern, undefined)).toBe("ONE");
});

test.each([
  ["ONE", "inside the area"],
  ["TWO", "near the area"],
  ["THREE", "in the wider surroundings"],
] as const)("at level %s, a person is or was %s", (level, words) => {
  const alerts = [{ alertId: 7, level, distance: 120 }];
  expect(placeText(concern, here({ alerts }))).toBe(`You are ${words}`);
  expect(placeText({ ...concern, level }, undefined)).toBe(`You were ${words}`);
});
