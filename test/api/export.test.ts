/** @database server */
import { describe, expect, test } from "@jest/globals";
import { Ajv2020, type AnySchema } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import jwt from "jsonwebtoken";
import { PERSON_SCHEMA } from "../../src/people/person-schema.ts";
import { refusals, runTestService, type TestUser } from "../helpers/service.ts";

const service = runTestService();

const EXPORT_ME = "mutation { exportMe { url expiresAt } }";
const USER_EXPORT = "mutation ($id: Int!) { userExport(id: $id) { url expiresAt } }";

async function urlFor(user: TestUser): Promise<string> {
  const { data } = await service.graphql(EXPORT_ME, {}, user);
  return data.exportMe.url;
}

const download = (path: string) => fetch(`${service.url}${path}`);

/** Downloads a user's data, and validates it against the schema. */
async function exported(url: string) {
  const response = await download(url);
  expect(response.status).toBe(200);
  // biome-ignore lint/suspicious/noExplicitAny: the schema says what is in the file.
  const file = (await response.json()) as any;
  const schema = (await (await download("/export/person.schema.json")).json()) as AnySchema;
  const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true });
  addFormats.default(ajv);
  const validate = ajv.compile(schema);
  validate(file);
  expect(validate.errors).toBeNull();
  return file;
}

const entriesOf = async ({ id }: TestUser) =>
  (
    await service.owner.query(
      "select actor_id, object_id::int from app_public.audit_entries where action = 'USER_EXPORTED' and object_id = $1",
      [id],
    )
  ).rows;

/** Gives a user some data of every kind, and a number of positions. */
async function fill(user: TestUser, positions: number): Promise<void> {
  const run = async (query: string, variables?: object) =>
    expect((await service.graphql(query, variables, user)).errors).toBeUndefined();
  await run(`mutation { deviceKeyAdd(name: "Phone") { id } }`);
  await run(
    `mutation { quietHoursEdit(input: { from: "22:00", to: "07:00", timeZone: "Europe/Rome" }) { id } }`,
  );
  await run(
    `mutation ($input: RegisterNotificationToken!) { registerDevice(input: $input) { id } }`,
    {
      input: { token: `ExponentPushToken[${user.id}]` },
    },
  );
  await service.owner.query(
    `insert into app_public.positions (user_id, latitude, longitude, moving_activity, created_at, taken_at)
      select $1, 10 + n / 1e6, 20, 'STILL', now() - n * interval '1 minute', now() - n * interval '1 minute'
        from generate_series(1, $2) n`,
    [user.id, positions - 1],
  );
  await run(`mutation ($input: PositionInput!) { newPosition(input: $input) { id } }`, {
    input: { latitude: 0.005, longitude: 0.005, movingActivity: "RUNNING", accuracy: 4 },
  });
  const input = {
    points: [
      [0, 0],
      [0, 0.01],
      [0.01, 0.01],
      [0.01, 0],
    ].map(([latitude, longitude]) => ({ latitude, longitude })),
    text1: 'Leave "now".\nÀ pied ☂',
    text2: "Stay away.",
    text3: "Take care.",
  };
  const { data } = await service.graphql(
    "mutation ($input: AlertInput!) { newAlert(input: $input) { id } }",
    { input },
    service.admin,
  );
  const { rows } = await service.owner.query(
    "select array_agg(id) as ids from app_public.notifications where alert_id = $1",
    [data.newAlert.id],
  );
  await service.owner.query("select * from app_private.claim_deliveries('expo', 1, $1)", [
    rows[0].ids,
  ]);
  await service.owner.query("update app_private.deliveries set why = $2 where user_id = $1", [
    user.id,
    `Expo: "ExponentPushToken[${user.id}]" is gone`,
  ]);
  await service.graphql(
    "query ($id: Int!) { user(id: $id) { id } }",
    { id: user.id },
    service.admin,
  );
}

