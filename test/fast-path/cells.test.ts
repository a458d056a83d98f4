import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { TYPES } from "postgraphile/@dataplan/pg";
import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLFloat,
  GraphQLInt,
  GraphQLScalarType,
  GraphQLString,
} from "postgraphile/graphql";
import { cellWriter } from "../../src/graphql/fast-path/rows.ts";
import { SEED } from "../helpers/seed.ts";

describe("the fast path writes the same JSON as the GraphQL type for", () => {
  test.each([
    [
      TYPES.float,
      GraphQLFloat,
      ["0", "-0", "44.4942", "-1e-07", "1e+15", "1.7976931348623157e+308"],
    ],
    [TYPES.int, GraphQLInt, ["0", "-7", "2147483647", "-2147483648"]],
    [TYPES.boolean, GraphQLBoolean, ["true", "false", "t", "f"]],
    [TYPES.text, GraphQLString, ["", 'a "b" \\ \n \u2028 \u{1f6a8}', "null", "NaN"]],
  ])("the codec %p", (codec, type, texts) => {
    for (const text of texts as string[]) {
      const expected = JSON.stringify(type.serialize(codec.fromPg(text)));
      expect(cellWriter(codec as never, type)(text)).toBe(expected);
    }
  });

  test("any float that PostgreSQL writes without an exponent", () => {
    const write = cellWriter(TYPES.float as never, GraphQLFloat);
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e14, max: 1e14 }), (value) => {
        const text = Object.is(value, -0) ? "-0" : String(value);
        expect(write(text)).toBe(JSON.stringify(value));
      }),
      { seed: SEED },
    );
  });
});

test("an integer that JavaScript cannot hold exactly is left to its GraphQL type", () => {
  const serialize = (value: unknown) => {
    if (!Number.isSafeInteger(Number(value))) throw new Error("too large");
    return Number(value);
  };
  const write = cellWriter(TYPES.bigint, new GraphQLScalarType({ name: "Int64", serialize }));
  expect(write("999999999999999")).toBe("999999999999999");
  expect(write("9007199254740991")).toBe("9007199254740991");
  expect(() => write("9007199254740993")).toThrow("too large");
});

test("each value of an enum is written under its own name, the first time and later", () => {
  const values = { still: { value: "STILL" }, onFoot: { value: "ON_FOOT" } };
  const write = cellWriter(TYPES.text, new GraphQLEnumType({ name: "Activity", values }));
  const texts = ["STILL", "ON_FOOT", "STILL", "ON_FOOT"];
  expect(texts.map(write)).toEqual(['"still"', '"onFoot"', '"still"', '"onFoot"']);
});

test("NaN and infinities, which JSON lacks, are refused", () => {
  const write = cellWriter(TYPES.float as never, GraphQLFloat);
  for (const text of ["NaN", "Infinity", "-Infinity"]) expect(() => write(text)).toThrow(/Float/);
});
