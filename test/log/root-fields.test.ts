import { expect, test } from "@jest/globals";
import { parse } from "postgraphile/graphql";
import { sizeOf } from "../../src/graphql/requests/document-size.ts";
import { namesOf, type RootFields } from "../../src/graphql/requests/root-fields.ts";

function fieldsOf(text: string): string[] {
  const [roots] = sizeOf(parse(text)).roots.values();
  return namesOf(roots as RootFields);
}

test("the root fields of fragments are found, each once", () => {
  const text =
    "{ a: me { id } ...F ... on Query { users { id } } ...F } fragment F on Query { me { id } alerts { id } }";
  expect(fieldsOf(text)).toEqual(["me", "alerts", "users"]);
});

test("at most five root fields are named", () => {
  expect(fieldsOf("{ a b c d e f g }")).toEqual(["a", "b", "c", "d", "e"]);
  expect(fieldsOf("{ a ... { b ...F } } fragment F on Query { c d e f }")).toHaveLength(5);
});

test("a fragment is found even if an operation has the same name", () => {
  expect(fieldsOf("query F { ...F } fragment F on Query { me { id } }")).toEqual(["me"]);
});

test("a fragment that is used again and again is visited once", () => {
  // Each fragment uses the next one twice: written out they are 2^60 fields, so a walk that visits each use would not
  // end.
  const spreads = Array.from(
    { length: 60 },
    (_, n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`,
  );
  expect(fieldsOf(`{ ...F0 } ${spreads.join(" ")} fragment F60 on Query { apiVersion }`)).toEqual([
    "apiVersion",
  ]);
});
