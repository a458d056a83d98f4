/** @database server */
import { beforeAll, describe, expect, test } from "@jest/globals";
import { refusals, runTestService, type TestUser } from "../helpers/service.ts";
import { type Client, type Operation, open } from "../live/client.ts";
import { publish, report } from "../live/scene.ts";

const service = runTestService();
let people: TestUser[];

beforeAll(async () => {
  people = [await service.newUser(), await service.newUser(), await service.newUser()];
  for (const user of people) await report(service, user);
});

/** Subscribes everyone with the same document. */
async function subscribeAll(query: string, variables?: object) {
  const all: { user: TestUser; client: Client; follows: Operation }[] = [];
  for (const user of people) {
    const client = await open(service.url, user);
    all.push({ user, client, follows: await client.subscribe(query, variables) });
  }
  return all;
}

describe("an event of notificationAdded", () => {
  test.each([
    ["plain columns", "id userId level latitude longitude movingActivity seen createdAt"],
    ["aliases, and a type's name", "a: id kind: __typename b: createdAt"],
    ["its alert", "id alert { id userId text1 createdAt area level2Distance }"],
    ["what may be null in it", "id user { id name }"],
    ["a list in it", "id alert { id notifications(limit: 2) { id userId } }"],
    ["a fragment", "...parts alert { ... on Alert { text2 } }"],
  ])("with %s is the same as the query's row", async (_what, fields) => {
    const fragment = fields.includes("...parts")
      ? "fragment parts on Notification { id seen }"
      : "";
    const all = await subscribeAll(`subscription { notificationAdded { ${fields} } } ${fragment}`);
    for (let turn = 0; turn < 2; turn += 1) {
      await publish(service);
      for (const { user, follows } of all) {
        const answer = await follows.next();
        const list = await service.graphql(
          `{ notifications(limit: 1) { ${fields} } } ${fragment}`,
          {},
          user,
        );
        expect(answer).toEqual({ data: { notificationAdded: list.data.notifications[0] } });
      }
    }
    for (const { client } of all) client.socket.close();
  });

  test("has the fields that its variables choose", async () => {
    const query = `subscription ($text: Boolean!) {
      notificationAdded { userId alert { id text1 @include(if: $text) } } }`;
    const [withText, without] = [
      await subscribeAll(query, { text: true }),
      await subscribeAll(query, { text: false }),
    ];
    for (let turn = 0; turn < 2; turn += 1) {
      const id = await publish(service);
      for (const [all, alert] of [
        [withText, { id, text1: "Leave." }],
        [without, { id }],
      ] as const) {
        for (const { user, follows } of all) {
          expect(await follows.next()).toEqual({
            data: { notificationAdded: { userId: user.id, alert } },
          });
        }
      }
    }
    for (const { client } of [...withText, ...without]) client.socket.close();
  });

  test("about another user's notification is null, because of row-level security", async () => {
    const [rita, otto] = people as [TestUser, TestUser];
    const client = await open(service.url, rita);
    const follows = await client.subscribe("subscription { notificationAdded { id } }");
    await publish(service);
    await follows.next();
    const { rows } = await service.owner.query<{ definition: string }>(
      `select pg_get_functiondef('app_private.notifications_between'::regproc) as definition`,
    );
    await service.owner.query(
      `create or replace function app_private.notifications_between(
          alert_ids integer[], first_ids bigint[], last_ids bigint[], user_ids integer[]
        ) returns table (id bigint, user_id integer) language plpgsql stable security definer as $$ begin return query
          select n.id::bigint, case n.user_id when ${otto.id} then ${rita.id} else 0 end from app_public.notifications n
            where n.alert_id = any (alert_ids); end $$`,
    );
    try {
      await publish(service);
      expect(await follows.next()).toEqual({ data: { notificationAdded: null } });
    } finally {
      await service.owner.query(rows[0]?.definition as string);
    }
    await publish(service);
    const { data } = await follows.next();
    expect(data.notificationAdded.id).toEqual(expect.any(Number));
    client.socket.close();
  });

  test("that cannot be read is an error, and the subscription goes on", async () => {
    const all = await subscribeAll("subscription { notificationAdded { id level } }");
    await publish(service);
    for (const { follows } of all) await follows.next();
    await service.owner.query("revoke select on app_public.notifications from app_user");
    try {
      await publish(service);
      for (const { follows } of all) {
        const answer = await follows.next();
        expect(refusals(answer)).toEqual(["FORBIDDEN at notificationAdded"]);
        expect(answer.data).toEqual({ notificationAdded: null });
      }
    } finally {
      await service.owner.query("grant select on app_public.notifications to app_user");
    }
    await publish(service);
    for (const { follows } of all) {
      const { data } = await follows.next();
      expect(data.notificationAdded.level).toBe("ONE");
    }
    for (const { client } of all) client.socket.close();
  });
});

test("events of positionAdded are the same as the query's rows", async () => {
  const fields = "id userId createdAt takenAt latitude longitude accuracy movingActivity";
  const client = await open(service.url, service.admin);
  const follows = await client.subscribe(`subscription { positionAdded { ${fields} } }`);
  for (let turn = 0; turn < 2; turn += 1) {
    for (const user of people) await report(service, user);
    const { data } = await service.graphql(
      `{ positions(limit: ${people.length}) { ${fields} } }`,
      {},
      service.admin,
    );
    const told: object[] = [];
    while (told.length < people.length) told.push((await follows.next()).data.positionAdded);
    expect(new Set(told)).toEqual(new Set(data.positions));
  }
  client.socket.close();
});

test("a subscriber who leaves during a publication does not keep the others from their events", async () => {
  const all = await subscribeAll(
    "subscription { notificationAdded { userId alertId movingActivity } }",
  );
  const [first, ...others] = all;
  const alertId = await publish(service).finally(() => first?.client.socket.terminate());
  for (const { user, follows } of others) {
    expect((await follows.next()).data.notificationAdded).toMatchObject({
      userId: user.id,
      alertId,
    });
  }
});
