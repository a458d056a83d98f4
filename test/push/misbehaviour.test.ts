import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import webPush from "web-push";
import type { Outcome, Provider } from "../../src/channels/push/provider.ts";
import { expoAt, fcmAt, webPushAt } from "./helpers/providers.ts";
import { pushTo } from "./helpers/push.ts";
import { startExpoServer } from "./servers/expo.ts";
import { startFcmServer } from "./servers/fcm.ts";
import type { LocalServer, Received } from "./servers/local-server.ts";
import { startWebPushServer } from "./servers/web-push.ts";

interface Scene {
  server: LocalServer & { received: Received<unknown> };
  provider: (timeout?: number) => Provider;
  token: () => string;
}

const KEYS = webPush.generateVAPIDKeys();

const SCENES: [name: string, oneHostOfAll: boolean, start: () => Promise<Scene>][] = [
  [
    "Expo",
    true,
    async () => {
      const server = await startExpoServer();
      return { server, provider: (timeout) => expoAt(server, timeout), token: () => "phone" };
    },
  ],
  [
    "FCM",
    true,
    async () => {
      const server = await startFcmServer();
      return { server, provider: (timeout) => fcmAt(server, timeout), token: () => "phone" };
    },
  ],
  [
    "Web Push",
    false,
    async () => {
      const server = await startWebPushServer({ publicKey: KEYS.publicKey });
      return {
        server,
        provider: (timeout) => webPushAt(server, KEYS, timeout),
        token: () => server.subscribe(),
      };
    },
  ],
];

describe.each(SCENES)("%s", (_name, oneHostOfAll, start) => {
  let scene: Scene;
  let provider: Provider;
  let token: string;
  beforeEach(async () => {
    scene = await start();
    provider = scene.provider();
    token = scene.token();
    // So that FCM has its access token.
    expect(await send()).toMatchObject({ state: "accepted" });
  });
  afterEach(() => scene.server.close());

  async function send(by = provider): Promise<Outcome> {
    const [outcome] = await by.send([pushTo(token)]);
    return outcome as Outcome;
  }

  test("is not waited for longer than the timeout when slow", async () => {
    const hasty = scene.provider(2000);
    expect(await send(hasty)).toMatchObject({ state: "accepted" });
    const accepted = scene.server.received.all.length;
    scene.server.misbehave({ slow: 600_000 });
    expect(await send(hasty)).toEqual({
      state: "retry",
      why: expect.stringContaining("no answer within 2 s"),
      everyone: false,
    });
    expect(scene.server.received.all).toHaveLength(accepted);
    expect(await send(hasty)).toMatchObject({ state: "accepted" });
  });

  test("is waited for within the timeout when slow", async () => {
    scene.server.misbehave({ slow: 50 });
    expect(await send()).toMatchObject({ state: "accepted" });
  });

  test("asks to wait with 429 and seconds", async () => {
    scene.server.misbehave({ status: 429, headers: { "retry-after": "17" } });
    expect(await send()).toEqual({
      state: "retry",
      why: expect.stringContaining("429"),
      after: 17_000,
      everyone: oneHostOfAll,
    });
    expect(await send()).toMatchObject({ state: "accepted" });
  });

  test("asks to wait with 429 and a date", async () => {
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    scene.server.misbehave({ status: 429, headers: { "retry-after": date } });
    const { after } = (await send()) as { after: number };
    expect(after).toBeLessThanOrEqual(3_600_000);
    expect(after).toBeGreaterThan(3_000_000);
  });

  test("is out of order with 503", async () => {
    scene.server.misbehave({ status: 503, headers: { "retry-after": "2" } });
    expect(await send()).toMatchObject({ state: "retry", after: 2000, everyone: oneHostOfAll });
  });

  test("fails once with 500", async () => {
    scene.server.misbehave({ status: 500, body: "<html>oops</html>" });
    expect(await send()).toMatchObject({
      state: "retry",
      why: expect.stringContaining("500"),
      everyone: false,
    });
    expect(await send()).toMatchObject({ state: "accepted" });
  });

  test.each([
    ["before it takes a push", "before", 0],
    ["after it took a push", "after", 1],
    ["in the middle of its answer", "midway", 1],
  ] as const)("drops the connection %s", async (_when, drop, taken) => {
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

  test("is left in the middle of a request when the service ends", async () => {
    scene.server.misbehave({ slow: 600_000 });
    const before = scene.server.requests();
    const sent = send();
    while (scene.server.requests() === before) await new Promise(setImmediate);
    await provider.close?.();
    expect(await sent).toMatchObject({ state: "retry", why: expect.stringContaining("dropped") });
  });

  test("is not there", async () => {
    await scene.server.close();
    // The first may find its connection closed, and not that no other can be made.
    await send();
    expect(await send()).toEqual({
      state: "retry",
      why: expect.stringContaining("ECONNREFUSED"),
      everyone: oneHostOfAll,
    });
  });
});
