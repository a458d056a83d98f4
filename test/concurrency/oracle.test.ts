/** @database server only */
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type Database, openDatabase } from "../../src/database/open.ts";
import { publishFor } from "../../src/database/publication.ts";
import { cloneDatabase, insertUser, type TestDatabase } from "../helpers/database.ts";
import { inFull } from "../helpers/full.ts";
import { SEED } from "../helpers/seed.ts";
import { injectPauses, PUBLICATION_METHODS, publishBy, removeLock } from "./delays.ts";
import { PUBLISH, simulate } from "./simulation.ts";
import { cornersOf } from "./world.ts";

/** SEED=… replays a seed, which is in the test's name. ROUNDS=… runs more rounds. */
const ROUNDS = Number(process.env.ROUNDS ?? (process.env.SEED ? 1 : inFull(6, 3)));
type PublicationMethod = keyof typeof PUBLICATION_METHODS;
const METHOD_NAMES = Object.keys(PUBLICATION_METHODS) as PublicationMethod[];
const PLAN = {
  users: 36,
  reportsEach: 8,
  alerts: 12,
  ended: 6,
  changing: 18,
  connections: 40,
};

// The embedded database runs one transaction at a time, so there are no races.
describe("with concurrent reports, publications, ends of alerts and changes of passwords", () => {
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
  test.each(
    rounds.map(
      (seed) => [METHOD_NAMES[seed % METHOD_NAMES.length] as PublicationMethod, seed] as const,
    ),
  )(
    "notifications and counts are right, and only valid tokens work (%s, seed %d)",
    async (method, seed) => {
      await publishBy(database.ownerPool, method);
      const plan = { seed, ...PLAN, matchesAtOnce: method === "all at once" };
      expect(await simulate(clone.config.databaseUrl as string, plan)).toEqual([]);
    },
  );

  test("without the lock, a running report and a publication miss each other", async () => {
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
      "select app_public.new_position(json_populate_record(null::app_public.position_input, json_build_object('latitude', 50, 'longitude', 15, 'moving_activity', 'STILL')))",
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

    // The user is inside and gets no notification: the lock prevents exactly this.
    const told = "select count(*)::int as told from app_public.notifications where alert_id = $1";
    expect((await pool.query(told, [id])).rows).toEqual([{ told: 0 }]);
  });
});
