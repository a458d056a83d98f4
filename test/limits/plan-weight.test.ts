import { expect, test } from "@jest/globals";
import { parse } from "postgraphile/graphql";
import { sizeOf } from "../../src/graphql/requests/document-size.ts";
import { weightOf } from "../../src/graphql/requests/planned-operations.ts";

/** Returns the bytes of a document with `plans` plans. */
function weigh(text: string, plans: number): number {
  const document = parse(text);
  return weightOf(document, plans, sizeOf(document));
}

test("a document takes memory for its characters, and for its lists and fields in each plan", () => {
  const text = "{ alerts { id user { id } } }";
  expect(weigh(text, 0)).toBe(text.length * 150);
  expect(weigh(text, 1) - weigh(text, 0)).toBe(20_000 + 2 * 25_000 + 4 * 500);
  expect(weigh(text, 3)).toBe(3 * weigh(text, 1) - 2 * weigh(text, 0));
});
