import { createHash, createPublicKey, createSecretKey, generateKeyPairSync } from "node:crypto";
import { describe, expect, jest, test } from "@jest/globals";
import jwt from "jsonwebtoken";
import { bearerToken, connectionToken, makeTokens } from "../../src/people/tokens.ts";
import { publicKeySet, secretKey } from "../../src/settings/token-keys.ts";
import { newPrivateKey } from "./new-private-key.ts";

const SECRET = "a secret for tests of thirty-two characters";
const IDENTITY = { userId: 7, sessionId: 3 };
const secret = secretKey(SECRET);
const pair = newPrivateKey();
const hs256 = makeTokens([secret], 60);
const es256 = makeTokens([pair], 60);

describe.each([
  ["HS256", hs256, secret],
  ["ES256", es256, pair],
])("a token signed with %s", (algorithm, tokens, key) => {
  test("contains its user and session, its type, its key id and its expiry", () => {
    const token = tokens.issue(IDENTITY);
    const { header, payload } = jwt.decode(token, { complete: true }) as jwt.Jwt;
    expect(header).toEqual({ alg: algorithm, typ: "at+jwt", kid: key.kid });
    const now = Math.floor(Date.now() / 1000);
    expect(payload).toEqual({
      iss: "location-alert-service",
      aud: "location-alert-service",
      sub: "7",
      sid: "3",
      iat: expect.any(Number),
      exp: expect.any(Number),
    });
    const { iat, exp } = payload as { iat: number; exp: number };
    expect(now - iat).toBeLessThan(60);
    expect(exp - iat).toBe(60);
    expect(tokens.verify(token)).toEqual(IDENTITY);
    expect(tokens.endOf(token)).toBe(1000 * exp);
  });

  test("says if its user is an administrator, and has no such claim for others", () => {
    const admin = tokens.issue({ ...IDENTITY, isAdmin: true });
    expect(jwt.decode(admin)).toMatchObject({ adm: true });
    expect(tokens.verify(admin)).toEqual({ ...IDENTITY, isAdmin: true });
    const user = tokens.issue({ ...IDENTITY, isAdmin: false });
    expect(jwt.decode(user)).not.toHaveProperty("adm");
    expect(tokens.verify(user)).toEqual(IDENTITY);
  });

  test("no longer stands for an administrator once its session has ended, but still verifies", () => {
    const [over, other] = [
      { userId: 7, sessionId: 5, isAdmin: true },
      { userId: 7, sessionId: 6, isAdmin: true },
    ];
    const [first, second, third] = [
      tokens.issue(over),
      tokens.issue(over, 30),
      tokens.issue(other),
    ];
    expect(tokens.verify(first)).toEqual(over);
    tokens.noteEnd(5);
    // The first token has been verified before, the second is new.
    for (const token of [first, second]) {
      expect(tokens.verify(token)).toEqual({ userId: 7, sessionId: 5 });
    }
    expect(tokens.verify(third)).toEqual(other);
  });

  test("can have its own lifetime", () => {
    const { iat, exp } = jwt.decode(tokens.issue(IDENTITY, 5)) as { iat: number; exp: number };
    expect(exp - iat).toBe(5);
  });
});

describe("keys", () => {
  test("verify the tokens of another host only if they are the same", () => {
    expect(makeTokens([secretKey(SECRET)], 1).verify(hs256.issue(IDENTITY))).toEqual(IDENTITY);
    expect(makeTokens([secretKey(`${SECRET}.`)], 60).verify(hs256.issue(IDENTITY))).toBeUndefined();
    expect(makeTokens([newPrivateKey()], 60).verify(es256.issue(IDENTITY))).toBeUndefined();
  });

  test("can be replaced while tokens signed with the previous one are valid", () => {
    const both = makeTokens([pair, secret], 60);
    expect(both.verify(hs256.issue(IDENTITY))).toEqual(IDENTITY);
    expect(es256.verify(both.issue(IDENTITY))).toEqual(IDENTITY);
    expect(hs256.verify(both.issue(IDENTITY))).toBeUndefined();
  });

  test("of the same kind can be replaced, as each has its own id", () => {
    const next = newPrivateKey();
    expect(next.kid).not.toBe(pair.kid);
    const both = makeTokens([next, pair], 60);
    expect(both.verify(es256.issue(IDENTITY))).toEqual(IDENTITY);
    expect(both.verify(both.issue(IDENTITY))).toEqual(IDENTITY);
  });

  test("are pinned to their algorithm: a public key does not serve as a secret", () => {
    const both = makeTokens([pair, secret], 60);
    const pem = pair.verifying.export({ format: "pem", type: "spki" }).toString();
    const [jwk] = publicKeySet([pair]).keys;
    const options = {
      algorithm: "HS256",
      header: { alg: "HS256", typ: "at+jwt" },
      keyid: pair.kid,
      issuer: "location-alert-service",
      audience: "location-alert-service",
      subject: "7",
      expiresIn: 60,
    } as const;
    for (const text of [pem, JSON.stringify(jwk)]) {
      const forged = jwt.sign({ sid: "3" }, createSecretKey(text, "utf8"), options);
      expect(both.verify(forged)).toBeUndefined();
    }
    // The secret signs for its own key id only.
    const confused = jwt.sign({ sid: "3" }, secret.signing, options);
    expect(both.verify(confused)).toBeUndefined();
    const own = jwt.sign({ sid: "3" }, secret.signing, { ...options, keyid: secret.kid });
    expect(both.verify(own)).toEqual(IDENTITY);
  });

  test("are published without their private parts, and secrets are not published", () => {
    const set = publicKeySet([pair, secret]);
    expect(set).toEqual({
      keys: [
        {
          kty: "EC",
          crv: "P-256",
          x: expect.any(String),
          y: expect.any(String),
          kid: pair.kid,
          alg: "ES256",
          use: "sig",
        },
      ],
    });
    const [jwk] = set.keys;
    const verified = jwt.verify(
      es256.issue(IDENTITY),
      createPublicKey({ key: jwk as never, format: "jwk" }),
      { algorithms: ["ES256"] },
    );
    expect(verified).toMatchObject({ sub: "7" });
  });

  test("have the first half of their thumbprint as id", () => {
    // The members in the order of RFC 7638.
    const { crv, kty, x, y } = pair.verifying.export({ format: "jwk" });
    const k = Buffer.from(SECRET).toString("base64url");
    for (const [{ kid }, members] of [
      [pair, { crv, kty, x, y }],
      [secret, { k, kty: "oct" }],
    ] as const) {
      const thumbprint = createHash("sha256").update(JSON.stringify(members)).digest("base64url");
      expect(kid).toBe(thumbprint.slice(0, 22));
    }
  });

  test("must be on the curve P-256", () => {
    expect(() => newPrivateKey("P-384")).toThrow("P-256");
    const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    expect(publicKey.type).toBe("public");
  });
});

