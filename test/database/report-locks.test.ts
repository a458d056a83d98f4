/** @database server */
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { insertUser } from "../helpers/database.ts";
import { alertInput, NEW_ALERT, stage } from "./scene.ts";

/**
 * The locks by which publications and reports find each other, as the database shows them at the end of each statement.
 * One connection is enough for that, so these tests notice a missing lock on the embedded database too.
 */

const { database } = stage();

/** A role, and the user's id. */
type Caller = readonly [role: string, userId?: number];

let admin: Caller;
/** Users whose reports take different locks. */
let users: number[];
beforeAll(async () => {
  admin = ["app_admin", await insertUser(database(), { isAdmin: true })];
  users = [];
  for (const id of [9 * 2048, 10 * 2048 - 1, 12 * 2048]) {
    await database().ownerPool.query(
      "select setval(pg_get_serial_sequence('app_public.users', 'id'), $1, false)",
      [id],
    );
    users.push(await insertUser(database()));
  }
});

/** Runs a statement in a transaction, and returns its result and the report locks that it holds. */
async function run(
  [role, userId]: Caller,
  sql: string,
  values: unknown[] = [],
  begin = "begin",
): Promise<{ result: unknown; locks: string[] }> {
  const client = await database().ownerPool.connect();
  try {
    await client.query(begin);
    await client.query(
      "select set_config('jwt.claims.user_id', $1, true), set_config('role', $2, true)",
      [String(userId ?? ""), role],
    );
    const { rows } = await client.query(sql, values);
    await client.query("reset role");
    const held = await client.query(
      `select objid || ' ' || mode as lock from pg_locks
        where locktype = 'advisory' and classid = 4155 and pid = pg_backend_pid() and granted order by objid`,
    );
    await client.query("commit");
    return { result: Object.values(rows[0] ?? {})[0], locks: held.rows.map(({ lock }) => lock) };
  } finally {
    await client.query("rollback");
    client.release();
  }
}

const ALL = Array.from({ length: 256 }, (_, lock) => `${lock} ExclusiveLock`);

/** Publishes an alert until a chunk holds reports, or is the last. Returns the locks of that chunk. */
async function publish(alert: unknown, chunkSize = 10_000): Promise<string[]> {
  for (;;) {
    const { result, locks } = await run(["app_host"], "select app_private.publish_chunk($1, $2)", [
      alert,
      chunkSize,
    ]);
    if (result || locks.length > 0) return locks;
  }
}

const newAlert = () =>
  run(admin, NEW_ALERT, [JSON.stringify(alertInput(undefined, { idempotency_key: randomUUID() }))]);

describe("the first phase locks the reports of all users at its end", () => {
  test("for a new alert", async () => {
    expect((await newAlert()).locks).toEqual(ALL);
  });

  test("for an update", async () => {
    const { result } = await newAlert();
    const { locks } = await run(
      admin,
      `select app_private.update_alert($1, json_populate_record(null::app_public.alert_update_input, '{"text1": "x"}'))`,
      [result],
    );
    expect(locks).toEqual(ALL);
  });

  test("for a cancellation", async () => {
    const { result } = await newAlert();
    const { locks } = await run(admin, "select app_private.cancel_alert($1, 'It is over.')", [
      result,
    ]);
    expect(locks).toEqual(ALL);
  });
});

const POSITION =
  "json_populate_record(null::app_public.position_input, json_build_object('latitude', 0.005, 'longitude', 0.005, 'moving_activity', 'STILL'))";

test.each(["repeatable read", "serializable"])(
  "at the isolation level %s, reports and publications are refused: they would miss each other",
  async (level) => {
    const begin = `begin isolation level ${level}`;
    const refused = { code: "25001", message: expect.stringMatching(/READ COMMITTED only/) };
    const report = `select from app_public.new_position(${POSITION})`;
    await expect(run(["app_user", users[0]], report, [], begin)).rejects.toMatchObject(refused);
    const alert = JSON.stringify(alertInput(undefined, { idempotency_key: randomUUID() }));
    await expect(run(admin, NEW_ALERT, [alert], begin)).rejects.toMatchObject(refused);
  },
);

describe("a report takes a shared lock for its user", () => {
  test.each([
    ["alone", `select from app_public.new_position(${POSITION})`],
    ["in a batch", `select from app_public.new_positions(array[${POSITION}])`],
  ])("when sent %s", async (_, sql) => {
    const own = async (user: unknown) => (await run(["app_user", user as number], sql)).locks;
    expect(await own(users[0])).toEqual(["9 ShareLock"]);
    expect(await own(users[1])).toEqual(["9 ShareLock"]);
    expect(await own(users[2])).toEqual(["12 ShareLock"]);
  });

  test("that is one of the 256 locks of the first phase, for every id", async () => {
    const { rows } = await database().ownerPool.query(
      `select id, app_private.report_lock(id) >> 32 as class, app_private.report_lock(id) & 4294967295 as lock
        from unnest(array[0, 1, 2047, 2048, 255 * 2048, 256 * 2048, 2147483647]) id`,
    );
    for (const { class: kind, lock } of rows) {
      expect(Number(kind)).toBe(4155);
      expect(Number(lock)).toBeLessThan(256);
    }
  });
});

test("the locks for a range of users are those of all users in it", async () => {
  const { rows } = await database().ownerPool.query(
    `select first, last,
        array(select distinct app_private.report_lock(u) from unnest(app_private.user_of_each_lock(first, last)) u order by 1) as held,
        array(select distinct app_private.report_lock(u) from generate_series(first, last) u order by 1) as needed
      from unnest(array[1, 1, 1, 2047, 2047, 2047, 2048, 100, 255 * 2048 + 5, 2147483647],
          array[1, 2047, 2048, 2047, 2048, 3 * 2048, 2 * 2048 - 1, 5099, 257 * 2048, 2147483647]) ranges (first, last)`,
  );
  for (const { first, last, held, needed } of rows) {
    expect({ first, last, locks: held }).toEqual({ first, last, locks: needed });
  }
});

test("an all-clear locks the reports of its recipients", async () => {
  for (const user of users) {
    await run(["app_user", user], `select from app_public.new_position(${POSITION})`);
  }
  const { result: id } = await newAlert();
  await publish(id);
  await run(admin, "select app_private.cancel_alert($1, 'It is over.')", [id]);
  expect(await publish(id)).toEqual(["9 ExclusiveLock", "12 ExclusiveLock"]);
});

describe("matching locks only the reports", () => {
  test("of a range of ids, in a pass through all users", async () => {
    const { result: id } = await newAlert();
    const { rowCount } = await database().ownerPool.query(
      "update app_private.publications set last_user_id = $2 where alert_id = $1",
      [id, 9 * 2048 - 2],
    );
    expect(rowCount).toBe(1);
    expect(await publish(id, 4098)).toEqual([8, 9, 10, 11].map((lock) => `${lock} ExclusiveLock`));
  });

  test.each([
    ["of few users", 10_000, ["9 ExclusiveLock", "12 ExclusiveLock"]],
    ["of queued users", 1, ["9 ExclusiveLock"]],
  ])("%s who may be notified", async (_, chunkSize, expected) => {
    for (const user of users) {
      await run(["app_user", user], `select from app_public.new_position(${POSITION})`);
    }
    const { result: id } = await newAlert();
    // The first chunk only counts the users.
    expect(await publish(id, chunkSize)).toEqual(expected);
  });
});
