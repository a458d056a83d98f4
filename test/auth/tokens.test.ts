import { createSecretKey } from "node:crypto";
import { describe, expect, jest, test } from "@jest/globals";
import jwt from "jsonwebtoken";
import { bearerToken, makeTokens } from "../../src/auth/tokens.ts";

const SECRET = "a secret for tests of thirty-two characters";
const USER = { userId: 7, isAdmin: true, tokenVersion: 3 };
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const IDENTITY = { ...USER, tokenId: expect.stringMatching(UUID) };
const tokens = makeTokens(SECRET, 60);

test("verifies what it has issued", () => {
  expect(tokens.verify(tokens.issue(USER))).toEqual(IDENTITY);
});

test("issues a JWT with the documented claims, and nothing secret", () => {
  const { header, payload } = jwt.decode(tokens.issue(USER), { complete: true }) as jwt.Jwt;
  expect(header).toEqual({ alg: "HS256", typ: "JWT" });
  const { iat, exp, ...claims } = payload as jwt.JwtPayload;
  expect(claims).toEqual({
    sub: "7",
    jti: expect.stringMatching(UUID),
    is_admin: true,
    token_version: 3,
    iss: "location-alert-service",
    aud: "location-alert-service",
  });
  expect((exp as number) - (iat as number)).toBe(60);
});

test("tells when a token ends, in milliseconds", () => {
  const token = tokens.issue(USER);
  const { exp = 0 } = jwt.decode(token) as jwt.JwtPayload;
  expect(tokens.endOf(token)).toBe(exp * 1000);
  expect(tokens.endOf("garbage")).toBeUndefined();
});

test("gives each token an id of its own", () => {
  const ids = [1, 2].map(() => tokens.verify(tokens.issue(USER))?.tokenId);
  expect(new Set(ids).size).toBe(2);
});

test("is verified by another host with the same secret, and by none with another", () => {
  const token = tokens.issue(USER);
  expect(makeTokens(SECRET, 1).verify(token)).toEqual(IDENTITY);
  expect(makeTokens(`${SECRET}.`, 60).verify(token)).toBeUndefined();
});

describe("does not verify a token", () => {
  const OPTIONS = {
    algorithm: "HS256",
    issuer: "location-alert-service",
    audience: "location-alert-service",
    subject: "7",
    expiresIn: 60,
  } as const;
  const sign = (options: object = {}, claims: object = { token_version: 3 }) =>
    jwt.sign(claims, createSecretKey(SECRET, "utf8"), { ...OPTIONS, ...options });
  const { expiresIn: _forever, ...ENDLESS } = OPTIONS;

  test("that these tests would make wrongly, nor needs an id in one", () => {
    expect(tokens.verify(sign())).toEqual({ userId: 7, isAdmin: false, tokenVersion: 3 });
  });

  test.each([
    ["empty", ""],
    ["garbage", "garbage"],
    ["expired", sign({ expiresIn: -1 })],
    ["of another issuer", sign({ issuer: "x" })],
    ["for another audience", sign({ audience: "x" })],
    ["HS384", sign({ algorithm: "HS384" })],
    ["HS512", sign({ algorithm: "HS512" })],
    [
      "unsigned",
      jwt.sign({ token_version: 3, sub: "7" }, null as never, {
        algorithm: "none",
        issuer: OPTIONS.issuer,
        audience: OPTIONS.audience,
        expiresIn: 60,
      }),
    ],
    ["without an end", jwt.sign({ token_version: 3 }, SECRET, ENDLESS)],
    ["without a version", sign({}, {})],
    ["with a version that is no integer", sign({}, { token_version: 1.5 })],
    ["with a version that is a text", sign({}, { token_version: "3" })],
    ["with a version past 32 bits", sign({}, { token_version: 2 ** 31 })],
    ["for nobody", sign({ subject: "" })],
    ["for a text", sign({ subject: "seven" })],
    ["for 1.5", sign({ subject: "1.5" })],
    ["for an id past 32 bits", sign({ subject: "2147483648" })],
    ["with an id that is no UUID", sign({ jwtid: "1" })],
    ["for 0x7", sign({ subject: "0x7" })],
    ["of a text", jwt.sign("7", SECRET)],
  ])("%s", (_what, token) => {
    expect(tokens.verify(token)).toBeUndefined();
  });

  test("after its end, having verified it before", async () => {
    const brief = makeTokens(SECRET, 1);
    const token = brief.issue(USER);
    expect(brief.verify(token)).toEqual(IDENTITY);
    jest.useFakeTimers({ now: Date.now() + 2000 });
    try {
      expect(brief.verify(token)).toBeUndefined();
    } finally {
      jest.useRealTimers();
    }
  });
});

describe("the Authorization header", () => {
  test.each([
    ["Bearer a.b.c", "a.b.c"],
    ["bearer a.b.c", "a.b.c"],
    ["BEARER   a.b.c", "a.b.c"],
    [undefined, undefined],
    ["", undefined],
    ["Bearer", undefined],
    ["Bearer ", undefined],
    ["Bearer a b", undefined],
    ["Basic YTpi", undefined],
    ["a.b.c", undefined],
  ])("%j holds the token %j", (header, token) => {
    expect(bearerToken(header)).toBe(token);
  });
});
