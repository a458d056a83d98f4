import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import type { Task } from "graphile-worker";
import webPush from "web-push";
import { openProviders, openPush } from "../../src/delivery/push/index.ts";
import { readConfig } from "../../src/settings/config.ts";
import { until } from "../helpers/until.ts";
import { expoAt } from "./helpers/providers.ts";
import { pushTo } from "./helpers/push.ts";
import { startExpoServer } from "./servers/expo.ts";
import { startFcmServer } from "./servers/fcm.ts";
import { startWebPushServer } from "./servers/web-push.ts";

const open = (env: NodeJS.ProcessEnv) => openProviders(readConfig(env).push);
const statusOf = async (env: NodeJS.ProcessEnv) =>
  Object.fromEntries((await open(env)).map(({ entry, status }) => [entry.name, status]));

test("without credentials every provider is off, and says what to set", async () => {
  expect(await statusOf({})).toMatchObject({
    expo: "off: set EXPO_ACCESS_TOKEN",
    fcm: "off: set FCM_SERVICE_ACCOUNT",
    webPush: "off: set VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY",
  });
});

test("the embedded database keeps keys for Web Push, and PostgreSQL none, as each host would make its own", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "las-push-"));
  const { push } = readConfig({});
  const logged: string[] = [];
  for (const databaseUrl of ["postgres://localhost/las", undefined]) {
    const channel = await openPush({ push, databaseUrl, dataDir }, (line) => logged.push(line));
    expect(typeof channel.vapidPublicKey).toBe(databaseUrl ? "undefined" : "string");
    expect((await readdir(dataDir)).length > 0).toBe(!databaseUrl);
    await channel.close();
  }
  const offs = logged.filter((line) => line.startsWith("push: webPush is off: set "));
  expect(offs).toHaveLength(1);
  expect(logged.filter((line) => line.startsWith("push: expo is off: set "))).toHaveLength(2);
  const keys = webPush.generateVAPIDKeys();
  const configured = { ...push, webPush: { ...push.webPush, keys } };
  const channel = await openPush({ push: configured, databaseUrl: undefined, dataDir }, () => {});
  expect(channel.vapidPublicKey).toBe(keys.publicKey);
  await channel.close();
  await rm(dataDir, { recursive: true });
});

test("a provider that is off makes its pushes wait", async () => {
  for (const { entry, provider, status } of await open({})) {
    expect(await provider.send([pushTo("phone")])).toEqual([
      { state: "retry", why: `${entry.name} is ${status}`, everyone: true, unsent: true },
    ]);
  }
});

test("failures in Expo's receipts are logged, and closing the channels ends a request for receipts", async () => {
  const server = await startExpoServer();
  const { push } = readConfig({
    EXPO_ACCESS_TOKEN: server.accessToken,
    EXPO_PUSH_URL: server.url,
  });
  const logged: unknown[] = [];
  const databaseUrl = "postgres://localhost/las";
  const channel = await openPush({ push, databaseUrl, dataDir: "" }, (line, level, fields) => {
    if (level === "warn") logged.push([line, fields]);
  });
  try {
    server.failLater("ExponentPushToken[phone]", "InvalidCredentials");
    const [sent] = await expoAt(server).send([pushTo("ExponentPushToken[phone]")]);
    const { receipt } = sent as { receipt?: string };
    const task = channel.lanes.at(-1)?.tasks.push_receipts as Task;
    const query = async () => ({ rows: [] });
    const check = async () =>
      await task({ provider: "expo", receipts: [receipt] }, { query } as never);
    await check();
    expect(logged).toEqual([
      [
        "push: expo fails",
        { failures: 1, why: 'Expo: InvalidCredentials: "…" was refused: InvalidCredentials' },
      ],
    ]);
    server.misbehave({ slow: 600_000 });
    const before = server.requests();
    const dropped = expect(check()).rejects.toThrow("dropped");
    await until(() => server.requests() > before);
    await channel.close();
    await dropped;
  } finally {
    await Promise.all([channel.close(), server.close()]);
  }
});

test("each provider takes as many pushes at once as it allows, in two jobs", async () => {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  const key = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  const opened = await open({
    EXPO_ACCESS_TOKEN: "secret",
    FCM_SERVICE_ACCOUNT: JSON.stringify({
      project_id: "town",
      client_email: "alerts@town.example",
      private_key: key.export({ type: "pkcs8", format: "pem" }),
      token_uri: "https://oauth2.googleapis.com/token",
    }),
    VAPID_PUBLIC_KEY: publicKey,
    VAPID_PRIVATE_KEY: privateKey,
    VAPID_SUBJECT: "mailto:alerts@town.example",
  });
  expect(
    opened
      .filter(({ status }) => status === "on")
      .map(({ entry, provider: { name, batchSize, concurrency } }) => [
        name,
        batchSize,
        concurrency,
        entry.lane.concurrency,
      ]),
  ).toEqual([
    ["expo", 100, 6, 2],
    ["fcm", 1, 64, 2],
    ["webPush", 1, 64, 2],
  ]);
});

test("a provider with credentials is on, whatever the others are", async () => {
  expect(await statusOf({ EXPO_ACCESS_TOKEN: "secret" })).toMatchObject({
    expo: "on",
    fcm: expect.stringMatching(/^off/),
  });
});

test("each provider reaches the server of its setting", async () => {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  const expo = await startExpoServer();
  const fcm = await startFcmServer();
  const browsers = await startWebPushServer({ publicKey });
  const opened = await open({
    EXPO_ACCESS_TOKEN: expo.accessToken,
    EXPO_PUSH_URL: expo.url,
    FCM_SERVICE_ACCOUNT: fcm.serviceAccount,
    FCM_URL: fcm.url,
    VAPID_PUBLIC_KEY: publicKey,
    VAPID_PRIVATE_KEY: privateKey,
    WEB_PUSH_HOSTS: "127.0.0.1",
  });
  try {
    const tokens: Record<string, string> = {
      expo: "ExponentPushToken[phone]",
      fcm: `phone:${"x".repeat(140)}`,
      webPush: browsers.subscribe(),
    };
    for (const { entry, provider } of opened.filter(({ status }) => status === "on")) {
      expect(entry.name).toBe(provider.name);
      const outcomes = await provider.send([pushTo(tokens[entry.name] as string)]);
      expect(outcomes).toEqual([expect.objectContaining({ state: "accepted" })]);
    }
    for (const { received } of [expo, fcm, browsers]) expect(received.all).toHaveLength(1);
  } finally {
    await Promise.all(opened.map(({ provider }) => provider.close?.()));
    await Promise.all([expo.close(), fcm.close(), browsers.close()]);
  }
});
