import { generateKeyPairSync } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { makeFcm } from "../../src/delivery/push/fcm.ts";
import type { Outcome, Provider } from "../../src/delivery/push/provider.ts";
import { parseServiceAccount } from "../../src/settings/push-settings.ts";
import { fcmAt } from "./helpers/providers.ts";
import { pushTo } from "./helpers/push.ts";
import { type FcmServer, fcmError, startFcmServer } from "./servers/fcm.ts";

let server: FcmServer;
let fcm: Provider;
beforeEach(async () => {
  server = await startFcmServer();
  fcm = fcmAt(server);
});
afterEach(() => server.close());

async function send(token: string, text?: string): Promise<Outcome> {
  const [outcome] = await fcm.send([pushTo(token, text === undefined ? {} : { text })]);
  return outcome as Outcome;
}

test("sends the text, the ids, the level and the time to live", async () => {
  const push = pushTo("phone", { title: "Flood", lasts: 90_500 });
  expect(await fcm.send([push])).toEqual([{ state: "accepted" }]);
  const [message] = server.received.all;
  expect(message).toMatchObject({
    token: "phone",
    notification: { title: "Flood", body: push.text },
    data: {
      notificationId: String(push.notificationId),
      alertId: "7",
      level: "TWO",
      kind: "ALERT",
      status: "ACTUAL",
      language: "en",
    },
    android: {
      priority: "NORMAL",
      notification: { notification_priority: "PRIORITY_DEFAULT", default_sound: true },
    },
    apns: {
      headers: {
        "apns-priority": "5",
        "apns-expiration": String(Math.floor(push.expiresAt / 1000)),
      },
      payload: { aps: { sound: "default", "interruption-level": "active" } },
    },
    webpush: { headers: { Urgency: "normal" } },
  });
  expect(message?.android.ttl).toBe(`${message?.webpush.headers.TTL}s`);
});

test("sends level ONE with the highest priority", async () => {
  await fcm.send([pushTo("phone", { level: "ONE" })]);
  expect(server.received.all[0]).toMatchObject({
    data: { level: "ONE" },
    android: { priority: "HIGH", notification: { notification_priority: "PRIORITY_MAX" } },
    apns: {
      headers: { "apns-priority": "10" },
      payload: { aps: { "interruption-level": "time-sensitive" } },
    },
    webpush: { headers: { Urgency: "high" } },
  });
});

test("a message sent twice shows once", async () => {
  const push = pushTo("phone");
  await fcm.send([push]);
  await fcm.send([push]);
  const tags = server.received.all.map(({ android, apns, webpush }) => [
    android.notification.tag,
    apns.headers["apns-collapse-id"],
    webpush.notification.tag,
  ]);
  expect(new Set(tags.flat())).toEqual(new Set([`notification-${push.notificationId}`]));
});

