import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import webPush from "web-push";
import type { Outcome, Provider } from "../../src/delivery/push/provider.ts";
import { sendAll } from "../../src/delivery/push/send-pushes.ts";
import { makeWebPush } from "../../src/delivery/push/web-push.ts";
import { webPushAt } from "./helpers/providers.ts";
import { pushTo } from "./helpers/push.ts";
import { startLocalServer } from "./servers/local-server.ts";
import { startWebPushServer, type WebPushServer } from "./servers/web-push.ts";

const KEYS = webPush.generateVAPIDKeys();

let server: WebPushServer;
let provider: Provider;
beforeEach(async () => {
  server = await startWebPushServer({ publicKey: KEYS.publicKey });
  provider = webPushAt(server, KEYS);
});
afterEach(() => server.close());

async function send(token: string, text?: string): Promise<Outcome> {
  const [outcome] = await provider.send([pushTo(token, text === undefined ? {} : { text })]);
  return outcome as Outcome;
}

test("the browser decrypts the text, the ids and the level", async () => {
  const push = pushTo(server.subscribe(), { title: "Flood" });
  expect(await provider.send([push])).toEqual([{ state: "accepted" }]);
  expect(server.received.all[0]?.read()).toEqual({
    title: "Flood",
    body: push.text,
    data: {
      notificationId: push.notificationId,
      alertId: 7,
      level: "TWO",
      kind: "ALERT",
      status: "ACTUAL",
      language: "en",
    },
  });
});

test("a short text is the title, as browsers show none without one, and not the body too", async () => {
  await send(server.subscribe(), "Leave the centre now.");
  expect(server.received.all[0]?.read()).toMatchObject({
    title: "Leave the centre now.",
    body: "",
  });
});

test("no other browser can decrypt a push", async () => {
  const [token, other] = [server.subscribe(), server.subscribe()];
  const { keys } = JSON.parse(other);
  // This subscription has the endpoint of one browser and the keys of another.
  expect(await send(JSON.stringify({ ...JSON.parse(token), keys }))).toEqual({ state: "accepted" });
  expect(() => server.received.all[0]?.read()).toThrow();
});

test.each([
  ["ONE", "high"],
  ["TWO", "normal"],
  ["THREE", "normal"],
] as const)("level %s has the urgency %s", async (level, urgency) => {
  await provider.send([pushTo(server.subscribe(), { level })]);
  expect(server.received.all[0]).toMatchObject({ urgency });
});

test("a push sent twice has one topic, which replaces the first", async () => {
  const push = pushTo(server.subscribe());
  await provider.send([push, push, pushTo(push.token)]);
  const topics = server.received.all.map(({ topic }) => topic);
  expect(topics).toHaveLength(3);
  expect(new Set(topics).size).toBe(2);
});

test("a push service takes the topic of each notification, whatever its id", async () => {
  const ids = Array.from({ length: 16 }, (_, digits) => 10 ** digits);
  const pushes = ids.map((notificationId) => pushTo(server.subscribe(), { notificationId }));
  expect(await provider.send(pushes)).toEqual(Array(16).fill({ state: "accepted" }));
  expect(server.requests()).toBe(16);
  expect(new Set(server.received.all.map(({ topic }) => topic)).size).toBe(16);
});

test("a push whose topic is refused is sent once more without one", async () => {
  server.misbehave({ status: 400, body: { reason: "BadWebPushTopic" } });
  expect(await send(server.subscribe())).toEqual({ state: "accepted" });
  expect(server.received.all[0]?.topic).toBeUndefined();
  server.misbehave({ status: 400, body: { reason: "BadWebPushTopic" } }, 2);
  expect(await send(server.subscribe())).toMatchObject({ state: "failed" });
});

test.each(["dropped", "channelthrottled"])(
  "a push that Microsoft's service took and %s is tried again",
  async (state) => {
    server.misbehave({ status: 201, headers: { "x-wns-status": state } });
    expect(await send(server.subscribe())).toMatchObject({ state: "retry", everyone: false });
    server.misbehave({ status: 201, headers: { "x-wns-status": "received" } });
    expect(await send(server.subscribe())).toEqual({ state: "accepted" });
  },
);

test("returns the outcome of each push", async () => {
  const [good, gone] = [server.subscribe(), server.subscribe()];
  server.refuse(gone, 410);
  const outcomes = await provider.send([pushTo(good), pushTo(gone), pushTo("{}")]);
  expect(outcomes.map(({ state }) => state)).toEqual(["accepted", "dead", "failed"]);
});

