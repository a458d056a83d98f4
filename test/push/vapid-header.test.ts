import { createPublicKey } from "node:crypto";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import jwt from "jsonwebtoken";
import webPush from "web-push";
import { makeVapidHeader } from "../../src/delivery/push/web-push.ts";

const KEYS = webPush.generateVAPIDKeys();
const NOW = Date.parse("2026-10-21T07:28:00Z");
const HOUR = 3_600_000;
const ENDPOINT = "https://push.example.org/one";

beforeEach(() => void jest.useFakeTimers({ now: NOW }));
afterEach(() => void jest.useRealTimers());

/** Returns the claims of a header that is valid now, to a push service. */
function claimsOf(header: string): jwt.JwtPayload {
  const [, token = "", key = ""] = header.match(/^vapid t=([^,]+), ?k=(.+)$/) ?? [];
  expect(key).toBe(KEYS.publicKey);
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((n) => n.toString("base64url"));
  const jwk = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  return jwt.verify(token, jwk, { algorithms: ["ES256"] }) as jwt.JwtPayload;
}

test("a VAPID header names the push service and the operator, and is valid for two hours", () => {
  const header = makeVapidHeader(KEYS, "mailto:ada@example.org")(ENDPOINT);
  expect(claimsOf(header)).toMatchObject({
    aud: "https://push.example.org",
    sub: "mailto:ada@example.org",
    exp: (NOW + 2 * HOUR) / 1000,
  });
});

test("a VAPID header is used for an hour for all browsers of a push service, and then replaced", () => {
  const headerFor = makeVapidHeader(KEYS, "mailto:ada@example.org");
  const first = headerFor(ENDPOINT);
  jest.setSystemTime(NOW + HOUR - 1);
  expect(headerFor("https://push.example.org/two")).toBe(first);
  jest.setSystemTime(NOW + HOUR);
  const second = headerFor(ENDPOINT);
  expect(second).not.toBe(first);
  expect(claimsOf(second).exp).toBe((NOW + 3 * HOUR) / 1000);
});

test("a VAPID header is valid at any time, also after hours without a push", () => {
  const headerFor = makeVapidHeader(KEYS, "mailto:ada@example.org");
  for (const hours of [0, 0.9, 1.8, 2.5, 10, 1000]) {
    jest.setSystemTime(NOW + hours * HOUR);
    const { exp = 0 } = claimsOf(headerFor(ENDPOINT));
    // Push services refuse tokens that are valid for more than a day.
    expect(exp * 1000 - Date.now()).toBeLessThanOrEqual(24 * HOUR);
  }
});

test("a VAPID header is replaced when the clock is set back, as it would be valid for too long", () => {
  const headerFor = makeVapidHeader(KEYS, "mailto:ada@example.org");
  jest.setSystemTime(NOW + 23 * HOUR);
  const first = headerFor(ENDPOINT);
  jest.setSystemTime(NOW);
  const second = headerFor(ENDPOINT);
  expect(second).not.toBe(first);
  expect(claimsOf(second).exp).toBe((NOW + 2 * HOUR) / 1000);
  expect(headerFor(ENDPOINT)).toBe(second);
});

test("each push service has its own VAPID header", () => {
  const headerFor = makeVapidHeader(KEYS, "mailto:ada@example.org");
  headerFor(ENDPOINT);
  expect(claimsOf(headerFor("https://other.example.org/one")).aud).toBe(
    "https://other.example.org",
  );
});
