import { describe, expect, jest, test } from "@jest/globals";
import bcrypt from "bcrypt";
import { checkPassword, hashPassword, verifyPassword } from "../../src/auth/passwords.ts";

test("verifies the password that it hashed, and no other", async () => {
  const hash = await hashPassword("correct horse");
  expect(hash).toMatch(/^\$2b\$1[0-4]\$/);
  expect(await verifyPassword("correct horse", hash)).toBe(true);
  expect(await verifyPassword("correct horse ", hash)).toBe(false);
  expect(await verifyPassword("Correct horse", hash)).toBe(false);
  expect(await verifyPassword("", hash)).toBe(false);
});

test("hashes the same password differently each time", async () => {
  expect(await hashPassword("correct horse")).not.toBe(await hashPassword("correct horse"));
});

test("returns false without a hash, whatever the password", async () => {
  expect(await verifyPassword("nobody's password", undefined)).toBe(false);
});

test("takes as long without a hash: it compares with one of the same cost", async () => {
  const compare = jest.spyOn(bcrypt, "compare");
  await verifyPassword("any password", undefined);
  const hash = String(compare.mock.calls[0]?.[1]);
  compare.mockRestore();
  expect(bcrypt.getRounds(hash)).toBe(bcrypt.getRounds(await hashPassword("any password")));
});

test("verifies all 72 bytes, and refuses a 73rd", async () => {
  const hash = await hashPassword("é".repeat(36));
  expect(await verifyPassword("é".repeat(36), hash)).toBe(true);
  expect(await verifyPassword(`${"é".repeat(36)}x`, hash)).toBe(false);
  expect(await verifyPassword(`${"é".repeat(35)}ê`, hash)).toBe(false);
});

describe("a password", () => {
  test.each([["12345678"], ["        "], ["🧭".repeat(8)], ["a".repeat(72)], ["🧭".repeat(18)]])(
    "can be %j",
    (password) => {
      expect(() => checkPassword(password)).not.toThrow();
    },
  );

  test.each([
    ["", /at least 8/],
    ["1234567", /at least 8/],
    ["🧭".repeat(7), /at least 8/],
    ["a".repeat(73), /at most 72 bytes/],
    ["é".repeat(37), /at most 72 bytes/],
    ["12345678\0", /NUL/],
  ])("cannot be %j", async (password, message) => {
    expect(() => checkPassword(password)).toThrow(message);
    await expect(hashPassword(password)).rejects.toMatchObject({
      extensions: { code: "BAD_USER_INPUT", type: "AppError" },
    });
  });
});

test("hashes outside the event loop", async () => {
  let ticks = 0;
  const interval = setInterval(() => {
    ticks += 1;
  }, 5);
  const begun = performance.now();
  await Promise.all(Array.from({ length: 8 }, () => hashPassword("correct horse")));
  clearInterval(interval);
  // On the event loop there would be one tick a hash.
  expect(ticks).toBeGreaterThan((performance.now() - begun) / 5 / 10);
  expect(ticks).toBeGreaterThan(8);
});

test("refuses the next hash while 64 wait, and accepts it when they are done", async () => {
  // All attempts are made before the first can end, however cheap they are.
  const cheap = await bcrypt.hash("correct horse", 4);
  const attempts = Array.from({ length: 70 }, () => verifyPassword("correct horse", cheap));
  const results = await Promise.allSettled(attempts);
  const refused = results.filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
  expect(refused).toHaveLength(6);
  for (const { reason } of refused) {
    expect(reason.extensions).toEqual({ code: "RATE_LIMITED", type: "AppError" });
  }
  expect(results.slice(0, 64).every(({ status }) => status === "fulfilled")).toBe(true);
  expect(await verifyPassword("correct horse", cheap)).toBe(true);
});
