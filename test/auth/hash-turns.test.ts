import { expect, jest, test } from "@jest/globals";

/** Tests how many passwords a host hashes at once, by the machine's number of cores. */

test.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [4, 3],
  [64, 3],
])("on %i cores, at most %i passwords are hashed at once", async (cores, atOnce) => {
  jest.resetModules();
  jest.unstable_mockModule("node:os", () => ({ availableParallelism: () => cores }));
  const { HASH_TURNS } = await import("../../src/people/hash-turns.ts");
  expect(HASH_TURNS.atOnce).toBe(atOnce);
});

test("each of several hosts hashes one password at a time", async () => {
  jest.resetModules();
  jest.unstable_mockModule("../../src/hosts/this-host.ts", () => ({ hostNumber: 2 }));
  const { HASH_TURNS } = await import("../../src/people/hash-turns.ts");
  expect(HASH_TURNS.atOnce).toBe(1);
});
