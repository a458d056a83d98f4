import { expect, test } from "@jest/globals";
import { parse } from "postgraphile/graphql";
import { type DocumentSize, sizeOf } from "../../src/graphql/requests/document-size.ts";

/** Tests what each part of a document adds to its size, wherever it stands. */

test.each<[string, string, Partial<DocumentSize>]>([
  ["the deepest field counts", "{ a { b { c } } d }", { depth: 3 }],
  ["of several operations too", "query A { a { b { c } } } query B { d }", { depth: 3 }],
  ["objects in literals are levels", "{ a(b: { c: { d: 1 } }) }", { depth: 3 }],
  ["lists in literals are levels", "{ a(b: [[1]]) }", { depth: 3 }],
  ["literals side by side are one level", "{ a(b: [{ c: 1 }, { c: 2 }, { c: 3 }]) }", { depth: 3 }],
  ["all fields count", "{ a { b c } ... { d } }", { fields: 4, objects: 1 }],
  [
    "what all operations ask for counts",
    "query A { a { b } __schema { types { name } } } query B { a { b } c }",
    { fields: 5, objects: 2, introspected: 1 + (1 + 60) },
  ],
  [
    "the mutations of all operations count",
    "mutation A { login { userId } a: login { userId } } mutation B { sessionBegin { userId } }",
    { mutations: 3, logins: 3 },
  ],
  ["a query has neither mutations nor logins", "{ login { userId } }", { mutations: 0, logins: 0 }],
  [
    "to join takes a hash too",
    "mutation { invitationTake { userId } logout { id } }",
    { logins: 1 },
  ],
  [
    "introspection is no field",
    '{ __type(name: "User") { fields { name } } __schema { queryType { name } } a }',
    { fields: 1, objects: 0, introspected: 1 + (1 + 30) + 1 + (1 + 1) },
  ],
  ["__typename is a field", "{ __typename }", { fields: 1, introspected: 0 }],
  ["a field's own name is no alias", "{ a b: a c: a d }", { aliases: 2, mostAliased: "a" }],
  ["an alias counts once", "{ x { b: a } y { b: a } }", { aliases: 1, mostAliased: "a" }],
  [
    "the most aliased field is named",
    "{ a: x b: x c: y d: y e: y f: z }",
    { aliases: 3, mostAliased: "y" },
  ],
  [
    "directives count wherever they stand",
    "query @a { b @c ... @d { e } ...F @f } fragment F on Query { g @h @i }",
    { directives: 6 },
  ],
  ["a fragment that is missing asks for nothing", "{ ...F a }", { fields: 1 }],
  ["a fragment inside itself ends", "{ ...F } fragment F on Query { a ...F }", { fields: 1 }],
  ["operations and fragments count", "{ ...F } fragment F on Query { a }", { definitions: 2 }],
  [
    "each field counts once as it is written, though nothing or much spreads it, or it is of the schema",
    "{ ...F ...F __schema { types { name } } } fragment F on Query { a { b } } fragment G on Query { c d }",
    { written: 7, fields: 4 },
  ],
])("%s: %s", (_what, text, expected) => {
  expect(sizeOf(parse(text))).toMatchObject(expected);
});

test.each([
  ["types", 60],
  ["fields", 30],
  ["inputFields", 8],
  ["enumValues", 8],
  ["directives", 6],
  ["args", 3],
  ["possibleTypes", 2],
  ["interfaces", 2],
  ["ofType", 1],
])("a list of %s in introspection counts as %i", (list, length) => {
  const { introspected } = sizeOf(parse(`{ __schema { ${list} { name } } }`));
  expect(introspected).toBe(1 + (1 + length));
});

test("a fragment inside a fragment of introspection is introspection too", () => {
  const text = "{ __schema { ... { types { ... { name } } } } }";
  expect(sizeOf(parse(text))).toMatchObject({ fields: 0, introspected: 1 + (1 + 60) });
});

test("keysOfRow is the size of the longest keys of a row, with quotes, colons and commas", () => {
  const text = "{ users { id name: email } alerts { id } }";
  expect(sizeOf(parse(text)).keysOfRow).toBe('"id":,"name":,'.length);
  const nested = "{ alerts { id notifications { id seen } } }";
  expect(sizeOf(parse(nested)).keysOfRow).toBe('"id":,"notifications":,"id":,"seen":,'.length);
});

test("a value counts once for each of its keys and of the keys above it", () => {
  const copies = (text: string) => sizeOf(parse(text)).copies;
  expect(copies("{ a { b } }")).toBe(1);
  expect(copies("{ a { b c: b } d }")).toBe(2);
  expect(copies("{ a { b c: b } x: a { b } d }")).toBe(4);
  // Another argument is another value.
  expect(copies("{ a(n: 1) { b } c: a(n: 2) { b } }")).toBe(1);
  expect(copies("query A { a { b c: b d: b } } query B { d }")).toBe(3);
  expect(copies("{ ...F } fragment F on Query { a b: a }")).toBe(2);
});
