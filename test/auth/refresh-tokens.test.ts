import { expect, test } from "@jest/globals";
import {
  newRefreshToken,
  readRefreshToken,
  successorOf,
  writeRefreshToken,
} from "../../src/people/tokens.ts";

test.each([
  [1, 1],
  [2 ** 31 - 1, 999_999_999_999_999],
])("user %d and session %d are read from a token as they were written", (userId, sessionId) => {
  const token = { userId, sessionId, ...newRefreshToken() };
  expect(readRefreshToken(writeRefreshToken(token))).toEqual(token);
});

test("texts of another form are not read as tokens", () => {
  const { family, own } = newRefreshToken();
  const write = (...parts: (string | number)[]) => parts.join(".");
  const wrong = [
    "",
    write(2 ** 31, 1, family, own),
    write(-1, 1, family, own),
    write("", 1, family, own),
    write(1, "", family, own),
    write(1, "1e3", family, own),
    write(1, 1, family.slice(1), own),
    write(1, 1, family, own.slice(1)),
    write(1, 1, family, `${own}A`),
    write(1, 1, family, own, own),
    write(0, 1, 1, family, own),
    ` ${write(1, 1, family, own)}`,
    write(1, 1, family, own.replace(/.$/, "+")),
  ];
  for (const text of wrong) expect(readRefreshToken(text)).toBeUndefined();
});

test("no two tokens are the same, nor their families", () => {
  const [one, other] = [newRefreshToken(), newRefreshToken()];
  expect(one.family).not.toBe(other.family);
  expect(one.own).not.toBe(other.own);
});

test("a successor keeps its session and family, and depends only on the token and the key", () => {
  const token = { userId: 7, sessionId: 3, ...newRefreshToken() };
  const key = Buffer.from("a key");
  const next = successorOf(token, key);
  expect(next).toEqual({ ...token, own: expect.stringMatching(/^[\w-]{43}$/) });
  expect(successorOf(token, key)).toEqual(next);
  expect(readRefreshToken(writeRefreshToken(next))).toEqual(next);
  expect(next.own).not.toBe(token.own);
  expect(successorOf(token, Buffer.from("another key")).own).not.toBe(next.own);
  expect(successorOf(next, key).own).not.toBe(token.own);
});
