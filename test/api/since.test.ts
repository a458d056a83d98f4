/** @database server */
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "@jest/globals";
import { refusals, runTestService, type TestUser } from "../helpers/service.ts";

const service = runTestService();
let rita: TestUser;
let tom: TestUser;
beforeAll(async () => {
  rita = await service.newUser();
  tom = await service.newUser();
  for (const user of [rita, tom]) {
    await service.graphql(
      "mutation { newPosition(input: { latitude: 0.5, longitude: 0.5, movingActivity: STILL }) { id } }",
      {},
      user,
    );
  }
});

async function publish(): Promise<number> {
  const points = [
    [0, 0],
    [0, 1],
    [1, 1],
    [1, 0],
  ].map(([latitude, longitude]) => ({ latitude, longitude }));
  const { data } = await service.graphql(
    "mutation ($input: AlertInput!) { newAlert(input: $input) { id } }",
    // With a key of its own, it is no repeated request.
    { input: { points, text1: "1", text2: "2", text3: "3", idempotencyKey: randomUUID() } },
    service.admin,
  );
  return data.newAlert.id;
}
const change = (mutation: string) => service.graphql(`mutation { ${mutation} }`, {}, service.admin);

type Row = { id: number; cursor: string; seen: boolean; state: string; alert: { id: number } };
const FIELDS = { notifications: "id cursor seen alert { id }", alerts: "id cursor state" };
const ask = (of: keyof typeof FIELDS, args: string, as = rita) =>
  service.graphql(`{ ${of}${args && `(${args})`} { ${FIELDS[of]} } }`, {}, as);
async function list(of: keyof typeof FIELDS, args: string, as = rita): Promise<Row[]> {
  const answer = await ask(of, args, as);
  expect(refusals(answer)).toEqual([]);
  return answer.data[of];
}
const since = (cursor: string) => `since: "${cursor}"`;
const newest = async (of: "Notification" | "Alert", as = rita): Promise<string> =>
  (await service.graphql(`{ newest${of}Cursor }`, {}, as)).data[`newest${of}Cursor`];

test("since pages through notifications from the oldest change to the newest", async () => {
  expect(await newest("Notification")).toBe("");
  const alertIds = [await publish(), await publish(), await publish()];
  const got: Row[] = [];
  for (let cursor = ""; ; cursor = got.at(-1)?.cursor ?? "") {
    const page = await list("notifications", `${since(cursor)}, limit: 2`);
    got.push(...page);
    if (page.length === 0) break;
  }
  expect(got.map(({ alert }) => alert.id)).toEqual(alertIds);
  expect(got.at(-1)?.cursor).toBe(await newest("Notification"));
  // Without `since`, the list is in its usual order.
  expect((await list("notifications", "limit: 2")).map(({ id }) => id)).toEqual(
    [got[2], got[1]].map((row) => row?.id),
  );
});

test("since returns a notification again, once, after it was marked as seen", async () => {
  const id = (await list("notifications", "limit: 1, offset: 2"))[0]?.id;
  const cursor = await newest("Notification");
  const mark = (seen: boolean) =>
    service.graphql(
      `mutation { notificationUpdate(input: { id: ${id}, seen: ${seen} }) { id } }`,
      {},
      rita,
    );
  await mark(true);
  const [row, ...others] = await list("notifications", since(cursor));
  expect([row?.id, row?.seen, others]).toEqual([id, true, []]);
  // Marking it as it already is changes nothing.
  await mark(true);
  expect(await list("notifications", since(row?.cursor ?? ""))).toEqual([]);
  await mark(false);
  expect(await list("notifications", since(row?.cursor ?? ""))).toMatchObject([
    { id, seen: false },
  ]);
  // The cursor of a row that has changed since it was read remains valid.
  expect(await list("notifications", since(cursor))).toMatchObject([{ id, seen: false }]);
});

test("since returns only the user's own notifications, also to administrators and with other filters", async () => {
  const [alert] = await list("alerts", "limit: 1");
  expect((await list("notifications", `alertId: ${alert?.id}`, service.admin)).length).toBe(2);
  expect(await list("notifications", `alertId: ${alert?.id}, ${since("")}`, service.admin)).toEqual(
    [],
  );
  expect(await list("notifications", `alertId: ${alert?.id}, ${since("")}`)).toHaveLength(1);
  expect(await list("notifications", `seen: true, ${since("")}`)).toEqual([]);
});

