/** @database server */
import { describe, expect, test } from "@jest/globals";
import { type GraphQLScalarType, parseValue } from "postgraphile/graphql";
import { Int64Plugin } from "../../src/graphql/types/int64.ts";

const hook = Int64Plugin.schema?.hooks?.GraphQLScalarType as unknown as (
  config: object,
) => GraphQLScalarType;
const int64 = hook({ name: "Int64" });

const roads: [string, (value: unknown) => unknown][] = [
  ["as a variable", (value) => int64.parseValue(value)],
  ["as a literal", (value) => int64.parseLiteral(parseValue(JSON.stringify(value)), undefined)],
  ["of the database", (value) => int64.serialize(value)],
];

describe.each(roads)("Int64 %s", (road, read) => {
  test.each([
    [7, 7],
    ["7", 7],
    ["-7", -7],
    ["007", 7],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    ["-9007199254740991", -9_007_199_254_740_991],
    // The result is 0 and not -0, which PostgreSQL would write differently.
    ["-0", 0],
  ])("is read from %j", (value, number) => {
    expect(Object.is(read(value), number)).toBe(true);
  });

  test.each([2 ** 53, "9007199254740992", "-9007199254740992", "1.0", "+1", " 1", "1e3", ""])(
    "is not read from %j",
    (value) => {
      expect(() => read(value)).toThrow(/^Int64 must be a whole number from .+, not .+\.$/);
    },
  );

  test("refuses a long text, and quotes its beginning only", () => {
    expect(() => read("x".repeat(1000))).toThrow(`not "${"x".repeat(40)}".`);
  });

  test("refuses a long list, and quotes its beginning only", () => {
    const quoted = road === "as a literal" ? `[${"7, ".repeat(30)}`.slice(0, 60) : "7,".repeat(30);
    expect(() => read(Array(100).fill(7))).toThrow(`not ${quoted}.`);
  });
});

test("the error for an Int64 literal of another kind quotes only its beginning", () => {
  const read = (text: string) => () => int64.parseLiteral(parseValue(text), undefined);
  expect(read("1.5")).toThrow("Int64 must be a whole number, not 1.5.");
  expect(read(`[${"7, ".repeat(1000)}]`)).toThrow(/not \[7, .{56}\.$/);
});

test("the plugin for Int64 does not change other scalars", () => {
  const config = { name: "Float" };
  expect(hook(config)).toBe(config);
});
