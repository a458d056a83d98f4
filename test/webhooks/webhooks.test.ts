/** @database server */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { webhookPosts } from "../../src/ops/instruments.ts";
import { signingKeys } from "../../src/people/index.ts";
import { makeSeal } from "../../src/people/seal.ts";
import { readConfig } from "../../src/settings/config.ts";
import { makeSendWebhook } from "../../src/webhooks/send-webhook.ts";
import { refusals, runTestService, type TestUser } from "../helpers/service.ts";

const service = runTestService({});

interface Received {
  headers: Record<string, string>;
  text: string;
}
let received: Received[] = [];
let answer: (response: ServerResponse) => void;
const server = createServer(async (request: IncomingMessage, response) => {
  const chunks = await request.toArray();
  const headers = request.headers as Record<string, string>;
  received.push({ headers, text: Buffer.concat(chunks).toString() });
  answer(response);
});
let home: string;
let author: TestUser;
let manager: TestUser;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  home = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  [author, manager] = (await service.newUsers(2)) as [TestUser, TestUser];
  for (const [user, role] of [
    [author, "AUTHOR"],
    [manager, "MANAGER"],
  ] as const)
    await run(
      `mutation { membershipSet(userId: ${user.id}, authorityId: 1, role: ${role}) { id } }`,
    );
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  received = [];
  webhookPosts.reset();
  answer = (response) => response.writeHead(204).end();
  await service.owner.query("delete from app_public.webhooks");
});

async function run(query: string, variables: object = {}, as: TestUser = service.admin) {
  const { data, errors } = await service.graphql(query, variables, as);
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}
const ADD = "mutation ($input: WebhookInput!) { webhookAdd(input: $input) { id } }";
const renew = async (id: number): Promise<string> =>
  (await run(`mutation { webhookSecretRenew(id: ${id}) }`, {}, manager)).webhookSecretRenew;
async function add(input: object = {}) {
  const { id } = (await run(ADD, { input: { url: home, ...input } }, manager)).webhookAdd;
  return { id: id as number, secret: await renew(id) };
}
const stateOf = async (id: number) =>
  (await run(`{ webhooks(id: ${id}) { isPaused failures problem sentAt secretAt } }`, {}, manager))
    .webhooks[0];

/** Sends what waits, once each, as its lane does. Returns the seconds that each then waits, newest last. */
async function send(hosts = ["127.0.0.1"], publicUrl = "https://alerts.example") {
  const seal = makeSeal(await signingKeys({ ...readConfig({}), ...service.config }, () => {}));
  const task = makeSendWebhook({ publicUrl, webhooks: { hosts } }, seal);
  const { rows } = await service.owner.query(
    "select id from app_private.webhook_messages order by created_at, type desc",
  );
  const query = service.owner.query.bind(service.owner);
  for (const { id } of rows) await task({ id }, { query, logger: { warn() {} } } as never);
  const { rows: waits } = await service.owner.query(
    `select extract(epoch from j.run_at - now())::float8 as wait from app_private.webhook_messages m
      join graphile_worker.jobs j on j.key = 'send_webhook:' || m.id order by 1`,
  );
  return waits.map(({ wait }) => wait as number);
}
const verified = (secret: string) =>
  received.map(
    ({ text, headers }) => new Webhook(secret).verify(text, headers) as { data: object },
  );
const testIt = (id: number) => run(`mutation { webhookTest(id: ${id}) { id } }`, {}, manager);

const area = {
  type: "Polygon",
  coordinates: [
    [
      [11, 44],
      [11.1, 44],
      [11.1, 44.1],
      [11, 44],
    ],
  ],
};
const publish = async (more: object = {}) =>
  (
    await run("mutation ($input: AlertInput!) { newAlert(input: $input) { id } }", {
      input: { area, text1: "Leave.", text2: "Ready.", text3: "Know.", title: "Flood", ...more },
    })
  ).newAlert.id as number;

test("each event of an alert is told once, signed, with a link to the message of CAP", async () => {
  const { secret } = await add();
  await service.owner.query("update app_private.settings set cap = true");
  const id = await publish();
  // The CAP message is made by a job.
  expect(await send()).toEqual([expect.closeTo(1, 0), expect.closeTo(1, 0)]);
  await service.owner.query(
    `insert into app_private.cap_messages select $1, v, 0, v, '', '', now(), '{}', '<alert/>' from generate_series(1, 3) v`,
    [id],
  );
  expect(await send()).toEqual([]);
  await run(
    `mutation { alertUpdate(id: ${id}, input: { text1: "Leave now.", expectedVersion: 1 }) { id } }`,
  );
  await run(`mutation { alertCancel(id: ${id}, text: "Over.") { id } }`);
  expect(await send()).toEqual([]);
  await service.owner.query("update app_private.settings set cap = false");
  const messages = verified(secret);
  const cap = (version: number) =>
    `https://alerts.example/alerts/${id}/cap/${version}-1.xml?zones=one`;
  expect(messages).toMatchObject([
    {
      type: "alert.published",
      data: {
        alertId: id,
        version: 1,
        text: "Leave.",
        title: "Flood",
        status: "ACTUAL",
        cap: cap(1),
      },
    },
    { type: "alert.reach", data: { alertId: id, people: {} } },
    { type: "alert.updated", data: { version: 2, text: "Leave now.", cap: cap(2) } },
    { type: "alert.reach", data: { version: 2 } },
    { type: "alert.ended", data: { version: 3, text: "Over.", cap: cap(3) } },
  ]);
  expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(5);
  expect(Math.max(...received.map(({ text }) => text.length))).toBeLessThan(20_000);
});