test.each([
  [404, "dead"],
  [410, "dead"],
  [400, "failed"],
  [401, "retry"],
  [403, "failed"],
  [406, "retry"],
  [408, "retry"],
  [429, "retry"],
  [500, "retry"],
  [503, "retry"],
])("an answer of %i means %s, and says why", async (status, state) => {
  const token = server.subscribe();
  server.refuse(token, status);
  expect(await send(token)).toMatchObject({ state, why: expect.stringContaining(String(status)) });
});

test.each([
  [401, "Invalid bearer token: Auth expired", "retry"],
  [401, "VAPID public key mismatch", "failed"],
  [401, "VapidPkHashMismatch", "failed"],
  [403, '{"reason":"BadJwtToken"}', "retry"],
  [403, "permission denied: invalid JWT provided", "retry"],
  [403, "exp claim must not be more than 24 hours ahead", "retry"],
  [403, "token expired", "retry"],
  [403, "the VAPID credentials do not correspond to those of the subscription", "failed"],
  [403, "unexpected", "failed"],
  [400, "invalid JWT", "failed"],
])("an answer of %i: %s means %s, for this push only", async (status, body, state) => {
  server.misbehave({ status, body });
  const outcome = await send(server.subscribe());
  expect(outcome).toMatchObject({ state, why: expect.stringContaining(body) });
  expect(outcome).not.toHaveProperty("everyone", true);
});

test("a server of UnifiedPush takes a push as its specification says, at an address that is listed", async () => {
  const subscription = JSON.parse(server.subscribe());
  const requests: { path: string; body: number; encoding: unknown }[] = [];
  const statuses = [201, 404, 413, 429];
  // https://unifiedpush.org/developers/spec/server/: it forwards 1 to 4,096 bytes to whoever has the address.
  const unifiedPush = await startLocalServer(({ path, headers, body }) => {
    requests.push({ path, body: body.length, encoding: headers["content-encoding"] });
    return { status: statuses.shift() ?? 201 };
  });
  const endpoint = `${unifiedPush.url}/upABC?up=1`;
  const token = JSON.stringify({ ...subscription, endpoint });
  const states: string[] = [];
  for (const _ of [201, 404]) states.push((await send(token)).state);
  // Too big: sent again, shorter. Then the address gets too many.
  states.push((await send(token, "Leave the centre now. ".repeat(300))).state);
  expect(states).toEqual(["accepted", "dead", "retry"]);
  expect(requests).toHaveLength(4);
  for (const { path, body, encoding } of requests) {
    expect([path, encoding]).toEqual(["/upABC?up=1", "aes128gcm"]);
    expect(body).toBeLessThanOrEqual(4096);
  }
  await unifiedPush.close();
});

test("406, by which Microsoft's service asks for fewer pushes, makes its push wait as long as it says", async () => {
  const headers = { "retry-after": "900", "x-wns-status": "appthrottled" };
  server.misbehave({ status: 406, headers });
  expect(await send(server.subscribe())).toEqual({
    state: "retry",
    why: expect.stringContaining("406"),
    after: 900_000,
    everyone: false,
  });
});

test.each([
  ["three hours behind", -3, /jwt expired/],
  ["a day ahead", 25, /24 hours/],
])(
  "a push of a host whose clock is %s is tried again, and taken when the clock is right",
  async (_what, hours, why) => {
    const token = server.subscribe();
    jest.useFakeTimers({
      now: Date.now() + hours * 3_600_000,
      doNotFake: ["nextTick", "setImmediate", "queueMicrotask", "performance"],
    });
    const sent = send(token);
    // The request was made with the wrong time. The push service has the right one.
    jest.useRealTimers();
    expect(await sent).toMatchObject({ state: "retry", why: expect.stringMatching(why) });
    expect(await send(token)).toEqual({ state: "accepted" });
  },
);

test("the reason of a failure has the beginning of the push service's answer", async () => {
  server.misbehave({ status: 400, body: `no\r\n  ${"x".repeat(5000)}` });
  const token = server.subscribe();
  const { why } = (await send(token)) as { why: string };
  expect(why).toMatch(/^127\.0\.0\.1:\d+ answered 400: no xxx/);
  expect(why.length).toBeLessThan(300);
});

test("a subscription that is not whole concerns only its own pushes", async () => {
  const { keys, ...others } = JSON.parse(server.subscribe());
  for (const wrong of [
    { ...others, keys: { p256dh: keys.p256dh } },
    { ...others, keys: { auth: keys.auth } },
    { ...others, keys: { ...keys, auth: 7 } },
    { ...others, keys: { ...keys, p256dh: "" } },
    { keys },
    { keys, endpoint: "" },
  ]) {
    expect(await send(JSON.stringify(wrong))).toEqual({
      state: "failed",
      why: "the token is not a Web Push subscription",
    });
  }
});

