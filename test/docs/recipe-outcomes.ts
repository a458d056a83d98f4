import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { readConfig } from "../../src/settings/config.ts";
import { startTestService, type TestService, type TestUser } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";
import { type LocalServer, startLocalServer } from "../push/servers/local-server.ts";

/*
 * What the recipes of docs/contributing.md do. recipes.test.ts runs this file as a test of a copy of the project to which
 * it has applied them. The operations that they add are not in this project.
 */

let service: TestService;
let user: TestUser;
let other: TestUser;
let gotify: LocalServer;
const pushed: unknown[] = [];

beforeAll(async () => {
  gotify = await startLocalServer(({ body }) => {
    pushed.push(JSON.parse(body.toString()));
    return { status: 200, body: {} };
  });
  service = await startTestService({ JOBS: "true", GOTIFY_URL: gotify.url });
  [user, other] = (await service.newUsers(2)) as [TestUser, TestUser];
});
afterAll(async () => {
  await service?.stop();
  await gotify.close();
});

async function ask(query: string, as = user) {
  const { data, errors } = await service.graphql(query, {}, as);
  expect(errors).toBeUndefined();
  return data;
}

test("a field is edited, filtered by and exported", async () => {
  await ask(`mutation { userEdit(id: ${user.id}, input: { phone: "+39 1" }) { id } }`);
  const found = '{ usersConnection(condition: { phone: "+39 1" }) { nodes { id phone } } }';
  expect(await ask(found, service.admin)).toEqual({
    usersConnection: { nodes: [{ id: user.id, phone: "+39 1" }] },
  });
  const { exportMe } = await ask("mutation { exportMe { url } }");
  const response = await fetch(`${service.url}${exportMe.url}`);
  expect(await response.json()).toMatchObject({ user: { phone: "+39 1" } });
  const schema = await (await fetch(`${service.url}/export/person.schema.json`)).text();
  expect(schema).toContain('"phone":');
});

test("a provider gets pushes, and a mutation's change is one of those since a cursor", async () => {
  await ask('mutation { registerDevice(input: { token: "gotify:rita" }) { id } }');
  const place = "latitude: 0.5, longitude: 0.5";
  await ask(`mutation { newPosition(input: { ${place}, movingActivity: STILL }) { id } }`);
  const points =
    "{ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 1 }, { latitude: 1, longitude: 0.5 }";
  await ask(
    `mutation { newAlert(input: { points: [${points}], title: "Flood", text1: "Leave.", text2: "b", text3: "c" }) { id } }`,
    service.admin,
  );
  await until(() => pushed.length > 0);
  expect(pushed).toEqual([{ title: "Flood", message: "Leave." }]);

  const { newestNotificationCursor: cursor } = await ask("{ newestNotificationCursor }");
  const changed = `{ notifications(since: "${cursor}") { seen } }`;
  expect(await ask(changed)).toEqual({ notifications: [] });
  const see = "mutation { notificationsSeen(alertId: 1) { seen } }";
  expect(await ask(see, other)).toEqual({ notificationsSeen: [] });
  expect(await ask(see)).toEqual({ notificationsSeen: [{ seen: true }] });
  expect(await ask(changed)).toEqual({ notifications: [{ seen: true }] });
  expect(await ask(see)).toEqual({ notificationsSeen: [] });
});

test("rows of a table belong to their user, in GraphQL and in SQL", async () => {
  expect(await ask('mutation { placeAdd(name: "Home") { name } }')).toEqual({
    placeAdd: { name: "Home" },
  });
  expect(await ask("{ me { places { name } } }")).toEqual({ me: { places: [{ name: "Home" }] } });
  const list = "{ places { name } }";
  expect(await ask(list)).toEqual({ places: [{ name: "Home" }] });
  expect(await ask(list, other)).toEqual({ places: [] });
  const insert = `begin; set local role app_user; set local jwt.claims.user_id = '${other.id}';
    insert into app_public.places (user_id, name) values (${user.id}, 'Not mine')`;
  await expect(service.owner.query(insert)).rejects.toThrow(/row-level security/);
});

test("a setting is refused if it is wrong", () => {
  expect(() => readConfig({ GOTIFY_URL: "gotify" })).toThrow(
    'GOTIFY_URL must be a URL that starts with https:// or http://, not "gotify".',
  );
});
