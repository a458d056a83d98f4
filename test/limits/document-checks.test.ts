import { describe, expect, test } from "@jest/globals";
import { parse } from "postgraphile/graphql";
import { checkLength, checkSize, sizeOf } from "../../src/graphql/requests/document-size.ts";
import { needsNoToken } from "../../src/graphql/requests/doorman.ts";
import { readConfig } from "../../src/settings/config.ts";

const limits = readConfig({}).limits.document;

describe("the refusal of a document that is too large", () => {
  test("says how much it asks for, and how much it may", () => {
    const aliases = Array.from({ length: 21 }, (_, n) => `b${n}: a`).join(" ");
    expect(() => checkSize(sizeOf(parse(`{ ${aliases} }`)), limits)).toThrow(
      "The document asks for 21 aliases of a, and may ask for 20. Split it into several requests.",
    );
    expect(() => checkLength("x".repeat(20_001), limits)).toThrow(
      "The query has 20001 characters, and may have 20000. Move long values into variables.",
    );
  });

  test("says that it asks for endless fields if no number holds them", () => {
    const fragments = Array.from(
      { length: 1_100 },
      (_, n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`,
    );
    const document = parse(`{ ...F0 } ${fragments.join(" ")} fragment F1100 on Query { a }`);
    expect(() => checkSize(sizeOf(document), { ...limits, definitions: 2_000 })).toThrow(
      "asks for endless fields, and may ask for 500",
    );
  });
});

describe("without a token", () => {
  const fields = (count: number) => Array.from({ length: count }, (_, n) => `a${n}: b`).join(" ");
  test.each([
    ["20 fields", `{ ${fields(20)} }`, `{ ${fields(21)} }`],
    ["2 levels", "{ a { b } }", "{ a { b { c } } }"],
    ["2,000 characters", `{ a } #${"x".repeat(1_993)}`, `{ a } #${"x".repeat(1_994)}`],
  ])("a document of %s is small enough, and one of more is not", (_most, allowed, tooMuch) => {
    for (const isProduction of [true, false]) {
      expect(needsNoToken(sizeOf(parse(allowed)), isProduction)).toBe(true);
      expect(needsNoToken(sizeOf(parse(tooMuch)), isProduction)).toBe(false);
    }
  });

  test("several operations are too much in production", () => {
    const size = sizeOf(parse("query A { a } query B { a }"));
    expect([true, false].map((isProduction) => needsNoToken(size, isProduction))).toEqual([
      false,
      true,
    ]);
  });

  test("the schema can be read except in production", () => {
    const size = sizeOf(parse("{ __schema { types { fields { type { name } } } } }"));
    expect(needsNoToken(size, false)).toBe(true);
    expect(needsNoToken(size, true)).toBe(false);
  });
});
