import { expect, test } from "@jest/globals";
import { DocumentCache } from "../../src/graphql/requests/document-cache.ts";

test("keeps texts up to its limit of characters, those used last", () => {
  const cache = new DocumentCache<number>(10);
  for (const text of ["aaa", "bbb", "ccc"]) cache.set(text, text.length);
  expect(cache.get("aaa")).toBe(3);
  cache.set("dddd", 4);
  expect(["aaa", "bbb", "ccc", "dddd"].map((text) => cache.get(text))).toEqual([
    3,
    undefined,
    3,
    4,
  ]);
});

test("counts a text once, and keeps none that is longer than its limit", () => {
  const cache = new DocumentCache<number>(10);
  for (let i = 0; i < 9; i += 1) cache.set("aaaa", i);
  cache.set("bbbb", 1);
  expect(cache.get("aaaa")).toBe(8);
  cache.set("c".repeat(11), 1);
  expect(cache.get("c".repeat(11))).toBeUndefined();
});