describe("an access token", () => {
  test("is requested once for many messages, and for later ones", async () => {
    const outcomes = await fcm.send(Array.from({ length: 50 }, (_, at) => pushTo(`phone-${at}`)));
    expect(outcomes).toEqual(Array(50).fill({ state: "accepted" }));
    expect(await send("later")).toEqual({ state: "accepted" });
    expect(server.accessTokens()).toBe(1);
  });

  test("that is about to expire is replaced once before it is used again", async () => {
    const hasty = await startFcmServer({ lifetime: 30 });
    try {
      const provider = fcmAt(hasty);
      expect(await provider.send([pushTo("first")])).toEqual([{ state: "accepted" }]);
      await provider.send(Array.from({ length: 20 }, (_, at) => pushTo(`phone-${at}`)));
      expect(hasty.received.all).toHaveLength(21);
      expect(hasty.accessTokens()).toBe(2);
    } finally {
      await hasty.close();
    }
  });

  test("that is revoked is replaced once, for all refused messages", async () => {
    await send("first");
    server.revokeAccessTokens();
    const outcomes = await fcm.send(Array.from({ length: 20 }, (_, at) => pushTo(`phone-${at}`)));
    expect(outcomes).toEqual(Array(20).fill({ state: "accepted" }));
    expect(server.accessTokens()).toBe(2);
  });

  test("that is refused twice makes the push wait for the administrator", async () => {
    await send("first");
    server.misbehave({ status: 401 }, Number.POSITIVE_INFINITY);
    const before = server.requests();
    // The request for another access token is refused too.
    expect(await send("phone")).toEqual(
      expect.objectContaining({ state: "retry", everyone: true }),
    );
    expect(server.requests() - before).toBe(2);
  });

  test("is requested again only once for a message that gets 401 each time", async () => {
    const reply = { status: 401, body: { error: { code: 401, status: "UNAUTHENTICATED" } } };
    server.refuse("phone", reply);
    expect(await send("phone")).toEqual({
      state: "retry",
      why: expect.stringContaining("access token"),
      everyone: true,
    });
    expect(server.accessTokens()).toBe(2);
    expect(server.requests()).toBe(4);
  });

  test("that Google refuses makes the push wait for the administrator, and says why", async () => {
    server.refuseServiceAccount();
    expect(await send("phone")).toEqual({
      state: "retry",
      why: expect.stringContaining("invalid_grant: account not found"),
      after: undefined,
      everyone: true,
    });
    expect(server.received.all).toEqual([]);
  });

  test("is not given for a wrong signature", async () => {
    const privateKey = generateKeyPairSync("rsa", { modulusLength: 2048 })
      .privateKey.export({ type: "pkcs8", format: "pem" })
      .toString();
    const serviceAccount = { ...parseServiceAccount(server.serviceAccount), privateKey };
    const [outcome] = await makeFcm({ url: server.url, serviceAccount }).send([pushTo("phone")]);
    expect(outcome).toMatchObject({ state: "retry", why: expect.stringMatching(/signature/) });
  });

  test("that could not be obtained is requested again by the next push", async () => {
    server.misbehave({ status: 400, body: { error: "invalid_grant" } });
    expect(await send("phone")).toMatchObject({ state: "retry", everyone: true });
    expect(await send("phone")).toEqual({ state: "accepted" });
  });

  test("that is missing in the answer is requested again by the next push", async () => {
    server.misbehave({ status: 200, body: { expires_in: 3600, token_type: "Bearer" } });
    expect(await send("phone")).toMatchObject({
      state: "retry",
      why: expect.stringContaining("no access token for the service account"),
      everyone: true,
    });
    expect(await send("phone")).toEqual({ state: "accepted" });
  });

  test("that Google is too busy to give is asked for as late as Google says", async () => {
    const busy = { status: 429, headers: { "retry-after": "120" }, body: { error: "busy" } };
    server.misbehave(busy, Number.POSITIVE_INFINITY);
    expect(await send("phone")).toMatchObject({ state: "retry", after: 120_000, everyone: true });
  });

  test("that does not come in time makes the push wait", async () => {
    server.misbehave({ slow: 600_000 }, Number.POSITIVE_INFINITY);
    const [outcome] = await fcmAt(server, 100).send([pushTo("phone")]);
    expect(outcome).toMatchObject({ state: "retry", everyone: true });
  });
});

const ofField = (field: string) => ({
  "@type": "type.googleapis.com/google.rpc.BadRequest",
  fieldViolations: [{ field, description: "wrong" }],
});

