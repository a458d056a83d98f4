import { expect, test } from "@jest/globals";
import webPush from "web-push";
import { readConfig } from "../../src/config/config.ts";
import { makeProviders } from "../../src/push/index.ts";
import { pushTo } from "./helpers/push.ts";
import { startExpoServer } from "./servers/expo.ts";
import { startFcmServer } from "./servers/fcm.ts";
import { startWebPushServer } from "./servers/web-push.ts";

test("without credentials every provider is off, and says what to set", () => {
  const { providers, status } = makeProviders(readConfig({}).push);
  expect([...providers.keys()]).toEqual([]);
  expect(status).toEqual({
    expo: "off: set EXPO_ACCESS_TOKEN",
    fcm: "off: set FCM_SERVICE_ACCOUNT",
    webPush: "off: set VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY",
  });
});

test("one with credentials is on, whatever the others are", () => {
  const { providers, status } = makeProviders(readConfig({ EXPO_ACCESS_TOKEN: "secret" }).push);
  expect([...providers.keys()]).toEqual(["expo"]);
  expect(status).toMatchObject({ expo: "on", fcm: expect.stringMatching(/^off/) });
});

test("all reach the servers that the environment names", async () => {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  const expo = await startExpoServer();
  const fcm = await startFcmServer();
  const browsers = await startWebPushServer({ publicKey });
  try {
    const config = readConfig({
      EXPO_ACCESS_TOKEN: expo.accessToken,
      EXPO_PUSH_URL: expo.url,
      FCM_SERVICE_ACCOUNT: fcm.serviceAccount,
      FCM_URL: fcm.url,
      VAPID_PUBLIC_KEY: publicKey,
      VAPID_PRIVATE_KEY: privateKey,
      WEB_PUSH_HOSTS: "127.0.0.1",
    });
    const { providers, status } = makeProviders(config.push);
    expect(status).toEqual({ expo: "on", fcm: "on", webPush: "on" });
    for (const [name, token] of [
      ["expo", "phone"],
      ["fcm", "phone"],
      ["web_push", browsers.subscribe()],
    ] as const) {
      const provider = providers.get(name);
      expect(provider?.name).toBe(name);
      expect(await provider?.send([pushTo(token)])).toMatchObject([{ state: "accepted" }]);
    }
    expect([expo, fcm, browsers].map(({ received }) => received.all.length)).toEqual([1, 1, 1]);
  } finally {
    await Promise.all([expo.close(), fcm.close(), browsers.close()]);
  }
});