test("an alert that expires has ended; an exercise is told only to those who want drills", async () => {
  const calm = await add({ events: ["ALERT_ENDED"] });
  const drilled = await add({ events: ["ALERT_ENDED"], drills: true });
  const id = await publish({ status: "EXERCISE" });
  await service.owner.query("update app_public.alerts set expires_at = now() where id = $1", [id]);
  await service.owner.query("select app_private.end_expired_alerts()");
  await send();
  expect(verified(drilled.secret)).toMatchObject([{ type: "alert.ended", data: { alertId: id } }]);
  expect(await stateOf(calm.id)).toMatchObject({ sentAt: null });
});

test("a failure is tried again with the same id, later and later, as the receiver says", async () => {
  const { id, secret } = await add();
  await testIt(id);
  answer = (response) => response.writeHead(500).end();
  const [first] = await send();
  expect(first).toBeGreaterThan(4);
  expect(first).toBeLessThan(7);
  answer = (response) => response.writeHead(429, { "retry-after": "1000" }).end();
  expect(await send()).toEqual([expect.closeTo(1000, -1)]);
  expect(await stateOf(id)).toMatchObject({ problem: "STATUS: 429", failures: 2 });
  answer = (response) => response.writeHead(200).end("x".repeat(1_000_000));
  expect(await send()).toEqual([]);
  expect(await stateOf(id)).toMatchObject({
    problem: null,
    failures: 0,
    sentAt: expect.any(Number),
  });
  expect(verified(secret)).toMatchObject(Array(3).fill({ type: "webhook.test" }));
  expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect((await webhookPosts.get()).values).toMatchObject([
    { value: 2, labels: { outcome: "failed" } },
    { value: 1, labels: { outcome: "accepted" } },
  ]);
});

test("after ten attempts a message is given up, and 410 pauses its webhook", async () => {
  const { id } = await add();
  await testIt(id);
  answer = (response) => response.writeHead(503).end();
  const waits: number[] = [];
  for (let attempt = 0; attempt < 10; attempt += 1) waits.push(...(await send()));
  expect(received).toHaveLength(10);
  expect(waits).toHaveLength(9);
  expect(waits[8]).toBeGreaterThan(86_000);
  await testIt(id);
  await testIt(id);
  answer = (response) => response.writeHead(410).end();
  expect(await send()).toEqual([]);
  expect(received).toHaveLength(11);
  expect(await stateOf(id)).toMatchObject({ isPaused: true, problem: "STATUS: 410" });
  expect(
    refusals(await service.graphql(`mutation { webhookTest(id: ${id}) { id } }`, {}, manager)),
  ).toEqual(["CONFLICT at webhookTest"]);
});

test.each<[string, (response: ServerResponse) => void, string[], string]>([
  [
    "a redirect",
    (response) => response.writeHead(307, { location: "/other" }).end(),
    ["127.0.0.1"],
    "STATUS: 307",
  ],
  [
    "a broken connection",
    (response) => response.destroy(),
    ["127.0.0.1"],
    "UNREACHABLE: ECONNRESET",
  ],
  ["an address that is not public", () => {}, [], "NOT_HTTPS: "],
])("%s is a failure", async (_what, does, hosts, problem) => {
  const { id } = await add();
  await testIt(id);
  answer = does;
  expect(await send(hosts)).toHaveLength(1);
  expect(received).toHaveLength(hosts.length);
  expect((await stateOf(id)).problem).toContain(problem);
});

test("a private address is not asked by https either, nor is a slow receiver waited for", async () => {
  const { id } = await add({ url: "https://169.254.169.254/hook" });
  await testIt(id);
  await send([]);
  expect((await stateOf(id)).problem).toBe("PRIVATE_ADDRESS: 169.254.169.254");
  await run(`mutation { webhookEdit(id: ${id}, input: { url: "${home}" }) { id } }`, {}, manager);
  answer = () => {};
  await send();
  expect((await stateOf(id)).problem).toBe("TIMEOUT: 15 s");
}, 40_000);

test("while a secret is replaced, both sign", async () => {
  const { id, secret } = await add();
  const next = await renew(id);
  await testIt(id);
  await send();
  expect(verified(secret)).toEqual(verified(next));
  await service.owner.query("update app_public.webhooks set previous_until = now()");
  received = [];
  await testIt(id);
  await send();
  expect(verified(next)).toHaveLength(1);
  expect(() => verified(secret)).toThrow("No matching signature");
  const { rows } = await service.owner.query("select secret from app_public.webhooks");
  expect(rows[0].secret.toString("latin1")).not.toContain(next);
});

test("only managers of its authority see, change or renew a webhook", async () => {
  const { id } = await add();
  for (const field of [
    `webhookEdit(id: ${id}, input: {}) { id }`,
    `webhookTest(id: ${id}) { id }`,
    `webhookRemove(id: ${id}) { id }`,
    `webhookSecretRenew(id: ${id})`,
  ])
    expect(refusals(await service.graphql(`mutation { ${field} }`, {}, author))).toEqual([
      expect.stringMatching("FORBIDDEN"),
    ]);
  expect(refusals(await service.graphql("{ webhooks { url } }", {}, author))).toHaveLength(1);
  await run(`mutation { webhookRemove(id: ${id}) { id } }`, {}, manager);
  const { rows } = await service.owner.query(
    "select facts ->> 'reason' as reason from app_public.audit_entries where facts ->> 'webhook_id' = $1 order by id",
    [String(id)],
  );
  expect(rows.map(({ reason }) => reason)).toEqual(["ADDED", "SECRET", "REMOVED"]);
});
