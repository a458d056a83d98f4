import { expect, test } from "@jest/globals";
import { isMissing, toNumber } from "../../src/positions/values.ts";

test.each([
  [7, 7],
  [-0.5, -0.5],
  ["46.5", 46.5],
  [" 11.25 ", 11.25],
  ["-12", -12],
  ["+12", 12],
  [".5", 0.5],
  ["5.", 5],
  ["46,5", 46.5],
  ["-,5", -0.5],
  ["1.5e3", 1500],
  ["2E-2", 0.02],
  ["1e+2", 100],
])("%j is the number %d", (value, number) => {
  expect(toNumber(value)).toBe(number);
});

test.each([
  "",
  " ",
  ".",
  "e5",
  "1e",
  "1,5,2",
  "1.000,5",
  "1 5",
  "0x10",
  "1_000",
  "1e400",
  "Infinity",
  "seven",
  Number.NaN,
  Number.POSITIVE_INFINITY,
  null,
  undefined,
  true,
  [7],
  { value: 7 },
])("%j is no number", (value) => {
  expect(toNumber(value)).toBeUndefined();
});

test("a text of more than a hundred characters is no number, and is refused at once", () => {
  expect(toNumber("7".padStart(100, "0"))).toBe(7);
  expect(toNumber("7".padStart(101, "0"))).toBeUndefined();
  // This text is as long as a body may be. If two parts of the pattern could match the same digit, this would take
  // hours.
  expect(toNumber(`${"1".repeat(1_900_000)}x`)).toBeUndefined();
});

test("only undefined, null and an empty text count as missing", () => {
  expect([undefined, null, ""].map(isMissing)).toEqual([true, true, true]);
  expect([0, false, " ", Number.NaN].map(isMissing)).toEqual([false, false, false, false]);
});
