import { runInNewContext } from "node:vm";
import { expect, test } from "@jest/globals";

test.each([
  ["a later date", { at: new Date(1) }],
  ["a text", { at: "1970-01-01T00:00:00.000Z" }],
  ["nothing", { at: null }],
])("a Date of another JavaScript context and %s differ", (_what, received) => {
  const expected = { at: runInNewContext("new Date(0)") };
  for (const [one, other] of [
    [received, expected],
    [expected, received],
  ] as const) {
    expect(() => expect(one).toMatchObject(other)).toThrow();
    expect(() => expect(one).toEqual(other)).toThrow();
  }
});

test("dates of the same time are equal, also if one is of another JavaScript context", () => {
  const other = { at: runInNewContext("new Date(5)") };
  expect({ at: new Date(5), more: 1 }).toMatchObject(other);
  expect(other).toEqual({ at: new Date(5) });
});
