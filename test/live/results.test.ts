import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { makeTokens } from "../../src/auth/tokens.ts";
import { makePreset } from "../../src/graphile.config.ts";
import type { StepPart } from "../../src/graphql/direct-rows/plan-parts.ts";
import { CONSTRAINT_MESSAGES } from "../../src/graphql/errors/database-errors.ts";
import { makeApp } from "../../src/http/app.ts";
import { serveWebsockets, type Websockets } from "../../src/http/websockets.ts";
import { type Live, startLive } from "../../src/live/index.ts";
import { refusals, startTestService, type TestService, type TestUser } from "../helpers/service.ts";
import { type Client, type Operation, open } from "./client.ts";
import { publish, report } from "./scene.ts";

let service: TestService;
/** A host on the service's database of which it is known when Grafast executes an event. */
let host: {
  server: Server;
  url: string;
  live: Live;
  websockets: Websockets;
  release(): Promise<void>;
};
let executed = 0;
let people: TestUser[];

const CountEventsPlugin: GraphileConfig.Plugin = {
  name: "CountEventsPlugin",
  grafast: {
    middleware: {
      executeStep(next, { step }) {
        const { layerPlan } = step as unknown as StepPart;
        if (layerPlan.reason.type === "subscription") executed += 1;
        return next();
      },
    },
  },
};

beforeAll(async () => {
  service = await startTestService();
  const { hostPool: pool } = service.database;
  const { rows } = await service.owner.query<{ name: string; message: string }>(
    CONSTRAINT_MESSAGES,
  );
  const log = (line: string) => void service.logged.push(line);
  const live = await startLive(pool, log);
  const tokens = makeTokens(service.config.jwtSecret as string, 1000);
  const preset = makePreset({
    pool,
    tokens,
    live,
    constraintMessages: new Map(rows.map(({ name, message }) => [name, message])),
    isProduction: true,
    log,
  });
  const { app, serv, release } = await makeApp({
    config: service.config,
    database: service.database,
    tokens,
    log,
    preset: { extends: [preset], plugins: [CountEventsPlugin] },
    isEnding: () => false,
  });
  const server = createServer(app);
  const websockets = serveWebsockets(server, {
    serv,
    tokens,
    live,
    pool,
    config: service.config,
    log,
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  host = { server, url: `http://localhost:${port}`, live, websockets, release };
  people = [await service.newUser(), await service.newUser(), await service.newUser()];
  for (const user of people) await report(service, user);
});
afterAll(async () => {
  await host.websockets.close(0);
  await new Promise((resolve) => host.server.close(resolve));
  await host.release();
  await host.live.stop();
  await service.stop();
});

/** Everyone subscribed to the same. */
async function subscribeAll(query: string, variables?: object) {
  const all: { user: TestUser; client: Client; follows: Operation }[] = [];
  for (const user of people) {
    const client = await open(host.url, user);
    all.push({ user, client, follows: await client.subscribe(query, variables) });
  }
  return all;
}

describe("an event of a subscription to one's notifications", () => {
  test.each([
    ["plain columns", "id userId level latitude longitude movingActivity seen createdAt", true],
    ["aliases, and a type's name", "a: id kind: __typename b: createdAt", true],
    ["its alert", "id alert { id userId text1 createdAt area level2Distance }", true],
    ["what may be null in it", "id user { id name }", false],
    ["a list in it", "id alert { id notifications(limit: 2) { id userId } }", false],
    ["a fragment", "...parts alert { ... on Alert { text2 } }", true],
  ])("with %s is as the query gives it, read together or not", async (_what, fields, together) => {
    const fragment = fields.includes("...parts")
      ? "fragment parts on Notification { id seen }"
      : "";
    const all = await subscribeAll(`subscription { notificationAdded { ${fields} } } ${fragment}`);
    for (let turn = 0; turn < 3; turn += 1) {
      executed = 0;
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
      // By the first of them it is learnt.
      if (turn > 0) expect(executed > 0).toBe(!together);
    }
    for (const { client } of all) client.socket.close();
  });

  test("is as its variables say", async () => {
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

  test("that is handed to someone else is nothing to them: policies decide", async () => {
    const [rita, otto] = people as [TestUser, TestUser];
    const client = await open(host.url, rita);
    const follows = await client.subscribe("subscription { notificationAdded { id } }");
    // Read by the plan, and then together.
    await publish(service);
    await follows.next();
    const { rows } = await service.owner.query<{ definition: string }>(
      `select pg_get_functiondef('app_private.notifications_between'::regproc) as definition`,
    );
    await service.owner.query(
      `create or replace function app_private.notifications_between(
          alert_ids integer[], first_ids integer[], last_ids integer[], user_ids integer[]
        ) returns table (id integer, user_id integer) language sql stable security definer as $$
          select n.id, case n.user_id when ${otto.id} then ${rita.id} else 0 end from app_public.notifications n
            where n.alert_id = any (alert_ids) $$`,
    );
    try {
      await publish(service);
      expect(await follows.next()).toEqual({ data: { notificationAdded: null } });
    } finally {
      await service.owner.query(rows[0]?.definition as string);
    }
    await publish(service);
    expect((await follows.next()).data.notificationAdded.id).toEqual(expect.any(Number));
    client.socket.close();
  });

  test("names the error where it cannot be read, as Grafast does, and goes on", async () => {
    const all = await subscribeAll("subscription { notificationAdded { id level } }");
    await publish(service);
    for (const { follows } of all) await follows.next();
    executed = 0;
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
      expect((await follows.next()).data.notificationAdded.level).toBe("ONE");
    }
    expect(executed).toBe(0);
    for (const { client } of all) client.socket.close();
  });
});

test("positions are read together too, as the query gives them", async () => {
  const fields = "id userId createdAt takenAt latitude longitude accuracy movingActivity";
  const client = await open(host.url, service.admin);
  const follows = await client.subscribe(`subscription { positionAdded { ${fields} } }`);
  for (let turn = 0; turn < 2; turn += 1) {
    executed = 0;
    for (const user of people) await report(service, user);
    const { data } = await service.graphql(
      `{ positions(limit: ${people.length}) { ${fields} } }`,
      {},
      service.admin,
    );
    const told: object[] = [];
    while (told.length < people.length) told.push((await follows.next()).data.positionAdded);
    expect(new Set(told)).toEqual(new Set(data.positions));
    if (turn > 0) expect(executed).toBe(0);
  }
  client.socket.close();
});

test("who leaves while others wait to learn from them leaves them told", async () => {
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
