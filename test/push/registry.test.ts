import { expect, test } from "@jest/globals";
import webPush from "web-push";
import { openPush } from "../../src/delivery/push/index.ts";
import { PROVIDERS } from "../../src/delivery/push/registry.ts";
import { readConfig } from "../../src/settings/config.ts";
import { runClone } from "../helpers/database.ts";

const database = runClone();

const value = async (sql: string, values: unknown[] = []) =>
  Object.values((await database.ownerPool.query(sql, values)).rows[0])[0];

test("the registry has the providers of the database, in the same order", async () => {
  const stored = await value("select enum_range(null::app_private.push_provider)::text[]");
  expect(PROVIDERS.map(({ storedName }) => storedName)).toEqual(stored);
});

test("each provider's jobs have a lane, under the name that the database queues them by", async () => {
  const keys = webPush.generateVAPIDKeys();
  const { push, ...config } = readConfig({});
  const webPushConfig = { ...push.webPush, keys };
  const channel = await openPush(
    { ...config, push: { ...push, webPush: webPushConfig } },
    () => {},
  );
  const tasks = channel.lanes.flatMap(({ tasks }) => Object.keys(tasks));
  const queued = PROVIDERS.map(({ storedName }) => `push_${storedName}`);
  expect(tasks).toEqual([...queued, "push_receipts", "tell_by_push"]);
  await channel.close();
});
