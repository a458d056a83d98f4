import { afterEach, expect, test } from "@jest/globals";
import { distancesOf } from "../src/state/distances.ts";
import { hostSettings } from "../src/state/host-settings.ts";
import { defaultAge } from "../src/state/position-age.ts";

const alertDefaults = {
  level2Distance: 500,
  level3Distance: 2500,
  duration: 3600,
  maxPositionAge: 7200,
  language: "it",
  voices: [],
};
afterEach(() => {
  hostSettings.value = undefined;
});

test("unset distances are the service's defaults, and THREE keeps its ratio to TWO", () => {
  hostSettings.value = { map: null, alertDefaults, hasMail: false };
  expect(distancesOf({})).toEqual([500, 2500]);
  expect(distancesOf({ level2Distance: 300 })).toEqual([300, 1500]);
  expect(distancesOf({ level3Distance: 900 })).toEqual([500, 900]);
});

test("the defaults of a new database are used until the service's settings are loaded", () => {
  expect(distancesOf({})).toEqual([1000, 2000]);
  expect(defaultAge("hours")).toBe(24);
  hostSettings.value = { map: null, alertDefaults, hasMail: false };
  expect([defaultAge("hours"), defaultAge("minutes")]).toEqual([2, 120]);
});
