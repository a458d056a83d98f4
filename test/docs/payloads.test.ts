import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { buildSchema, isInputObjectType, isObjectType } from "postgraphile/graphql";
import { batchEntry, expoMessage } from "../../src/delivery/push/expo.ts";
import { fcmMessage } from "../../src/delivery/push/fcm.ts";
import { dataOf, messageOf } from "../../src/delivery/push/message.ts";
import type { Push } from "../../src/delivery/push/provider.ts";
import { blocksOf, pageAt } from "./markdown.ts";

const page = pageAt("docs/clients.md");
const payloads = blocksOf(page)
  .filter(({ language }) => language === "json")
  .map(({ code }) => JSON.parse(code));

const push: Push = {
  token: "the-token-of-the-device",
  title: "Flood",
  text: "Leave the centre now.",
  notificationId: 7,
  alertId: 1,
  level: "ONE",
  kind: "ALERT",
  status: "ACTUAL",
  language: "en",
  expiresAt: 4_102_448_400_000,
  endsAt: performance.now() + 3_600_000,
};

/** Lifetimes depend on the time of the push. The page shows those of an hour. */
const anHour = (payload: object) =>
  JSON.parse(
    JSON.stringify(payload, (key, value) =>
      /^ttl$/i.test(key)
        ? typeof value === "number"
          ? 3600
          : value.replace(/\d+/, "3600")
        : value,
    ),
  );

test("docs/clients.md shows the payloads that the service sends", () => {
  const message = messageOf(push, 1000);
  const expo = { ...push, token: "ExponentPushToken[the-token]" };
  expect(payloads).toEqual([
    anHour(fcmMessage(push, message)),
    anHour(expoMessage(batchEntry(expo, 1000))),
    { ...message, data: dataOf(push) },
  ]);
});

test("only connection fields lead to the types that apps may ignore", () => {
  const schema = buildSchema(readFileSync("schema.graphql", "utf8"));
  const isIgnored = (name: string) =>
    /(Connection|Edge|Aggregates|GroupBy|Condition)$|Having|^(PageInfo|Cursor)$/.test(name);
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith("__"));
  const leaks: string[] = [];
  for (const type of types) {
    if (isIgnored(type.name) || !(isObjectType(type) || isInputObjectType(type))) continue;
    for (const field of Object.values(type.getFields())) {
      if (/Connection$/.test(field.name)) continue;
      const used = [field, ...("args" in field ? field.args : [])];
      const names = used.map((one) => String(one.type).replaceAll(/[[\]!]/g, "")).filter(isIgnored);
      leaks.push(...names.map((name) => `${type.name}.${field.name}: ${name}`));
    }
  }
  expect(leaks).toEqual([]);
  const all = types.filter((type) => isObjectType(type) || isInputObjectType(type));
  expect(all.filter(({ name }) => isIgnored(name)).length).toBeGreaterThan(all.length / 3);
});
