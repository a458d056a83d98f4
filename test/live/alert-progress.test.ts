/** @database server */
import { beforeAll, describe, expect, test } from "@jest/globals";
import { refusals, runTestService, type TestUser } from "../helpers/service.ts";
import { open } from "./client.ts";
import { publish, report } from "./scene.ts";

const service = runTestService();
let rita: TestUser;
beforeAll(async () => {
  rita = await service.newUser();
});

const PROGRESS = "subscription ($id: Int!) { alertProgress(id: $id) { id reachedUsers } }";

test("sends an alert's progress at once, and again when someone is notified or has seen it", async () => {
  const id = await publish(service);
  const client = await open(service.url, service.admin);
  const follows = await client.subscribe(PROGRESS, { id });
  expect((await follows.next()).data.alertProgress).toEqual({ id, reachedUsers: 0 });
  await report(service, rita);
  expect((await follows.next()).data.alertProgress).toEqual({ id, reachedUsers: 1 });

  const { data } = await service.graphql("{ notifications(limit: 1) { id } }", {}, rita);
  const { errors } = await service.graphql(
    "mutation ($id: Int!) { notificationUpdate(input: { id: $id, seen: true }) { id } }",
    { id: data.notifications[0].id },
    rita,
  );
  expect(errors).toBeUndefined();
  expect((await follows.next()).data.alertProgress).toEqual({ id, reachedUsers: 1 });
  client.socket.close();
});

test("sends nothing for an unchanged alert, or for another one", async () => {
  const [quiet, other] = [await publish(service), await publish(service)];
  const client = await open(service.url, service.admin);
  const follows = [
    await client.subscribe(PROGRESS, { id: quiet }),
    await client.subscribe(PROGRESS, { id: other }),
  ];
  for (const one of follows) await one.next();
  // The other alert changes twice, in two polls.
  for (const active of [false, true]) {
    await service.owner.query("update app_public.alerts set active = $2 where id = $1", [
      other,
      active,
    ]);
    await follows[1]?.next();
  }
  const [first] = follows;
  expect(client.messages.filter((one) => one.id === first?.id)).toHaveLength(1);
  client.socket.close();
});

describe("alertProgress is refused", () => {
  test("for an alert that does not exist", async () => {
    const client = await open(service.url, service.admin);
    const answer = await client.begin(PROGRESS, { id: 1_000_000 }).next();
    expect(refusals(answer)).toEqual(["NOT_FOUND"]);
    client.socket.close();
  });

  test("with only a log id if the database fails", async () => {
    const { owner } = service;
    await owner.query("alter function app_private.alert_progress(integer) rename to away");
    try {
      const client = await open(service.url, service.admin);
      const answer = await client.begin(PROGRESS, { id: 1 }).next();
      expect(refusals(answer)).toEqual(["INTERNAL_SERVER_ERROR"]);
      const [, id] = answer.errors?.[0]?.message.match(/log is (\S+)\.$/) ?? [];
      expect(service.logged.some((line) => line.includes(String(id)))).toBe(true);
      client.socket.close();
    } finally {
      await owner.query("alter function app_private.away(integer) rename to alert_progress");
    }
  });
});