test("a silent push service gets no more pushes than are sent at once, and another one all of its own", async () => {
  const silent = await startLocalServer(() => new Promise(() => {}));
  try {
    const hasty = webPushAt(server, KEYS, 10_000);
    const toSilent = () =>
      JSON.stringify({ ...JSON.parse(server.subscribe()), endpoint: `${silent.url}/push` });
    const tokens = Array.from({ length: 100 }, () => [toSilent(), server.subscribe()]).flat();
    const sent = await sendAll(
      hasty,
      tokens.map((token) => pushTo(token)),
    );
    const outcomes = sent.map(({ outcome }) => outcome);
    expect(outcomes.filter((_, at) => at % 2 === 1)).toEqual(
      Array(100).fill({ state: "accepted" }),
    );
    expect(silent.requests()).toBeLessThanOrEqual(hasty.concurrency);
    const held = outcomes.filter((outcome) => outcome.state === "retry" && outcome.unsent);
    expect(held).toHaveLength(100 - silent.requests());
  } finally {
    await silent.close();
  }
});

test("each push service gets its own authorization", async () => {
  const another = await startWebPushServer({ publicKey: KEYS.publicKey });
  try {
    const subscribed = [server, another, server].map((of) => pushTo(of.subscribe()));
    expect(await provider.send(subscribed)).toEqual(Array(3).fill({ state: "accepted" }));
  } finally {
    await another.close();
  }
});

test("a push is refused with other keys than the browser subscribed with", async () => {
  const stranger = webPushAt(server, webPush.generateVAPIDKeys());
  expect(await stranger.send([pushTo(server.subscribe())])).toEqual([
    { state: "failed", why: expect.stringMatching(/403: not the key/) },
  ]);
});

test("a text uses every byte that a push service accepts", async () => {
  expect(await send(server.subscribe(), "x".repeat(10_000))).toEqual({ state: "accepted" });
  expect(server.received.all[0]?.body).toHaveLength(4096);
});

describe("a subscription that a user sends", () => {
  const keys = () => JSON.parse(server.subscribe()).keys;

  test.each([
    ["text", "token"],
    ["an incomplete subscription", '{"endpoint":"https://fcm.googleapis.com/fcm/send/x"}'],
    ["null", "null"],
    ["a list", "[]"],
    [
      "keys that are numbers",
      '{"endpoint":"https://fcm.googleapis.com/x","keys":{"p256dh":1,"auth":2}}',
    ],
  ])("fails for %s", async (_what, token) => {
    expect(await send(token)).toEqual({
      state: "failed",
      why: "the token is not a Web Push subscription",
    });
  });

  test.each([
    ["too short", { p256dh: "AAAA", auth: "AAAA" }],
    ["not on the curve", { p256dh: `B${"A".repeat(86)}`, auth: "AAAAAAAAAAAAAAAAAAAAAA" }],
  ])("fails for keys that are %s", async (_what, wrong) => {
    const { endpoint } = JSON.parse(server.subscribe());
    expect(await send(JSON.stringify({ endpoint, keys: wrong }))).toEqual({
      state: "failed",
      why: expect.any(String),
    });
    expect(server.requests()).toBe(0);
  });

  test("causes no request to a host that is not allowed", async () => {
    const victim = await startLocalServer(() => ({ status: 201 }));
    try {
      const { port } = new URL(victim.url);
      const browsersOnly = makeWebPush({ keys: KEYS, subject: "mailto:ada@example.org" });
      for (const host of ["127.0.0.1", "localhost", "127.1", "[::1]", "2130706433"]) {
        const token = JSON.stringify({ endpoint: `http://${host}:${port}/`, keys: keys() });
        expect(await browsersOnly.send([pushTo(token)])).toEqual([
          { state: "failed", why: expect.stringContaining("host") },
        ]);
      }
      expect(victim.requests()).toBe(0);
    } finally {
      await victim.close();
    }
  });

  test("is not followed through redirects", async () => {
    const victim = await startLocalServer(() => ({ status: 201 }));
    try {
      for (const status of [301, 302, 307, 308]) {
        server.misbehave({ status, headers: { location: victim.url } });
        expect(await send(server.subscribe())).toMatchObject({ state: "failed" });
      }
      expect(victim.requests()).toBe(0);
    } finally {
      await victim.close();
    }
  });
});