describe("an error", () => {
  const ofQuota = (subject: string, description = "exceeded") => ({
    "@type": "type.googleapis.com/google.rpc.QuotaFailure",
    violations: [{ subject, description }],
  });

  test.each([
    ["UNREGISTERED", fcmError("UNREGISTERED"), "dead", undefined],
    [
      "an unknown project, which says nothing about the token",
      { status: 404, body: { error: { code: 404, status: "NOT_FOUND" } } },
      "retry",
      true,
    ],
    [
      "a malformed token, by its field",
      fcmError("INVALID_ARGUMENT", "invalid", ofField("message.token")),
      "dead",
      undefined,
    ],
    [
      "a malformed token, by its message",
      fcmError("INVALID_ARGUMENT", "not a valid FCM registration token"),
      "dead",
      undefined,
    ],
    [
      "another wrong field",
      fcmError("INVALID_ARGUMENT", "invalid", ofField("message.data")),
      "failed",
      undefined,
    ],
    ["SENDER_ID_MISMATCH", fcmError("SENDER_ID_MISMATCH"), "failed", undefined],
    ["QUOTA_EXCEEDED", fcmError("QUOTA_EXCEEDED"), "retry", true],
    [
      "QUOTA_EXCEEDED for one device",
      fcmError("QUOTA_EXCEEDED", "slower", ofQuota("device:x")),
      "retry",
      false,
    ],
    [
      "QUOTA_EXCEEDED for one device, as its description says",
      fcmError("QUOTA_EXCEEDED", "slower", ofQuota("x", "Device message rate")),
      "retry",
      false,
    ],
    ["a redirect", { status: 302, body: "<html>" }, "retry", true],
    ["UNAVAILABLE", fcmError("UNAVAILABLE"), "retry", true],
    ["INTERNAL", fcmError("INTERNAL"), "retry", false],
    ["THIRD_PARTY_AUTH_ERROR", fcmError("THIRD_PARTY_AUTH_ERROR"), "retry", undefined],
    [
      "a project without permission",
      { status: 403, body: { error: { code: 403, status: "PERMISSION_DENIED" } } },
      "retry",
      true,
    ],
    [
      "a page that does not exist, which says nothing about the token",
      { status: 404, body: "<html>" },
      "retry",
      true,
    ],
    ["a bad gateway", { status: 502, body: "<html>" }, "retry", false],
    ["a bad request of no error of FCM's", { status: 400, body: "<html>" }, "retry", true],
    [
      "UNREGISTERED after other details",
      {
        status: 404,
        body: { error: { details: [{ fieldViolations: [] }, { errorCode: "UNREGISTERED" }] } },
      },
      "dead",
      undefined,
    ],
  ])(
    "of %s has the right state, and concerns all pushes or only its own",
    async (_what, reply, state, everyone) => {
      server.refuse("phone", reply);
      const outcome = await send("phone");
      expect(outcome).toMatchObject({ state, why: expect.stringContaining(String(reply.status)) });
      expect((outcome as { everyone?: boolean }).everyone).toBe(everyone);
    },
  );

  test.each([
    ["FCM's", fcmError("QUOTA_EXCEEDED")],
    ["no error of FCM's", { status: 429, body: "<html>" }],
  ])("of 429 with %s and no Retry-After makes pushes wait a minute", async (_what, reply) => {
    server.refuse("phone", reply);
    expect(await send("phone")).toMatchObject({ after: 60_000, everyone: true });
    server.refuse("phone", { ...reply, headers: { "retry-after": "7" } });
    expect(await send("phone")).toMatchObject({ after: 7000, everyone: true });
  });

  test("without a code is described by its message alone", async () => {
    server.refuse("phone", { status: 403, body: { error: { message: "not you" } } });
    expect(await send("phone")).toMatchObject({ why: "FCM answered 403: not you" });
  });

  test("does not affect other messages", async () => {
    server.refuse("bad", fcmError("UNREGISTERED"));
    const outcomes = await fcm.send([pushTo("good"), pushTo("bad"), pushTo("fine")]);
    expect(outcomes.map(({ state }) => state)).toEqual(["accepted", "dead", "accepted"]);
  });
});

describe("a text that is too big", () => {
  test.each([
    ["413", { status: 413, body: "" }],
    [
      "an invalid argument without details",
      {
        status: 400,
        body: {
          error: {
            code: 400,
            status: "INVALID_ARGUMENT",
            message: "Request contains an invalid argument.",
          },
        },
      },
    ],
    [
      "one that is too large in other words",
      fcmError("INVALID_ARGUMENT", "Message too large", ofField("message")),
    ],
  ])("is shortened for %s", async (_what, reply) => {
    await send("first");
    server.misbehave(reply, 2);
    expect(await send("phone", "Leave now. ".repeat(300))).toEqual({ state: "accepted" });
    expect(server.received.all.at(-1)?.notification.body.length).toBeLessThan(1000);
  });
});
