import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import webPush from "web-push";
import type { Outcome, Provider } from "../../src/delivery/push/provider.ts";
import { expoAt, fcmAt, webPushAt } from "./helpers/providers.ts";
import { LATE, LONG_TEXTS, pushTo } from "./helpers/push.ts";
import { startExpoServer } from "./servers/expo.ts";
import { startFcmServer } from "./servers/fcm.ts";
import type { LocalServer, Received } from "./servers/local-server.ts";
import { startWebPushServer } from "./servers/web-push.ts";

interface Scene {
  server: LocalServer & { received: Received<unknown> };
  provider: (timeout?: number) => Provider;
  token: () => string;
  /** The text of the last push that was accepted, and the seconds for which the provider keeps it. */
  last: () => { body?: string | undefined; ttl?: number | undefined };
}

const KEYS = webPush.generateVAPIDKeys();

const SCENES: [name: string, hasOneHost: boolean, start: (limit?: number) => Promise<Scene>][] = [
  [
    "Expo",
    true,
    async (limit) => {
      const server = await startExpoServer(limit ? { limit } : {});
      return {
        server,
        provider: (timeout) => expoAt(server, timeout),
        token: () => "phone",
        last: () => server.received.all.at(-1) ?? {},
      };
    },
  ],
  [
    "FCM",
    true,
    async (limit) => {
      const server = await startFcmServer(limit ? { limit } : {});
      return {
        server,
        provider: (timeout) => fcmAt(server, timeout),
        token: () => "phone",
        last() {
          const { notification, android } = server.received.all.at(-1) ?? {};
          return { body: notification?.body, ttl: Number.parseInt(android?.ttl ?? "", 10) };
        },
      };
    },
  ],
  [
    "Web Push",
    false,
    async (limit) => {
      const { publicKey } = KEYS;
      const server = await startWebPushServer(limit ? { publicKey, limit } : { publicKey });
      return {
        server,
        provider: (timeout) => webPushAt(server, KEYS, timeout),
        token: () => server.subscribe(),
        last() {
          const received = server.received.all.at(-1);
          return { body: received?.read().body, ttl: received?.ttl };
        },
      };
    },
  ],
];

