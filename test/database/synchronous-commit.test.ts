/** @database server */
import { randomUUID } from "node:crypto";
import { afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import pg from "pg";
import { insertUser, isNative } from "../helpers/database.ts";
import { alertInput, NEW_ALERT, refusal, stage } from "./scene.ts";

/** The `synchronous_commit` with which transactions commit, which is its value at their end. */

const { database } = stage();

type Caller = readonly [role: string, userId?: number];
type Statement = [sql: string, ...values: unknown[]];

/** Runs statements in one transaction as a user, on a connection with this value. Returns the value at its end. */
const commitOf = (caller: Caller, value: string, ...statements: Statement[]) =>
  commitOn(database().ownerPool, caller, value, ...statements);

async function commitOn(
  pool: pg.Pool,
  [role, userId]: Caller,
  value: string,
  ...statements: Statement[]
): Promise<string> {
  const client = await pool.connect();
  try {
    await client.query(`set synchronous_commit = ${value}`);
    await client.query("begin");
    await client.query(
      "select set_config('jwt.claims.user_id', $1, true), set_config('role', $2, true)",
      [String(userId ?? ""), role],
    );
    for (const [sql, ...values] of statements) await client.query(sql, values);
    const { rows } = await client.query("select current_setting('synchronous_commit') as value");
    await client.query("commit");
    return rows[0].value;
  } finally {
    await client.query("rollback");
    await client.query("reset synchronous_commit");
    client.release();
  }
}

const host = ["app_host"] as const;
let admin: Caller;
let user: Caller;
beforeAll(async () => {
  admin = ["app_admin", await insertUser(database(), { isAdmin: true })];
  user = ["app_user", await insertUser(database())];
});

const set = (value: string | null) =>
  database().ownerPool.query("update app_private.settings set report_synchronous_commit = $1", [
    value,
  ]);
afterEach(async () => {
  await set(null);
});

/** Publishes an alert 3 degrees further east than the last one. */
let longitude = 0;
async function publish(): Promise<number> {
  const client = await database().ownerPool.connect();
  longitude += 3;
  const corners: [number, number][] = [
    [longitude, 0],
    [longitude + 1, 0],
    [longitude, 1],
  ];
  try {
    await client.query("select set_config('jwt.claims.user_id', $1, false)", [String(admin[1])]);
    const { rows } = await client.query(NEW_ALERT, [JSON.stringify(alertInput(corners))]);
    return rows[0].new_alert;
  } finally {
    await client.query("reset all");
    client.release();
  }
}

const position = (east: number) =>
  `json_populate_record(null::app_public.position_input, json_build_object('latitude', 0.2, 'longitude', ${east}, 'moving_activity', 'STILL'))`;
const single = (east: number): [string] => [
  `select from app_public.new_position(${position(east)})`,
];
const batch = (east: number): [string] => [
  `select from app_public.new_positions(array[${position(east)}])`,
];
/** A longitude at which there is no alert. */
const AWAY = -90;

describe.each([
  ["off", "on"],
  ["local", "on"],
  ["remote_write", "on"],
  ["on", "on"],
  ["remote_apply", "remote_apply"],
])("with synchronous_commit = %s by default, %s is used", (standard, commit) => {
  const UPDATE = `select app_private.update_alert($1, json_populate_record(null::app_public.alert_update_input, '{"text1": "x"}'))`;

  test.each<[what: string, by: () => Caller, statement: (id: number) => Statement]>([
    ["a new alert", () => admin, () => [NEW_ALERT, JSON.stringify(alertInput())]],
    ["an update", () => admin, (id) => [UPDATE, id]],
    ["a cancellation", () => admin, (id) => ["select app_private.cancel_alert($1, 'Over.')", id]],
    ["a chunk", () => host, (id) => ["select app_private.publish_chunk($1)", id]],
    [
      "a publication that a job continues",
      () => host,
      (id) => ["select app_private.continue_publication($1)", id],
    ],
  ])("for %s", async (_, by, statement) => {
    expect(await commitOf(by(), standard, statement(await publish()))).toBe(commit);
  });

  test.each([
    ["alone", single],
    ["in a batch", batch],
  ])("for a late entry %s", async (_, report) => {
    await publish();
    expect(await commitOf(user, standard, report(longitude + 0.2))).toBe(commit);
  });
});

describe("a report", () => {
  test.each([
    ["alone", single],
    ["in a batch", batch],
  ])(
    "sent %s commits as the setting says, without a setting as the database does",
    async (_, report) => {
      expect(await commitOf(user, "local", report(AWAY))).toBe("local");
      for (const value of ["off", "local", "remote_write", "on", "remote_apply"]) {
        await set(value);
        expect(await commitOf(user, "remote_write", report(AWAY))).toBe(value);
      }
    },
  );

  test.each([
    ["alone", single],
    ["in a batch", batch],
  ])("sent %s commits like the alert if it is a late entry", async (_, report) => {
    await set("off");
    await publish();
    expect(await commitOf(user, "local", report(longitude + 0.2))).toBe("on");
  });

  // The embedded database keeps the defaults of its start.
  (isNative ? test : test.skip)(
    "that is a late entry keeps a default of remote_apply",
    async () => {
      const pool = new pg.Pool({
        connectionString: database().connectionString,
        options: "-c synchronous_commit=remote_apply",
      });
      try {
        await set("off");
        await publish();
        const run = (report: Statement) => commitOn(pool, user, "default", report);
        expect(await run(single(AWAY))).toBe("off");
        expect(await run(single(longitude + 0.2))).toBe("remote_apply");
      } finally {
        await pool.end();
      }
    },
  );

  test("does not weaken the commit of a transaction that wrote something before it", async () => {
    await set("off");
    await publish();
    const late = single(longitude + 0.2);
    expect(await commitOf(user, "on", late, single(AWAY))).toBe("on");
    const input = JSON.stringify(alertInput(undefined, { idempotency_key: randomUUID() }));
    expect(await commitOf(admin, "off", [NEW_ALERT, input], single(AWAY))).toBe("on");
  });

  test("with a device key commits as the setting says", async () => {
    const { rows } = await database().ownerPool.query<{ id: number }>(
      `insert into app_private.device_keys (user_id, name, key_hash)
        values ($1, 'Phone', sha256('a key')) returning user_id as id`,
      [user[1]],
    );
    await set("local");
    expect(
      await commitOf(host, "on", [
        "select app_private.report_with_key($1, sha256('a key'), $2)",
        rows[0]?.id,
        JSON.stringify([{ latitude: 1, longitude: AWAY, moving_activity: "STILL" }]),
      ]),
    ).toBe("local");
  });

  test("has a setting that refuses values unknown to PostgreSQL", async () => {
    for (const value of ["", "yes", "OFF"]) {
      await expect(set(value)).rejects.toMatchObject(
        refusal("23514", { constraint: "settings_report_synchronous_commit" }),
      );
    }
  });
});

describe.each([
  ["a failed login", "select app_private.fail_login('ada@example.org', '192.0.2.1')"],
  ["a login", "select app_private.complete_login('ada@example.org', '192.0.2.1')"],
  ["an attempt to join", "select app_private.count_attempt('join', '192.0.2.1/32')"],
])("%s", (_, sql) => {
  test("does not wait for the disk", async () => {
    expect(await commitOf(host, "on", [sql])).toBe("off");
  });
});

test("a user's change of their own email is on disk before the answer, although mails are counted", async () => {
  const owner = database().ownerPool;
  await owner.query("select app_private.begin_mail()");
  try {
    const id = await insertUser(database());
    const edit = `select app_public.user_edit(
      json_populate_record(null::app_public.user_edit, '{"email": "moved@example.org"}'), $1)`;
    expect(await commitOf(["app_user", id], "on", [edit, id])).toBe("on");
    const { rows } = await owner.query("select count(*)::int from app_private.login_failures");
    expect(rows[0].count).toBeGreaterThan(0);
  } finally {
    await owner.query("delete from app_private.mail_outcome");
  }
});

test("an erasure is on disk before it is answered", async () => {
  const erased = ["app_user", await insertUser(database())] as const;
  expect(await commitOf(erased, "off", ["select app_private.erase_me()"])).toBe("on");
});

test("an export is recorded on disk before it begins", async () => {
  const { rows } = await database().ownerPool.query<{ id: number }>(
    `insert into app_public.sessions (user_id, expires_at, is_admin)
      values ($1, now() + interval '1 day', false) returning id::int`,
    [user[1]],
  );
  const begin = "select app_private.begin_export($1, $2, $1)";
  expect(await commitOf(host, "off", [begin, user[1], rows[0]?.id])).toBe("on");
});

test("holding a publication and taking it back are on disk before the answer", async () => {
  const HOLD =
    "select app_public.publication_hold(json_populate_record(null::app_public.publication_input, $1))";
  const publication = JSON.stringify({ key: "a key", new_alert: alertInput() });
  expect(await commitOf(admin, "off", [HOLD, publication])).toBe("on");
  const { rows } = await database().ownerPool.query("select id from app_private.held_publications");
  expect(
    await commitOf(admin, "off", ["select app_public.publication_take_back($1)", rows[0].id]),
  ).toBe("on");
});
