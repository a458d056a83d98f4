import { expect, jest, test } from "@jest/globals";
import type { Area } from "../../src/console/geo/area.ts";
import {
  alertInput,
  missing,
  reachInput,
  updateInput,
} from "../../src/console/state/alert-input.ts";
import type { Draft } from "../../src/console/state/draft-fields.ts";

const area: Area = {
  type: "Polygon",
  coordinates: [
    [
      [1, 1],
      [2, 1],
      [2, 2],
      [1, 1],
    ],
  ],
};
const draft: Draft = {
  key: "a key",
  shapes: [],
  level2Distance: 1000,
  level3Distance: 2000,
  texts: ["one", "two", "three"],
  hours: 24,
  status: "ACTUAL",
  positionAge: "",
  positionAgeUnit: "hours",
  event: " ",
  severity: "UNKNOWN",
  urgency: "UNKNOWN",
  certainty: "UNKNOWN",
  language: "",
  isRenotified: false,
};

test("an alert that is retried later is identical", () => {
  jest.useFakeTimers({ now: 1_000_000_000_000 });
  try {
    const tried = alertInput(draft, area);
    expect(tried).toMatchObject({ idempotencyKey: "a key", expiresAt: 1_000_086_400, event: null });
    jest.setSystemTime(1_000_000_060_000);
    // The browser stores it in the meantime.
    const kept = JSON.parse(JSON.stringify(tried));
    expect(JSON.stringify(alertInput({ ...draft, tried: kept }, area))).toBe(JSON.stringify(tried));
    const changed = alertInput({ ...draft, tried: kept, texts: ["1", "2", "3"] }, area);
    expect(changed).toMatchObject({ idempotencyKey: "a key", expiresAt: 1_000_086_460 });
  } finally {
    jest.useRealTimers();
  }
});

test("says what is missing", () => {
  expect(missing(draft, undefined)).toMatch(/area/);
  expect(missing({ ...draft, texts: ["", " ", "\n"] }, area)).toBe("Write the three texts.");
  expect(missing({ ...draft, texts: ["one", "two", ""] }, area)).toMatch(/that are missing/);
  expect(missing(draft, area)).toBe("");
});

test.each([
  ["0,5", "hours", 1800],
  [" 36 ", "hours", 129_600],
  ["90", "minutes", 5400],
  ["1", "minutes", 60],
  ["720", "hours", 2_592_000],
] as const)("positions up to %s %s old count", (positionAge, positionAgeUnit, maxPositionAge) => {
  const aged = { ...draft, positionAge, positionAgeUnit };
  expect(reachInput(aged, area)).toMatchObject({ maxPositionAge });
  expect(alertInput(aged, area)).toMatchObject({ maxPositionAge });
  expect(missing(aged, area)).toBe("");
});

test("an empty position age leaves the default to the service", () => {
  expect(reachInput(draft, area)).not.toHaveProperty("maxPositionAge");
});

test.each(["0", "-1", "0.5", "721 hours", "43201"])(
  "a position age of %s minutes is refused",
  (positionAge) => {
    const aged = { ...draft, positionAge, positionAgeUnit: "minutes" as const };
    expect(missing(aged, area)).toMatch(/1 minute to 30 days/);
    expect(reachInput(aged, area)).not.toHaveProperty("maxPositionAge");
  },
);

test("an update keeps the alert's end unless another is chosen", () => {
  expect(updateInput({ ...draft, hours: 0 }, area)).not.toHaveProperty("expiresAt");
  expect(updateInput({ ...draft, hours: 1 }, area)).toHaveProperty("expiresAt");
});

test("the input has what the draft says", () => {
  const filled: Draft = {
    ...draft,
    level2Distance: 300,
    level3Distance: 4000,
    status: "EXERCISE",
    event: " Flood ",
    severity: "SEVERE",
    urgency: "IMMEDIATE",
    certainty: "LIKELY",
    language: " it ",
    isRenotified: true,
  };
  const essentials = {
    area,
    level2Distance: 300,
    level3Distance: 4000,
    text1: "one",
    text2: "two",
    text3: "three",
  };
  expect(reachInput(filled, area)).toEqual({ ...essentials, status: "EXERCISE" });
  expect(alertInput(filled, area)).toEqual({
    ...essentials,
    status: "EXERCISE",
    event: "Flood",
    severity: "SEVERE",
    urgency: "IMMEDIATE",
    certainty: "LIKELY",
    language: "it",
    idempotencyKey: "a key",
    expiresAt: expect.any(Number),
  });
  expect(updateInput({ ...filled, hours: 0 }, area)).toEqual({ ...essentials, renotify: true });
});

test("the reach of a draft without texts can be asked for", () => {
  const { text1, text2, text3 } = reachInput({ ...draft, texts: ["", " ", "x"] }, area);
  expect([text1, text2, text3]).toEqual(["…", "…", "x"]);
});
