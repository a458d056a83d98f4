/** @database server */
import { expect, test } from "@jest/globals";
import { buildSchema, parse, print, validate } from "postgraphile/graphql";
import { widenVariables } from "../../src/graphql/requests/widen-variables.ts";

const schema = buildSchema(`
  scalar Int64
  input Deep { page: Int64, ids: [Int64!] }
  type Query {
    number(a: Int64): ID
    needed(a: Int64!): ID
    numbers(a: [Int64!]!): ID
    words(a: [String]): ID
    word(a: String!): ID
    small(a: Int!): ID
    deep(a: Deep): ID
  }
`);

/** Returns the type that a variable is given, and whether the document is valid with it. */
function widened(type: string, use: string) {
  const document = widenVariables(schema, parse(`query ($v: ${type}) { ${use} }`));
  const [given] = print(document).match(/(?<=\$v: )[^)]+/) ?? [];
  return [given, validate(schema, document).length === 0];
}

test.each([
  ["Int", "number(a: $v)", "Int64"],
  ["Int!", "number(a: $v)", "Int64!"],
  ["Int!", "needed(a: $v)", "Int64!"],
  ["Int = 3", "needed(a: $v)", "Int64 = 3"],
  ["[Int!]!", "numbers(a: $v)", "[Int64!]!"],
  ["Int!", "numbers(a: [$v])", "Int64!"],
  ["String", "words(a: $v)", "[String]"],
  ["String!", "words(a: $v)", "[String]!"],
  ["Int", "deep(a: { page: $v })", "Int64"],
  ["[Int!]", "deep(a: { ids: $v })", "[Int64!]"],
])("a variable %s in %s becomes %s, which is valid", (type, use, wider) => {
  expect(widened(type, use)).toEqual([wider, true]);
});

test.each([
  ["Int64!", "needed(a: $v)", true],
  ["Int!", "small(a: $v)", true],
  ["[Int64!]!", "numbers(a: $v)", true],
  ["[String]", "words(a: $v)", true],
  ["Int", "needed(a: $v)", false, "Int64"],
  ["String!", "needed(a: $v)", false],
  ["[Int]", "number(a: $v)", false],
  ["Int64!", "small(a: $v)", false],
  ["String", "word(a: $v)", false],
  ["Other", "number(a: $v)", false],
])("a variable %s in %s is as valid as it was: %s", (type, use, isValid, given = type) => {
  expect(widened(type, use)).toEqual([given, isValid]);
});

test.each([
  [
    "of one name in two operations",
    "query A($v: Int!) { small(a: $v) } query B($v: Int!) { needed(a: $v) } query C($v: Int!) { small(a: $v) }",
    ["Int!", "Int64!", "Int!"],
  ],
  [
    "that only a fragment uses",
    "query A($v: Int) { ...F } query B($v: Int!) { small(a: $v) } fragment F on Query { ...G } fragment G on Query { number(a: $v) }",
    ["Int64", "Int!"],
  ],
  [
    "that is used twice",
    "query A($v: Int!) { a: number(a: $v) b: needed(a: $v) } query B { a: number(a: 1) }",
    ["Int64!"],
  ],
])("a variable %s gets a type that fits its own operation", (_what, text, types) => {
  const document = widenVariables(schema, parse(text));
  expect(print(document).match(/(?<=\$v: )[^)]+(?=\) \{)/g)).toEqual(types);
  expect(validate(schema, document)).toEqual([]);
});

test("a variable whose uses no type fits keeps its own type", () => {
  for (const use of ["a: small(a: $v) b: needed(a: $v)", "b: needed(a: $v) a: small(a: $v)"]) {
    expect(widened("Int!", use)).toEqual(["Int!", false]);
  }
});
