import { describe, expect, jest, test } from "@jest/globals";
import bcrypt from "bcrypt";
import { checkPassword, hashPassword, verifyPassword } from "../../src/people/passwords.ts";

test("a hash verifies its own password, and no other", async () => {
  const hash = await hashPassword("correct horse");
  expect(hash).toMatch(/^\$2b\$1[0-4]\$/);
  expect(await verifyPassword("correct horse", hash)).toBe(true);
  expect(await verifyPassword("correct horse ", hash)).toBe(false);
  expect(await verifyPassword("Correct horse", hash)).toBe(false);
  expect(await verifyPassword("", hash)).toBe(false);
});

test("hashing takes 2^11 rounds: fewer are guessed too quickly, more are a burden on the host", async () => {
  expect(bcrypt.getRounds(await hashPassword("correct horse"))).toBe(11);
});

test("no password is hashed or compared if the check before it refuses", async () => {
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

test("the same password is hashed differently each time", async () => {
  expect(await hashPassword("correct horse")).not.toBe(await hashPassword("correct horse"));
});

test("verification without a hash returns false", async () => {
  expect(await verifyPassword("nobody's password", undefined)).toBe(false);
});

test("verification compares all 72 bytes, and refuses a 73rd", async () => {
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

test("passwords are hashed outside the event loop", async () => {
  let ticks = 0;
  const interval = setInterval(() => {
    ticks += 1;
  }, 5);
  await Promise.all(Array.from({ length: 8 }, () => hashPassword("correct horse")));
  clearInterval(interval);
  // If hashing blocked the event loop, there would be one tick per hash.
  expect(ticks).toBeGreaterThan(8);
});
