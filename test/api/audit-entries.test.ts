/** @database server */
import { beforeAll, expect, test } from "@jest/globals";
import { refusals, runTestService, type TestUser } from "../helpers/service.ts";
import { withoutTriggers } from "../helpers/without-triggers.ts";

const service = runTestService();
let user: TestUser;
let other: TestUser;
beforeAll(async () => {
  user = await service.newUser();
  other = await service.newUser();
  // Makes the user's first entries a day old, and cuts their times to whole seconds.
  await service.owner.query(
    withoutTriggers(
      `update app_public.audit_entries set created_at = date_trunc('second', created_at) - interval '1 day' where actor_id = ${user.id}`,
    ),
  );
});

const ENTRY = "id createdAt actorId sessionId requestId action objectType objectId facts";
const list = async (args: string, as: TestUser = service.admin) =>
  (await service.graphql(`{ auditEntries(${args}) { ${ENTRY} } }`, {}, as)).data.auditEntries;

test("administrators read audit entries, newest first", async () => {
  const all = await list("limit: 100");
  expect(all.length).toBeGreaterThan(4);
  const ids = all.map(({ id }: { id: number }) => id);
  expect(ids).toEqual([...ids].sort((a, b) => b - a));
  expect(all[0]).toMatchObject({
    actorId: other.id,
    action: "LOGGED_IN",
    objectType: "USER",
    objectId: other.id,
    requestId: expect.any(String),
    facts: { way: "PASSWORD" },
  });
  expect(Math.abs(all[0].createdAt - Date.now() / 1000)).toBeLessThan(600);
  expect(await list("limit: 1, offset: 1")).toEqual([all[1]]);
});

test("audit entries can be filtered by person, action, object and time", async () => {
  const seen = async (args: string) =>
    (await list(args)).map(({ actorId, action }: { actorId: number; action: string }) => [
      actorId,
      action,
    ]);
  expect(await seen(`actorId: ${user.id}`)).toEqual([[user.id, "LOGGED_IN"]]);
  expect(await seen(`objectType: USER, objectId: ${user.id}`)).toEqual([
    [user.id, "LOGGED_IN"],
    [null, "USER_CREATED"],
  ]);
  expect(await seen(`action: LOGGED_IN, objectType: USER, objectId: ${other.id}`)).toHaveLength(1);
  const noon = Math.floor(Date.now() / 1000) - 43_200;
  expect(await seen(`createdBefore: ${noon}`)).toEqual([[user.id, "LOGGED_IN"]]);
  const since = await seen(`createdSince: ${noon}, action: LOGGED_IN`);
  expect(since).toContainEqual([other.id, "LOGGED_IN"]);
  expect(since).not.toContainEqual([user.id, "LOGGED_IN"]);
  const { createdAt } = (await list(`actorId: ${user.id}`))[0];
  expect(await list(`actorId: ${user.id}, createdBefore: ${createdAt}`)).toEqual([]);
  expect(await list(`actorId: ${user.id}, createdSince: ${createdAt}`)).toHaveLength(1);
});

test("auditEntriesConnection returns pages with the total count", async () => {
  const { data } = await service.graphql(
    `query ($action: AuditAction!) {
      auditEntriesConnection(condition: { action: $action }, first: 1) { totalCount nodes { actorId } pageInfo { hasNextPage } }
    }`,
    { action: "LOGGED_IN" },
    service.admin,
  );
  expect(data.auditEntriesConnection).toEqual({
    totalCount: 3,
    nodes: [{ actorId: other.id }],
    pageInfo: { hasNextPage: true },
  });
});

test("audit entries can be filtered by session and by request", async () => {
  const [{ id, sessionId, requestId }] = await list(`actorId: ${other.id}, action: LOGGED_IN`);
  const ids = async (args: string) => (await list(args)).map((entry: { id: number }) => entry.id);
  expect(await ids(`sessionId: ${sessionId}`)).toEqual([id]);
  expect(await ids(`requestId: "${requestId}"`)).toEqual([id]);
  expect(await list(`sessionId: ${sessionId}, requestId: "other"`)).toEqual([]);
});

test("administrators see who looked at a user, and reads of lists, which may have shown anyone", async () => {
  const read = async (query: string) =>
    expect((await service.graphql(query, {}, service.admin)).errors).toBeUndefined();
  await read(`{ lastPositions(userId: ${user.id}) { userId } }`);
  await read(`{ lastPositions(userId: ${other.id}) { userId } }`);
  await read(`{ a: user(id: ${user.id}) { id } b: user(id: ${other.id}) { id } }`);
  await read("{ lastPositions { userId } }");
  const about = async (id: number, as = service.admin) =>
    await service.graphql(
      `query ($id: Int!) { auditEntriesAbout(userId: $id, action: PEOPLE_READ) { objectId facts } }`,
      { id },
      as,
    );
  const both = [user.id, other.id];
  for (const id of both) {
    const entries = (await about(id)).data.auditEntriesAbout as object[];
    // Each query was sent twice.
    expect(entries.filter((_, index) => index % 2 === 0)).toEqual([
      { objectId: null, facts: { fields: ["Query.lastPositions"] } },
      { objectId: null, facts: { fields: ["Query.user"], user_ids: both } },
      { objectId: id, facts: { fields: ["Query.lastPositions"] } },
    ]);
  }
  expect(refusals(await about(user.id, user))).toEqual(["FORBIDDEN at auditEntriesAbout"]);
  const actions = async (views: boolean) => {
    const rows = await list(`actorId: ${service.admin.id}, limit: 100, views: ${views}`);
    return new Set(rows.map(({ action }: { action: string }) => action));
  };
  expect(await actions(true)).toEqual(new Set(["PEOPLE_READ"]));
  expect(await actions(false)).toContain("LOGGED_IN");
  expect(await actions(false)).not.toContain("PEOPLE_READ");
});

test("a change of rights by the API names no login of the database, and one by psql does", async () => {
  const rights = "mutation ($id: Int!) { userRights(id: $id, input: { isTester: true }) { id } }";
  await service.graphql(rights, { id: user.id }, service.admin);
  await service.owner.query("select app_public.user_rights($1, row(null, false))", [user.id]);
  const { rows } = await service.owner.query("select session_user as login");
  const facts = (await list("action: RIGHTS_CHANGED")).map(
    (entry: { facts: object }) => entry.facts,
  );
  expect(facts).toEqual([
    { is_admin: false, is_tester: false, login: rows[0].login },
    { is_admin: false, is_tester: true },
  ]);
});
