import { expect, jest, test } from "@jest/globals";

/** How many passwords are hashed at once on a machine of so many cores. */

test.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [4, 3],
  [64, 3],
])("on %i cores %i at most, as requests need one", async (cores, atOnce) => {
  jest.resetModules();
  jest.unstable_mockModule("node:os", () => ({ availableParallelism: () => cores }));
  const { HASH_TURNS } = await import("../../src/auth/hash-turns.ts");
  expect(HASH_TURNS.atOnce).toBe(atOnce);
});
