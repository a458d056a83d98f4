import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type Database, openDatabase } from "../../src/database/open.ts";
import { publishFor } from "../../src/database/publication.ts";
import { cloneDatabase, insertUser, isNative, type TestDatabase } from "../helpers/database.ts";
import { inFull } from "../helpers/full.ts";
import { SEED } from "../helpers/seed.ts";
import { injectPauses, publishBy, removeLock, WAYS } from "./delays.ts";
import { PUBLISH, simulate } from "./simulation.ts";
import { cornersOf } from "./world.ts";

/** Replay with SEED=…, or make more ROUNDS=…; each seed is printed in its test's name. */
const ROUNDS = Number(process.env.ROUNDS ?? (process.env.SEED ? 1 : inFull(6, 3)));
type Way = keyof typeof WAYS;
const EACH_WAY = Object.keys(WAYS) as Way[];
const PLAN = {
  users: 36,
  reportsEach: 8,
  alerts: 12,
  ended: 6,
  changing: 18,
  connections: 40,
};

// The embedded database runs one transaction after another: there is nothing to race.
const onNative = isNative ? describe : describe.skip;

onNative("while reports, publications, ends of alerts and changes of passwords run at once", () => {
  let clone: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    clone = await cloneDatabase();
    database = await openDatabase(clone.config, console.error);
    await injectPauses(database.ownerPool, 15);
  });
  afterAll(async () => {
    await database.close();
    await clone.drop();
  });

  const rounds = Array.from({ length: ROUNDS }, (_, round) => SEED + round);
  test.each(rounds.map((seed) => [EACH_WAY[seed % EACH_WAY.length] as Way, seed] as const))(
    "everyone is told what is right, and counted once, by valid tokens only (%s, seed %d)",
    async (way, seed) => {
      await publishBy(database.ownerPool, way);
      const plan = { seed, ...PLAN, matchesAtOnce: way === "all at once" };
      expect(await simulate(clone.config.databaseUrl as string, plan)).toEqual([]);
    },
  );

  test("without the lock, a report in flight and a publication miss each other", async () => {
    const { ownerPool: pool } = database;
    await publishBy(pool, "all at once");
    await removeLock(pool);
    const userId = await insertUser(database);
    const adminId = await insertUser(database, { isAdmin: true });
    const centre = { latitude: 50, longitude: 15 };
    const claim = "select set_config('jwt.claims.user_id', $1, true)";

    const report = await pool.connect();
    await report.query("begin");
    await report.query(claim, [String(userId)]);
    await report.query(
      "select app_public.new_position(row(50, 15, 'STILL', null, null)::app_public.position_input)",
    );
    const admin = await pool.connect();
    await admin.query("begin");
    await admin.query(claim, [String(adminId)]);
    const { rows } = await admin.query<{ id: number }>(PUBLISH, [
      JSON.stringify({ points: cornersOf(centre), text1: "1", text2: "2", text3: "3" }),
    ]);
    await admin.query("commit");
    const id = rows[0]?.id as number;
    await publishFor(pool, id);
    await report.query("commit");
    report.release();
    admin.release();

    // Inside, and told nothing: what the lock is there for.
    const told = "select count(*)::int as told from app_public.notifications where alert_id = $1";
    expect((await pool.query(told, [id])).rows).toEqual([{ told: 0 }]);
  });
});