const OPTIONS = {
  algorithm: "HS256",
  header: { alg: "HS256", typ: "at+jwt" },
  keyid: secret.kid,
  issuer: "location-alert-service",
  audience: "location-alert-service",
  subject: "7",
  expiresIn: 60,
} as const;
const sign = (options: object = {}, claims: object = { sid: "3" }) =>
  jwt.sign(claims, secret.signing, { ...OPTIONS, ...options });

describe("verification refuses a token", () => {
  const { expiresIn: _forever, ...ENDLESS } = OPTIONS;
  const { keyid: _kid, ...NAMELESS } = OPTIONS;

  test("only for its fault, and accepts the test token without one", () => {
    expect(hs256.verify(sign())).toEqual(IDENTITY);
  });

  test.each([
    ["empty", ""],
    ["garbage", "garbage"],
    ["expired", sign({ expiresIn: -1 })],
    ["of another issuer", sign({ issuer: "x" })],
    ["for another audience", sign({ audience: "x" })],
    ["HS384", sign({ algorithm: "HS384", header: { alg: "HS384", typ: "at+jwt" } })],
    ["HS512", sign({ algorithm: "HS512", header: { alg: "HS512", typ: "at+jwt" } })],
    [
      "unsigned",
      jwt.sign({ sid: "3" }, null as never, {
        ...OPTIONS,
        algorithm: "none",
        header: { alg: "none", typ: "at+jwt" },
      }),
    ],
    ["of another type", sign({ header: { alg: "HS256", typ: "JWT" } })],
    ["without a type", sign({ header: { alg: "HS256", typ: undefined } })],
    ["of an unknown key", sign({ keyid: "other" })],
    ["without the name of its key", jwt.sign({ sid: "3" }, secret.signing, NAMELESS)],
    ["without an end", jwt.sign({ sid: "3" }, secret.signing, ENDLESS)],
    ["without a session", sign({}, {})],
    ["with a session that is no integer", sign({}, { sid: "1.5" })],
    ["with a session that is a number", sign({}, { sid: 3 })],
    ["with a session past 53 bits", sign({}, { sid: "9007199254740992" })],
    ["with a session that begins as a number", sign({}, { sid: "3e0" })],
    ["for nobody", sign({ subject: "" })],
    ["for a text", sign({ subject: "seven" })],
    ["for 1.5", sign({ subject: "1.5" })],
    ["for an id past 32 bits", sign({ subject: "2147483648" })],
    ["for 0x7", sign({ subject: "0x7" })],
    ["of a text", jwt.sign("7", SECRET, { keyid: secret.kid, header: OPTIONS.header })],
  ])("%s", (_what, token) => {
    expect(hs256.verify(token)).toBeUndefined();
  });

  test("after it expires, even if it was verified before", () => {
    const brief = makeTokens([secret], 60);
    const token = brief.issue(IDENTITY);
    expect(brief.verify(token)).toEqual(IDENTITY);
    jest.useFakeTimers({ now: Date.now() + 61_000 });
    try {
      expect(brief.verify(token)).toBeUndefined();
    } finally {
      jest.useRealTimers();
    }
  });
});

test("only the value true in the claim adm makes an administrator", () => {
  for (const adm of [false, 1, "true", null]) {
    expect(hs256.verify(sign({}, { sid: "3", adm }))).toEqual(IDENTITY);
  }
});

test("the use of a token is reported once an hour", () => {
  const used: unknown[] = [];
  const tokens = makeTokens([secret], 86_400, (identity) => used.push(identity));
  const [token, other] = [
    tokens.issue(IDENTITY),
    tokens.issue({ userId: 7, sessionId: 4 }),
  ] as const;
  const began = Date.now();
  jest.useFakeTimers({ now: began });
  try {
    for (const minutes of [0, 1, 30, 59, 61, 62]) {
      jest.setSystemTime(began + 60_000 * minutes);
      tokens.verify(token);
    }
    tokens.verify(other);
    tokens.verify("garbage");
    expect(used).toEqual([IDENTITY, IDENTITY, { userId: 7, sessionId: 4 }]);
  } finally {
    jest.useRealTimers();
  }
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

test("of several tokens of connection_init, authorization counts before accessToken, and that before token", () => {
  const payload = { token: "c", accessToken: "b", authorization: "Bearer a", name: "d" };
  expect(connectionToken(payload)).toBe("a");
  expect(connectionToken({ ...payload, authorization: undefined })).toBe("b");
  expect(connectionToken({ token: "c", name: "d" })).toBe("c");
});
