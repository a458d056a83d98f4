import { expect, test } from "@jest/globals";
import { WeightedCache } from "../../src/graphql/requests/weighted-cache.ts";

test("a cache keeps the values that were used last, up to its limit of weight", () => {
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

test("a value that is set several times counts once, and one heavier than the limit is not kept", () => {
  const cache = new WeightedCache<string, number>(10);
  for (let i = 0; i < 9; i += 1) cache.set("a", i, 4);
  cache.set("b", 1, 4);
  expect(cache.get("a")).toBe(8);
  cache.set("c", 1, 11);
  expect(cache.get("c")).toBeUndefined();
});

test("a value that is set again stays longer, and one that was dropped takes no room", () => {
  const cache = new WeightedCache<string, number>(10);
  for (const key of ["a", "b", "a", "c"]) cache.set(key, 1, 4);
  expect(["a", "b", "c"].map((key) => cache.get(key))).toEqual([1, undefined, 1]);
  cache.set("d", 1, 10);
  expect(["a", "c", "d"].map((key) => cache.get(key))).toEqual([undefined, undefined, 1]);
});

test("a value that gets heavier displaces others", () => {
  const cache = new WeightedCache<string, number>(10);
  cache.set("a", 1, 4);
  cache.set("b", 2, 4);
  cache.set("b", 3, 7);
  expect([cache.get("a"), cache.get("b")]).toEqual([undefined, 3]);
  cache.set("b", 4, 1);
  cache.set("c", 5, 9);
  expect([cache.get("b"), cache.get("c")]).toEqual([4, 5]);
});
