/** @database server */
import { expect, test } from "@jest/globals";
import type pg from "pg";
import { startJobs } from "../../src/delivery/jobs.ts";
import { RETENTION } from "../../src/delivery/tasks/retention.ts";
import { insertUser, runClone } from "../helpers/database.ts";
import { until } from "../helpers/until.ts";

const database = runClone();

const query = async (text: string, values: unknown[] = []) =>
  (await database.ownerPool.query(text, values)).rows;
const history = async (userId: number): Promise<number> =>
  (await query("select count(*)::int from app_public.positions where user_id = $1", [userId]))[0]
    .count;

/** Gives a user a history of `count` positions. */
async function fill(userId: number, count: number): Promise<void> {
  await query(
    `insert into app_public.positions (user_id, latitude, longitude, moving_activity, created_at, taken_at)
      select $1, 1, 1, 'STILL', now() - interval '1 minute', now() - interval '1 minute' from generate_series(1, $2)`,
    [userId, count],
  );
}

/** What a task gets from graphile-worker. `statements` counts its transactions, and `end` is called before each. */
function makeHelpers(end: (statements: number) => void = () => {}) {
  const aborting = new AbortController();
  const helpers = {
    statements: 0,
    aborting,
    abortSignal: aborting.signal,
    query: async (text: string, values: unknown[]) => {
      end(helpers.statements);
      helpers.statements += 1;
      return await database.ownerPool.query(text, values);
    },
  };
  return helpers;
}
const run = async (task: string, payload: object, helpers: ReturnType<typeof makeHelpers>) =>
  await RETENTION[task]?.(payload as never, helpers as never);

test("many rows are deleted in several transactions, and a deletion that was killed goes on from there", async () => {
  const user = await insertUser(database);
  await fill(user, 3500);
  await query("update app_public.users set last_position_only = true where id = $1", [user]);
  const killed = makeHelpers((statements) => {
    if (statements === 3) throw new Error("killed");
  });
  await expect(run("forget_history", { userId: user }, killed)).rejects.toThrow("killed");
  expect(await history(user)).toBe(1500);
  const helpers = makeHelpers();
  await run("forget_history", { userId: user }, helpers);
  // The task drains reports, deletes twice and finds nothing.
  expect(helpers.statements).toBe(4);
  expect(await history(user)).toBe(0);
});

test("a purge stops between two steps when its worker ends", async () => {
  const user = await insertUser(database);
  await fill(user, 1500);
  await query("update app_public.users set last_position_only = true where id = $1", [user]);
  const helpers = makeHelpers((statements) => {
    if (statements === 1) helpers.aborting.abort(new Error("The worker ends."));
  });
  await expect(run("forget_history", { userId: user }, helpers)).rejects.toThrow(
    "The worker ends.",
  );
  expect(await history(user)).toBe(500);
  await expect(run("purge_last_positions", {}, helpers)).rejects.toThrow("The worker ends.");
});

test("outdated last positions of any number of users are purged", async () => {
  const users = await query(
    `insert into app_public.users (email, name, address)
      select 'silent' || n || '@example.org', 'Silent', '' from generate_series(1, 5001) n returning id`,
  );
  await query(
    `insert into app_public.last_positions (user_id, position_id, created_at, taken_at, location, moving_activity)
      select id, 1, now() - interval '91 days', now() - interval '91 days', public.st_setsrid(public.st_makepoint(1, 1), 4326), 'STILL'
        from unnest($1::int[]) id`,
    [users.map(({ id }) => id)],
  );
  const helpers = makeHelpers();
  await run("purge_last_positions", {}, helpers);
  expect(helpers.statements).toBe(3);
  expect(await query("select from app_public.last_positions")).toEqual([]);
});

test("workers delete the history of a user who chooses so, and everyone's by the setting", async () => {
  const [one, other] = [await insertUser(database), await insertUser(database)];
  await fill(one, 10);
  await fill(other, 10);
  const jobs = await startJobs(database.ownerPool, [], () => {});
  try {
    const client: pg.PoolClient = await database.ownerPool.connect();
    await client.query("begin");
    await client.query("select set_config('jwt.claims.user_id', $1, true)", [String(one)]);
    await client.query(
      "select app_public.user_edit(json_populate_record(null::app_public.user_edit, json_build_object('last_position_only', true)), $1)",
      [one],
    );
    await client.query("commit");
    client.release();
    await until(async () => (await history(one)) === 0);
    expect(await history(other)).toBe(10);
    await query("update app_private.settings set last_position_only = true");
    await until(async () => (await history(other)) === 0);
  } finally {
    await jobs.stop();
  }
});
