/** @database server only */
import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { PoolClient } from "pg";
import { insertUser } from "../helpers/database.ts";
import { alertInput, inside, metresEast, NEW_ALERT, type Place, square } from "./scene.ts";
import { transactions } from "./transactions.ts";

// The embedded database has one connection, so nothing runs at the same time.
const POSITION =
  "json_populate_record(null::app_public.position_input, json_build_object('longitude', $1::float8, 'latitude', $2::float8, 'moving_activity', 'STILL'))";
const REPORT = `select app_public.new_position(${POSITION})`;
const BATCH = `select app_public.new_positions(array[${POSITION}])`;
const UPDATE =
  "select app_private.update_alert($1, json_populate_record(null::app_public.alert_update_input, $2))";
const CHUNK = "select app_private.publish_chunk($1, $2) as done";

describe("at the same time (on native PostgreSQL only):", () => {
  const { database, begin, end, start, inTurn } = transactions();
  let admin: number;
  beforeAll(async () => {
    admin = await insertUser(database(), { isAdmin: true });
  });

  /** Each test uses its own place, one degree further north than the previous test. */
  let north = 0;
  beforeEach(() => {
    north += 1;
  });
  const at = ([longitude, latitude]: Place) => [longitude, latitude + north];

  const report = (client: PoolClient, place: Place) => client.query(REPORT, at(place));

  /** Reports a place of a user, and commits it. */
  async function committedReport(user: number, place: Place): Promise<void> {
    const reporter = await begin(user, "app_user");
    await report(reporter, place);
    await end(reporter);
  }

  const newAlert = () => [JSON.stringify(alertInput(square([0, north])))];

  /** Runs and commits the first phase of an alert's publication. Returns the alert's id. */
  async function committedAlert(): Promise<number> {
    const client = await begin(admin, "app_admin");
    const { rows } = await client.query(NEW_ALERT, newAlert());
    await end(client);
    return rows[0].new_alert;
  }

  /** Returns the ids of users in each row of an alert's queue. */
  async function waitingFor(id: number): Promise<number[][]> {
    const { rows } = await database().ownerPool.query(
      "select user_ids from app_private.publication_waiting where alert_id = $1 order by first_user_id",
      [id],
    );
    return rows.map((row) => row.user_ids);
  }

  async function publish(
    id: number,
    {
      client = database().ownerPool,
      chunkSize = 10_000,
    }: { client?: Pick<PoolClient, "query">; chunkSize?: number } = {},
  ): Promise<void> {
    while (!(await client.query(CHUNK, [id, chunkSize])).rows[0].done);
  }

  async function levels(alertId: number, userId: number): Promise<string> {
    const { rows } = await database().ownerPool.query(
      "select string_agg(level::text, ',' order by id) as levels from app_public.notifications where alert_id = $1 and user_id = $2",
      [alertId, userId],
    );
    return rows[0].levels ?? "";
  }

  /** Returns the number of users whom an alert reached, as it is counted and as the notifications say. */
  async function reached(alertId: number): Promise<number> {
    const { rows } = await database().ownerPool.query(
      `select app_public.alerts_reached_users(a) as users, (select count(distinct user_id)::int
        from app_public.notifications where alert_id = $1) as told from app_public.alerts a where id = $1`,
      [alertId],
    );
    expect(rows[0].users).toBe(rows[0].told);
    return rows[0].users;
  }

  /** What a transaction does: as whom, and with a statement. */
  type Act = (
    user: number,
    id: number,
  ) => [userId: number, role: string, sql: string, values: unknown[]];
  const publishes: Act = () => [admin, "app_admin", NEW_ALERT, newAlert()];
  const reports =
    (place: Place, sql = REPORT): Act =>
    (user) => [user, "app_user", sql, at(place)];
  const widens: Act = (_, id) => [admin, "app_admin", UPDATE, [id, '{"level3_distance": 5000}']];
  const cancels: Act = (_, id) => [
    admin,
    "app_admin",
    "select app_private.cancel_alert($1, 'Over.')",
    [id],
  ];

  const ACTS = {
    "a report inside": reports(inside),
    "a failing report inside": reports(inside),
    "a report that comes into TWO": reports(metresEast(500)),
    "a report 3 km away": reports(metresEast(3_000)),
    "a batch 3 km away": reports(metresEast(3_000), BATCH),
    "a publication": publishes,
    "an update that reaches 5 km": widens,
    "a cancellation": cancels,
  };

  // Whether the report or the other transaction waits, its user is notified once at the right level.
  test.each<
    [first: keyof typeof ACTS, second: keyof typeof ACTS, atOnce: string, published: string]
  >([
    ["a report inside", "a publication", "", "ONE"],
    ["a failing report inside", "a publication", "", ""],
    ["a publication", "a report that comes into TWO", "TWO", "TWO"],
    ["a report 3 km away", "an update that reaches 5 km", "", "THREE"],
    ["an update that reaches 5 km", "a report 3 km away", "THREE", "THREE"],
    ["an update that reaches 5 km", "a batch 3 km away", "THREE", "THREE"],
    ["a report inside", "a cancellation", "ONE", "ONE,ONE"],
  ])(
    "after %s, %s waits: its user has %j at once, and %j in the end",
    async (before, after, atOnce, published) => {
      const [first, second] = [ACTS[before], ACTS[after]];
      const how = before === "a failing report inside" ? "rollback" : "commit";
      const user = await insertUser(database());
      let id = 0;
      if (first !== publishes && second !== publishes) {
        id = await committedAlert();
        await publish(id);
      }
      const [[oneId, oneRole, ...one], [twoId, twoRole, ...two]] = [
        first(user, id),
        second(user, id),
      ];
      const clients: [PoolClient, PoolClient] = [
        await begin(oneId, oneRole),
        await begin(twoId, twoRole),
      ];
      const made = await clients[0].query(...one);
      const { rows, error } = await inTurn(clients, ...two, how);
      expect(error).toBeUndefined();
      id ||= made.rows[0].new_alert ?? rows[0].new_alert;
      expect(await levels(id, user)).toBe(atOnce);
      await publish(id);
      expect(await levels(id, user)).toBe(published);
      expect(await reached(id)).toBe(published ? 1 : 0);
    },
  );

  test("a report begun after the first phase of a publication notifies its user before the second phase", async () => {
    const user = await insertUser(database());
    const id = await committedAlert();
    await committedReport(user, inside);
    expect(await levels(id, user)).toBe("ONE");
  });

  test("matching waits for a report in flight of a user in the zones, and then uses the new position", async () => {
    const user = await insertUser(database());
    await committedReport(user, metresEast(500));
    const id = await committedAlert();
    // The user leaves the zones in an open transaction, so the matching must not notify them.
    const reporter = await begin(user, "app_user");
    await report(reporter, metresEast(5_000));

    const publisher = await begin(undefined, "app_host");
    const chunk = start(publisher, "select app_private.publish_chunk($1)", [id]);
    await chunk.waits();
    await end(reporter);
    expect((await chunk.settled).error).toBeUndefined();
    await publish(id, { client: publisher });
    await end(publisher);
    expect(await levels(id, user)).toBe("");
    expect(await reached(id)).toBe(0);
  });

  test("a report waits for the matching that notifies its user, and does not notify of the same level again", async () => {
    const user = await insertUser(database());
    await committedReport(user, metresEast(500));
    const id = await committedAlert();

    const publisher = await begin(undefined, "app_host");
    await publish(id, { client: publisher });
    const reporter = await begin(user, "app_user");
    const reporting = start(reporter, REPORT, at(metresEast(400)));
    await reporting.waits();
    await end(publisher);
    expect((await reporting.settled).error).toBeUndefined();
    await report(reporter, inside);
    await end(reporter);
    expect(await levels(id, user)).toBe("TWO,ONE");
    expect(await reached(id)).toBe(1);
  });

  test("a user whose report an update waits for can still be notified of the alert", async () => {
    const user = await insertUser(database());
    const id = await committedAlert();
    const reporter = await begin(user, "app_user");
    await report(reporter, metresEast(9_000));
    const updater = await begin(admin, "app_admin");
    const updating = start(updater, UPDATE, [id, '{"text1": "Now."}']);
    await updating.waits();
    // The notification refers to the alert that the update has locked.
    await report(reporter, inside);
    await end(reporter);
    expect((await updating.settled).error).toBeUndefined();
    await end(updater);
    await publish(id);
    expect(await levels(id, user)).toBe("ONE");
    expect(await reached(id)).toBe(1);
  });

  /** Makes users of whom the last ones have reported this place, and returns those. */
  async function crowd(count: number, place: Place): Promise<number[]> {
    const users: number[] = [];
    // A queue takes at most an eighth of the users.
    for (let i = 0; i < 8 * count; i++) users.push(await insertUser(database()));
    const told = users.slice(-count);
    for (const user of told) await committedReport(user, place);
    return told;
  }

  test("an update waits for the running chunk of a publication, and then starts without its queue", async () => {
    const users = await crowd(4, metresEast(500));
    const id = await committedAlert();
    const publisher = await begin(undefined, "app_host");
    await publisher.query(CHUNK, [id, 1]);
    const updater = await begin(admin, "app_admin");
    const { error } = await inTurn([publisher, updater], UPDATE, [id, '{"text1": "Now."}']);
    expect(error).toBeUndefined();
    expect(await waitingFor(id)).toEqual([]);
    await publish(id);
    for (const user of users) expect(await levels(id, user)).toBe("TWO");
    expect(await reached(id)).toBe(4);
  });

  test("two publishers of one alert take turns, and notify each user once", async () => {
    const users = await crowd(5, inside);
    const id = await committedAlert();
    const [first, second] = [
      await begin(undefined, "app_host"),
      await begin(undefined, "app_host"),
    ];
    await first.query(CHUNK, [id, 1]);
    expect((await inTurn([first, second], CHUNK, [id, 1])).error).toBeUndefined();
    // The first chunk queued all users, and the second one took one of them.
    expect(await waitingFor(id)).toEqual(users.slice(1).map((user) => [user]));
    await Promise.all([1, 2, 3].map(() => publish(id, { chunkSize: 1 })));
    for (const user of users) expect(await levels(id, user)).toBe("ONE");
    expect(await reached(id)).toBe(5);
  });

  test("reports of different users at one alert do not wait for each other", async () => {
    const [one, two] = [await insertUser(database()), await insertUser(database())];
    const id = await committedAlert();
    const [first, second] = [await begin(one, "app_user"), await begin(two, "app_user")];
    // If this report waited, it would fail by its lock_timeout.
    await second.query("set local lock_timeout = '10s'");
    await report(first, inside);
    await report(second, inside);
    await end(second);
    await end(first);
    expect(await reached(id)).toBe(2);
  });

  test("reports of one user from two devices take turns, and notify once", async () => {
    const user = await insertUser(database());
    const id = await committedAlert();
    const [phone, tablet] = [await begin(user, "app_user"), await begin(user, "app_user")];
    await report(phone, metresEast(500));
    const { error } = await inTurn([phone, tablet], REPORT, at(metresEast(600)));
    expect(error).toBeUndefined();
    expect(await levels(id, user)).toBe("TWO");
    expect(await reached(id)).toBe(1);
  });

  test("the count of reached users stays exact while it is compacted", async () => {
    const id = await committedAlert();
    const users: number[] = [];
    for (let i = 0; i < 20; i++) users.push(await insertUser(database()));
    const compact = async () => {
      for (let i = 0; i < 10; i++)
        await database().ownerPool.query("select app_private.compact_alert_reach()");
    };
    const reportAll = async (ids: number[]) => {
      for (const user of ids) await committedReport(user, inside);
    };
    await Promise.all([
      reportAll(users.slice(0, 10)),
      reportAll(users.slice(10)),
      compact(),
      compact(),
    ]);
    expect(await reached(id)).toBe(20);
  });

  test("partitions are made while positions come in, and positions of the current week stay in their partition", async () => {
    const { ownerPool } = database();
    const { rows: partitions } = await ownerPool.query(
      `select c.oid::regclass::text as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'app_public.positions'::regclass and c.relname <> 'positions_default'`,
    );
    // This is the state when nobody has made partitions for months: all rows are in the default partition.
    for (const { name } of partitions) await ownerPool.query(`drop table ${name}`);
    const user = await insertUser(database());
    let making = true;
    let reports = 0;
    async function reportOnce() {
      await committedReport(user, inside);
      reports++;
    }
    await reportOnce();
    const reporting = (async () => {
      while (making) await reportOnce();
    })();
    try {
      const { rows } = await ownerPool.query(
        "select app_private.make_position_partitions('4 weeks') as made",
      );
      expect(rows).toEqual([{ made: 4 }]);
    } finally {
      making = false;
      await reporting;
    }
    const { rows } = await ownerPool.query(
      "select count(*)::int, array_agg(distinct tableoid::regclass::text) as tables from app_public.positions where user_id = $1",
      [user],
    );
    expect(rows).toEqual([{ count: reports, tables: ["app_public.positions_default"] }]);
  });

  test("a long read of positions, as by pg_dump, blocks no report while partitions are made and dropped", async () => {
    const { ownerPool } = database();
    const user = await insertUser(database());
    await ownerPool.query("update app_private.settings set position_retention = '1 day'");
    await ownerPool.query(
      `create table app_public.positions_2026_01_05 partition of app_public.positions
        for values from ('2026-01-05 00:00+00') to ('2026-01-12 00:00+00')`,
    );
    const reader = await begin();
    await reader.query("select count(*) from app_public.positions");
    let working = true;
    const reporting = (async () => {
      while (working) {
        const reporter = await begin(user, "app_user");
        // A report that waits for the reader fails here.
        await reporter.query("set local lock_timeout = '10s'");
        await report(reporter, inside);
        await end(reporter);
      }
    })();
    const work = [
      "select app_private.make_position_partitions('60 weeks') > 40 as done",
      "select app_private.purge_positions() >= 0 as done",
      "select app_private.drop_position_partitions() = 1 as done",
    ];
    const outcomes = async () => {
      const answers = [];
      for (const sql of work) {
        answers.push(
          await ownerPool.query(sql).then(
            ({ rows }) => rows[0].done,
            (error) => error.code,
          ),
        );
      }
      return answers;
    };
    try {
      // Making and dropping give up (lock_not_available), and purging needs no lock that a reader holds.
      expect(await outcomes()).toEqual(["55P03", true, "55P03"]);
      await end(reader);
      expect(await outcomes()).toEqual([true, true, true]);
    } finally {
      working = false;
      await reporting;
    }
  });
});