describe("exportMe", () => {
  test("returns a file with all data held about the user, and no secret", async () => {
    const user = await service.newUser();
    await fill(user, 3);
    await service.owner.query(
      `insert into app_public.second_factors (user_id, kind, name, secret, counter, credential_id)
        values ($1, 'PASSKEY', 'Key ring', 'sealed', 5, 'credential')`,
      [user.id],
    );
    const answer = await service.graphql(EXPORT_ME, {}, user);
    const { expiresAt, url } = answer.data.exportMe;
    // The ticket in the URL, which is made a moment earlier, expires at about the same time.
    const { iat, exp } = jwt.decode(url.split("/").at(-1)) as { iat: number; exp: number };
    expect(exp - iat).toBe(300);
    expect(Math.abs(expiresAt - exp)).toBeLessThan(60);
    const response = await download(answer.data.exportMe.url);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/json;charset=utf-8",
      "content-disposition": `attachment; filename="person-${user.id}.json"`,
      "cache-control": "no-store",
    });
    const text = await response.text();
    expect(text).not.toMatch(/PushToken|\$2b\$|key_hash|"key"|"secret"|credential/);

    const file = await exported(answer.data.exportMe.url);
    expect(file.user).toMatchObject({ id: user.id, email: user.email, hasPassword: true });
    expect(file.lastPosition).toMatchObject({ latitude: 0.005, movingActivity: "RUNNING" });
    expect(file.quietHours).toEqual({ from: "22:00:00", to: "07:00:00", timeZone: "Europe/Rome" });
    expect(file.sessions).toMatchObject([{ loginWay: "PASSWORD", secondFactorAt: null }]);
    expect(file.secondFactors).toEqual([
      {
        id: expect.any(Number),
        kind: "PASSKEY",
        name: "Key ring",
        createdAt: expect.any(String),
        usedAt: null,
      },
    ]);
    expect(file.loginAddresses).toHaveLength(1);
    expect(file.devices).toMatchObject([{ provider: "expo", leftAt: null }]);
    expect(file.deviceKeys).toMatchObject([{ name: "Phone" }]);
    expect(file.positions).toHaveLength(3);
    expect(file.notifications).toMatchObject([
      {
        kind: "ALERT",
        level: "ONE",
        text: 'Leave "now".\nÀ pied ☂',
        placeKept: true,
        latitude: 0.005,
      },
    ]);
    expect(file.deliveries).toMatchObject([
      { notificationId: file.notifications[0].id, provider: "expo", why: 'Expo: "…" is gone' },
    ]);
    expect(file.auditEntries).toContainEqual(
      expect.objectContaining({ action: "LOGGED_IN", isYours: true }),
    );
    // The export shows that the user was read, but not by whom.
    expect(file.auditEntries).toContainEqual(
      expect.objectContaining({ action: "PEOPLE_READ", isYours: false, fields: ["Query.user"] }),
    );
    expect(file.alertVersions).toEqual([]);
  });

  test("is recorded in the audit log when it is downloaded", async () => {
    const user = await service.newUser();
    const url = await urlFor(user);
    expect(await entriesOf(user)).toEqual([]);
    const response = await download(url);
    await response.text();
    expect(await entriesOf(user)).toEqual([{ actor_id: user.id, object_id: user.id }]);
    const { rows } = await service.owner.query(
      "select action from app_public.audit_entries where request_id = $1",
      [response.headers.get("x-request-id")],
    );
    expect(rows).toEqual([{ action: "USER_EXPORTED" }]);
  });
});

describe("userExport", () => {
  test("exports any user for an administrator, and is recorded as theirs", async () => {
    const user = await service.newUser();
    const { data } = await service.graphql(USER_EXPORT, { id: user.id }, service.admin);
    expect((await exported(data.userExport.url)).user.email).toBe(user.email);
    expect(await entriesOf(user)).toEqual([{ actor_id: service.admin.id, object_id: user.id }]);
  });
});

describe("a download", () => {
  test("is refused with a token, or with a ticket that this service did not sign", async () => {
    const user = await service.newUser();
    const forged = jwt.sign(
      { sid: 1, of: user.id, sub: String(user.id) },
      "another secret of thirty-two characters",
    );
    for (const ticket of [user.token, forged, "x", encodeURIComponent("é/../")]) {
      const response = await download(`/export/person/${ticket}`);
      expect(response.status).toBe(401);
      expect(await response.text()).not.toContain(user.email);
    }
  });

  test("has a ticket that does not open the API", async () => {
    const user = await service.newUser();
    const ticket = (await urlFor(user)).split("/").at(-1) as string;
    expect(refusals(await service.graphql("{ me { id } }", {}, { token: ticket }))).toEqual(
      expect.any(Array),
    );
    expect(
      (await service.graphql("{ me { id } }", {}, { token: ticket })).data?.me ?? null,
    ).toBeNull();
  });

  test("is refused once its session or the administrator's rights have ended", async () => {
    const user = await service.newUser();
    const url = await urlFor(user);
    await service.graphql("mutation { logout { id } }", {}, user);
    expect((await download(url)).status).toBe(401);
    expect(await entriesOf(user)).toEqual([]);

    const admin = await service.newUser({ isAdmin: true });
    const { data } = await service.graphql(USER_EXPORT, { id: service.admin.id }, admin);
    await service.graphql(
      "mutation ($id: Int!) { userRights(id: $id, input: { isAdmin: false }) { id } }",
      { id: admin.id },
      service.admin,
    );
    expect((await download(data.userExport.url)).status).toBe(401);
  });
});

test("person.schema.json is served as a JSON schema", async () => {
  const response = await download("/export/person.schema.json");
  expect(response.headers.get("content-type")).toContain("application/schema+json");
  expect(await response.json()).toEqual(PERSON_SCHEMA);
});
