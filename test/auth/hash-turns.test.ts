import { expect, test } from "@jest/globals";
import { hashesAtOnce } from "../../src/people/passwords.ts";

test.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [4, 3],
  [64, 3],
])("on %i cores, at most %i passwords are hashed at once", (cores, atOnce) => {
  expect(hashesAtOnce(undefined, cores)).toBe(atOnce);
});

test("each of several hosts hashes one password at a time", () => {
  expect(hashesAtOnce(2, 64)).toBe(1);
});
