import { expect, test } from "@jest/globals";
import { WeightedCache } from "../../src/graphql/requests/weighted-cache.ts";

test("keeps values up to its limit of weight, those used last", () => {
  const cache = new WeightedCache<string, number>(10);
  for (const text of ["aaa", "bbb", "ccc"]) cache.set(text, text.length, text.length);
  expect(cache.get("aaa")).toBe(3);
  cache.set("dddd", 4, 4);
  expect(["aaa", "bbb", "ccc", "dddd"].map((text) => cache.get(text))).toEqual([
    3,
    undefined,
    3,
    4,
  ]);
});

test("counts a value once, and keeps none that is heavier than its limit", () => {
  const cache = new WeightedCache<string, number>(10);
  for (let i = 0; i < 9; i += 1) cache.set("a", i, 4);
  cache.set("b", 1, 4);
  expect(cache.get("a")).toBe(8);
  cache.set("c", 1, 11);
  expect(cache.get("c")).toBeUndefined();
});

test("a value that is set again stays longer, and one that is not there takes no room", () => {
  const cache = new WeightedCache<string, number>(10);
  for (const key of ["a", "b", "a", "c"]) cache.set(key, 1, 4);
  expect(["a", "b", "c"].map((key) => cache.get(key))).toEqual([1, undefined, 1]);
  cache.set("d", 1, 10);
  expect(["a", "c", "d"].map((key) => cache.get(key))).toEqual([undefined, undefined, 1]);
});

test("a value that gets heavier makes others leave", () => {
  const cache = new WeightedCache<string, number>(10);
  cache.set("a", 1, 4);
  cache.set("b", 2, 4);
  cache.set("b", 3, 7);
  expect([cache.get("a"), cache.get("b")]).toEqual([undefined, 3]);
  cache.set("b", 4, 1);
  cache.set("c", 5, 9);
  expect([cache.get("b"), cache.get("c")]).toEqual([4, 5]);
});