describe.each(SCENES)("%s", (_name, hasOneHost, start) => {
  let scene: Scene;
  let provider: Provider;
  let token: string;
  beforeEach(async () => {
    scene = await start();
    provider = scene.provider();
    token = scene.token();
    // After this push, FCM has its access token.
    expect(await send()).toMatchObject({ state: "accepted" });
  });
  afterEach(() => scene.server.close());

  async function send(by = provider, given: Parameters<typeof pushTo>[1] = {}): Promise<Outcome> {
    const [outcome] = await by.send([pushTo(token, given)]);
    return outcome as Outcome;
  }

  test("that keeps pushes for four weeks takes those of an alert that lasts for longer", async () => {
    const lasts = 300 * 86_400_000;
    expect(await send(provider, { lasts })).toMatchObject({ state: "accepted" });
  });

  test("keeps a push until the alert ends", async () => {
    await send(provider, { lasts: 90_500 });
    expect(scene.last().ttl).toBeLessThanOrEqual(90);
    expect(scene.last().ttl).toBeGreaterThan(30);
  });

  test("gets no push of an alert that has ended", async () => {
    const before = scene.server.requests();
    expect(await send(provider, { lasts: -1 })).toEqual(LATE);
    expect(scene.server.requests()).toBe(before);
  });

  test.each(LONG_TEXTS)("gets a text that is too big cut: %s", async (_what, text) => {
    const before = scene.server.requests();
    expect(await send(provider, { text })).toMatchObject({ state: "accepted" });
    expect(scene.server.requests()).toBe(before + 1);
    const { body = "" } = scene.last();
    expect(text.startsWith(body.slice(0, -1))).toBe(true);
    expect(body).toMatch(/.…$/su);
  });

  test("gets a text shorter until it takes it", async () => {
    const strict = await start(700);
    try {
      const text = "请立即离开市中心。".repeat(500);
      const [outcome] = await strict.provider().send([pushTo(strict.token(), { text })]);
      expect(outcome).toMatchObject({ state: "accepted" });
      const { body = "" } = strict.last();
      expect(text.startsWith(body.slice(0, -1))).toBe(true);
      expect(body.length).toBeGreaterThan(20);
    } finally {
      await strict.server.close();
    }
  });

  test("that is slow is not waited for after the timeout", async () => {
    const hasty = scene.provider(4000);
    expect(await send(hasty)).toMatchObject({ state: "accepted" });
    const accepted = scene.server.received.all.length;
    scene.server.misbehave({ slow: 600_000 });
    expect(await send(hasty)).toEqual({
      state: "retry",
      why: expect.stringContaining("no answer within 4 s"),
      everyone: false,
    });
    expect(scene.server.received.all).toHaveLength(accepted);
    // One of several hosts is left alone for a while, so that it does not hold up the pushes to others.
    expect(await send(hasty)).toMatchObject(
      hasOneHost ? { state: "accepted" } : { state: "retry", unsent: true, everyone: false },
    );
  });

  test("that is slow is waited for until the timeout", async () => {
    scene.server.misbehave({ slow: 50 });
    expect(await send()).toMatchObject({ state: "accepted" });
  });

  test("that answers 429 with seconds makes the push wait", async () => {
    scene.server.misbehave({ status: 429, headers: { "retry-after": "17" } });
    expect(await send()).toEqual({
      state: "retry",
      why: expect.stringContaining("429"),
      after: 17_000,
      everyone: hasOneHost,
    });
    expect(await send()).toMatchObject({ state: "accepted" });
  });

  test("that answers 429 with a date makes the push wait", async () => {
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    scene.server.misbehave({ status: 429, headers: { "retry-after": date } });
    const { after } = (await send()) as { after: number };
    expect(after).toBeLessThanOrEqual(3_600_000);
    expect(after).toBeGreaterThan(3_000_000);
  });

  test("that answers 503 makes the push wait", async () => {
    scene.server.misbehave({ status: 503, headers: { "retry-after": "2" } });
    expect(await send()).toMatchObject({ state: "retry", after: 2000, everyone: hasOneHost });
  });

  test("that answers 500 once is tried again", async () => {
    scene.server.misbehave({ status: 500, body: "<html>oops</html>" });
    expect(await send()).toMatchObject({
      state: "retry",
      why: expect.stringContaining("500"),
      everyone: false,
    });
    expect(await send()).toMatchObject({ state: "accepted" });
  });

  test.each([
    ["before it accepts a push", "before", 0],
    ["after it accepted a push", "after", 1],
    ["in the middle of its answer", "midway", 1],
  ] as const)("that drops the connection %s is tried again", async (_when, drop, taken) => {
    const accepted = scene.server.received.all.length;
    scene.server.misbehave({ drop });
    expect(await send()).toEqual({
      state: "retry",
      why: expect.stringContaining("dropped"),
      everyone: false,
    });
    expect(scene.server.received.all).toHaveLength(accepted + taken);
    expect(await send()).toMatchObject({ state: "accepted" });
  });

  test("loses the connection in the middle of a request when the service ends", async () => {
    scene.server.misbehave({ slow: 600_000 });
    const before = scene.server.requests();
    const sent = send();
    while (scene.server.requests() === before) await new Promise(setImmediate);
    await provider.close?.();
    expect(await sent).toMatchObject({ state: "retry", why: expect.stringContaining("dropped") });
  });

  test("that is not running is unreachable", async () => {
    await scene.server.close();
    // The first push may only find its old connection closed.
    await send();
    expect(await send()).toMatchObject({
      state: "retry",
      why: expect.stringContaining("ECONNREFUSED"),
      everyone: hasOneHost,
    });
  });
});
