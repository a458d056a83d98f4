import { describe, expect, jest, test } from "@jest/globals";
import bcrypt from "bcrypt";
import {
  checkPassword,
  finishHashes,
  hashPassword,
  verifyPassword,
} from "../../src/auth/passwords.ts";
import { until } from "../helpers/until.ts";

test("verifies the password that it hashed, and no other", async () => {
  const hash = await hashPassword("correct horse");
  expect(hash).toMatch(/^\$2b\$1[0-4]\$/);
  expect(await verifyPassword("correct horse", hash)).toBe(true);
  expect(await verifyPassword("correct horse ", hash)).toBe(false);
  expect(await verifyPassword("Correct horse", hash)).toBe(false);
  expect(await verifyPassword("", hash)).toBe(false);
});

test("takes 2^11 rounds: fewer are guessed too quickly, more are a burden on the host", async () => {
  expect(bcrypt.getRounds(await hashPassword("correct horse"))).toBe(11);
});

test("nothing is hashed, nor compared, if what comes first in its turn refuses", async () => {
  const refuse = () => Promise.reject(new Error("refused"));
  const lane = { key: "a", isKnown: false };
  const spies = [jest.spyOn(bcrypt, "hash"), jest.spyOn(bcrypt, "compare")];
  try {
    await expect(hashPassword("correct horse", undefined, lane, refuse)).rejects.toThrow("refused");
    await expect(verifyPassword("correct horse", "$2b$04$", lane, refuse)).rejects.toThrow(
      "refused",
    );
    for (const spy of spies) expect(spy).not.toHaveBeenCalled();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
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
  const hash = await hashPassword(`e${"é".repeat(35)}e`);
  expect(await verifyPassword(`e${"é".repeat(35)}e`, hash)).toBe(true);
  expect(await verifyPassword(`e${"é".repeat(35)}ex`, hash)).toBe(false);
  expect(await verifyPassword(`e${"é".repeat(35)}x`, hash)).toBe(false);
});

describe("a password", () => {
  test.each([
    ["correct horse battery staple"],
    ["12345678 or so"],
    ["🧭🧰🧱🧲🧳🧴🧵🧶"],
    [`${"ab".repeat(35)}cd`],
    [`${"🧭".repeat(17)}🧰`],
  ])("can be %j", async (password) => {
    await expect(checkPassword(password, "ada@example.org")).resolves.toBeUndefined();
  });

  test.each([
    ["", /at least 8/],
    ["1234567", /at least 8/],
    ["🧭".repeat(7), /at least 8/],
    ["a".repeat(73), /at most 72 bytes/],
    ["é".repeat(37), /at most 72 bytes/],
    ["12345678\0", /NUL/],
    ["aaaaaaaa", /repeats/],
    ["        ", /repeats/],
    ["🧭".repeat(18), /repeats/],
    ["🧭🧰🧲🧪🧭🧰🧲🧪", /repeats/],
    ["abcabcabc", /repeats/],
    ["ab\nab\nab\n", /repeats/],
    ["12345678", /most common/],
    ["PassWord1", /most common/],
    ["password1password1", /most common/],
    ["Ada.Lovelace@Example.org", /email/],
    ["ada.lovelace", /email/],
  ])("cannot be %j", async (password, message) => {
    const email = "ada.LOVELACE@example.org";
    await expect(checkPassword(password, email)).rejects.toThrow(message);
    await expect(hashPassword(password, email)).rejects.toMatchObject({
      extensions: { code: "BAD_USER_INPUT", type: "AppError" },
    });
  });
});

test("hashes are finished when the one that runs has ended", async () => {
  // The hash for unknown emails is made before.
  await verifyPassword("any password", undefined);
  const held = Promise.withResolvers<string>();
  const hash = jest.spyOn(bcrypt, "hash").mockImplementation((() => held.promise) as never);
  try {
    const hashed = hashPassword("correct horse");
    await until(() => hash.mock.calls.length > 0);
    let isFinished = false;
    const finished = finishHashes().then(() => {
      isFinished = true;
    });
    await new Promise(setImmediate);
    expect(isFinished).toBe(false);
    held.resolve("a hash");
    await Promise.all([hashed, finished]);
  } finally {
    hash.mockRestore();
  }
});

test("hashes outside the event loop", async () => {
  let ticks = 0;
  const interval = setInterval(() => {
    ticks += 1;
  }, 5);
  await Promise.all(Array.from({ length: 8 }, () => hashPassword("correct horse")));
  clearInterval(interval);
  // On the event loop there would be one tick a hash.
  expect(ticks).toBeGreaterThan(8);
});