test("since returns updated, cancelled and expired alerts, and new ones", async () => {
  const [old, expiring] = [await publish(), await publish()];
  const cursor = await newest("Alert");
  expect(await list("alerts", since(cursor))).toEqual([]);
  await change(`alertUpdate(id: ${old}, input: { text1: "Go." }) { id }`);
  const added = await publish();
  await service.owner.query(
    "update app_public.alerts set created_at = now() - interval '2 days', expires_at = now() - interval '1 day' where id = $1",
    [expiring],
  );
  await service.owner.query("select app_private.end_expired_alerts()");
  await change(`alertCancel(id: ${old}, text: "Over.") { id }`);
  const rows = await list("alerts", since(cursor));
  expect(rows.map(({ id, state }) => [id, state])).toEqual([
    [added, "ACTIVE"],
    [expiring, "EXPIRED"],
    [old, "CANCELLED"],
  ]);
  expect(await list("alerts", since(rows[1]?.cursor ?? ""))).toMatchObject([{ id: old }]);
  expect(await list("alerts", since(rows[2]?.cursor ?? ""))).toEqual([]);
  expect(await list("alerts", `state: ACTIVE, ${since(cursor)}`)).toMatchObject([{ id: added }]);
});

test("lists alerts by state, in their usual order, with limit and offset", async () => {
  // The alert's time is over, but the job that ends alerts has not run yet.
  const over = await publish();
  await service.owner.query(
    "update app_public.alerts set created_at = now() - interval '2 days', expires_at = now() - interval '1 second' where id = $1",
    [over],
  );
  const all = await list("alerts", "");
  expect(all[0]).toMatchObject({ id: over, state: "EXPIRED" });
  for (const state of ["ACTIVE", "CANCELLED", "EXPIRED"]) {
    const expected = all.filter((alert) => alert.state === state).map(({ id }) => id);
    expect(expected.length).toBeGreaterThan(0);
    const ids = async (args: string) => (await list("alerts", args)).map(({ id }) => id);
    expect(await ids(`state: ${state}`)).toEqual(expected);
    expect(await ids(`state: ${state}, limit: 2, offset: 1`)).toEqual(expected.slice(1, 3));
  }
  expect(await list("alerts", "state: null")).toEqual(all);
});

test("an alert without a numbered change has an empty cursor, until it changes", async () => {
  const id = await publish();
  const cursor = await newest("Alert");
  await service.owner.query("delete from app_public.alert_changes where alert_id = $1", [id]);
  const [row] = await list("alerts", "limit: 1");
  expect(row?.cursor).toBe("");
  await change(`alertCancel(id: ${id}, text: "Over.") { id }`);
  // The change that the cursor named is gone.
  expect(refusals(await ask("alerts", since(cursor)))).toEqual(["CONFLICT at alerts"]);
  expect((await list("alerts", since(""))).at(-1)?.id).toBe(id);
});

const hex = (text: string) => Buffer.from(text, "latin1").toString("hex");
const BAD: Record<string, string> = {
  "no cursor": "yesterday",
  "letters that are no digits": "xy",
  "an odd number of digits": "abc",
  "upper case": "6E6F",
  "bytes that are no text": "ff00fe",
  "a wrong kind": hex("user 1 2 3 4"),
  "too few numbers": hex("notification 1 2 3"),
  "a negative number": hex("notification -1 2 3 4"),
  "a huge number": hex(`notification ${"9".repeat(19)} 2 3 4`),
  "more than a line": hex("notification 1 2 3 4\n"),
  "a long text": "ab".repeat(5_000),
  "an id": "17",
  "a blank": " ",
};

test.each(Object.keys(BAD))("since refuses %s", async (what) => {
  const answers = [
    await ask("notifications", since(BAD[what] as string)),
    await ask("alerts", since(BAD[what] as string)),
  ];
  expect(answers.flatMap(refusals)).toEqual([
    "BAD_USER_INPUT at notifications",
    "BAD_USER_INPUT at alerts",
  ]);
  for (const { errors } of answers) expect(errors?.[0]?.message).toMatch("since is not a cursor");
});

test("since refuses a cursor of another list or user, and any cursor beside an offset", async () => {
  const [alerts, notifications] = [await newest("Alert"), await newest("Notification")];
  expect((await ask("notifications", since(alerts))).errors?.[0]?.message).toMatch(
    "cursor of alerts",
  );
  expect((await ask("alerts", since(notifications))).errors?.[0]?.message).toMatch(
    "cursor of notifications",
  );
  expect((await ask("notifications", since(notifications), tom)).errors?.[0]?.message).toMatch(
    "another user",
  );
  // The empty cursor begins at the start, and counts as a cursor too.
  for (const cursor of [notifications, ""]) {
    expect(refusals(await ask("notifications", `offset: 1, ${since(cursor)}`))).toEqual([
      "BAD_USER_INPUT at notifications",
    ]);
  }
  expect(refusals(await ask("alerts", `offset: 1, ${since("")}`))).toEqual([
    "BAD_USER_INPUT at alerts",
  ]);
  expect(await list("notifications", "since: null, limit: 1, offset: 1")).toHaveLength(1);
});
