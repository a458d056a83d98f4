/** @database server */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import type { PoolClient } from "pg";
import type { Database } from "../../src/database/open.ts";
import { insertUser, isNative, openClone } from "../helpers/database.ts";
import { untilItWaits } from "../helpers/waits-for-lock.ts";
import { inside, metresEast, type Place } from "./scene.ts";

// The embedded database has one connection, so nothing runs at the same time.
const onSeveralConnections = isNative ? describe : describe.skip;

onSeveralConnections("at the same time (on native PostgreSQL only):", () => {
  let database: Database;
  let admin: number;
  beforeAll(async () => {
    database = await openClone();
    admin = await insertUser(database, { isAdmin: true });
  });
  afterAll(() => database.close());

  const begun = new Set<PoolClient>();
  afterEach(async () => {
    // Closes what a failed test left open, even in the middle of a statement.
    for (const client of begun) client.release(true);
    begun.clear();
  });

  /** Begins a transaction as a role and a user on its own connection. A wait of 150 s for a lock fails it. */
  async function begin(role: string, userId?: number): Promise<PoolClient> {
    const client = await database.ownerPool.connect();
    begun.add(client);
    await client.query("begin; set local lock_timeout = '150s'");
    await client.query(
      "select set_config('jwt.claims.user_id', $1, true), set_config('role', $2, true)",
      [String(userId ?? ""), role],
    );
    return client;
  }

  async function end(client: PoolClient, how: "commit" | "rollback" = "commit"): Promise<void> {
    await client.query(how);
    begun.delete(client);
    client.release();
  }

  const report = (client: PoolClient, [longitude, latitude]: Place) =>
    client.query(
      "select app_public.new_position(json_populate_record(null::app_public.position_input, json_build_object('latitude', $1::float8, 'longitude', $2::float8, 'moving_activity', 'STILL')))",
      [latitude, longitude],
    );

  /** Each test uses its own place, one degree further north than the previous test. */
  let north = 0;
  const at = ([longitude, latitude]: Place): Place => [longitude, latitude + north];

  async function newAlert(client: PoolClient): Promise<number> {
    const points = [
      [0, 0],
      [0.01, 0],
      [0.01, 0.01],
      [0, 0.01],
    ].map(([longitude, latitude]) => ({ longitude, latitude: (latitude as number) + north }));
    const { rows } = await client.query(
      "select app_private.new_alert(json_populate_record(null::app_public.alert_input, $1)) as id",
      [JSON.stringify({ points, text1: "1", text2: "2", text3: "3" })],
    );
    return rows[0].id;
  }

  /** Runs and commits the first phase of an alert's publication. Returns the alert's id. */
  async function committedAlert(): Promise<number> {
    const client = await begin("app_admin", admin);
    const id = await newAlert(client);
    await end(client);
    return id;
  }

  /** Returns the ids of users in each row of an alert's queue. */
  async function waitingFor(id: number): Promise<number[][]> {
    const { rows } = await database.ownerPool.query(
      "select user_ids from app_private.publication_waiting where alert_id = $1 order by first_user_id",
      [id],
    );
    return rows.map((row) => row.user_ids);
  }

  async function publish(id: number): Promise<void> {
    for (;;) {
      const { rows } = await database.ownerPool.query(
        "select app_private.publish_chunk($1) as done",
        [id],
      );
      if (rows[0].done) return;
    }
  }

  const waits = (client: PoolClient, statement: Promise<unknown>) =>
    untilItWaits(database.ownerPool, client, statement);

  async function levels(alertId: number, userId: number): Promise<string> {
    const { rows } = await database.ownerPool.query(
      "select string_agg(level::text, ',' order by id) as levels from app_public.notifications where alert_id = $1 and user_id = $2",
      [alertId, userId],
    );
    return rows[0].levels ?? "";
  }

  async function reached(alertId: number): Promise<number> {
    const ask = async (sql: string): Promise<number> =>
      (await database.ownerPool.query(sql, [alertId])).rows[0].users;
    const users = await ask(
      "select app_public.alerts_reached_users(a) as users from app_public.alerts a where id = $1",
    );
    const told = await ask(
      "select count(distinct user_id)::int as users from app_public.notifications where alert_id = $1",
    );
    expect(users).toBe(told);
    return users;
  }

  test("a publication waits for the reports in flight, and then matches them", async () => {
    north += 1;
    const user = await insertUser(database);
    const reporter = await begin("app_user", user);
    await report(reporter, at(inside));

    const publisher = await begin("app_admin", admin);
    const publishing = newAlert(publisher);
    await waits(publisher, publishing);
    await end(reporter);
    const id = await publishing;
    await end(publisher);

    expect(await levels(id, user)).toBe("");
    await publish(id);
    expect(await levels(id, user)).toBe("ONE");
    expect(await reached(id)).toBe(1);
  });

  test("a report in flight that fails lets the publication go on, and its user is not notified", async () => {
    north += 1;
    const user = await insertUser(database);
    const reporter = await begin("app_user", user);
    await report(reporter, at(inside));
    const publisher = await begin("app_admin", admin);
    const publishing = newAlert(publisher);
    await waits(publisher, publishing);
    await end(reporter, "rollback");
    const id = await publishing;
    await end(publisher);
    await publish(id);
    expect(await levels(id, user)).toBe("");
  });

  test("a report begun while an alert is being published waits for it, and then notifies its user", async () => {
    north += 1;
    const user = await insertUser(database);
    const publisher = await begin("app_admin", admin);
    const id = await newAlert(publisher);

    const reporter = await begin("app_user", user);
    const reporting = report(reporter, at(metresEast(500)));
    await waits(reporter, reporting);
    await end(publisher);
    await reporting;
    await end(reporter);

    expect(await levels(id, user)).toBe("TWO");
    await publish(id);
    expect(await levels(id, user)).toBe("TWO");
    expect(await reached(id)).toBe(1);
  });

  test("a report begun after the first phase of a publication notifies its user before the second phase", async () => {
    north += 1;
    const user = await insertUser(database);
    const id = await committedAlert();
    const reporter = await begin("app_user", user);
    await report(reporter, at(inside));
    await end(reporter);
    expect(await levels(id, user)).toBe("ONE");
  });

  test("matching waits for a report in flight of a user in the zones, and then uses the new position", async () => {
    north += 1;
    const user = await insertUser(database);
    const first = await begin("app_user", user);
    await report(first, at(metresEast(500)));
    await end(first);
    const id = await committedAlert();
    // The user leaves the zones in an open transaction, so the matching must not notify them.
    const reporter = await begin("app_user", user);
    await report(reporter, at(metresEast(5_000)));

    const publisher = await begin("app_host");
    const chunk = (async () => {
      for (;;) {
        const { rows } = await publisher.query("select app_private.publish_chunk($1) as done", [
          id,
        ]);
        if (rows[0].done) return;
      }
    })();
    await waits(publisher, chunk);
    await end(reporter);
    await chunk;
    await end(publisher);
    expect(await levels(id, user)).toBe("");
    expect(await reached(id)).toBe(0);
  });

  test("a report waits for the matching that notifies its user, and does not notify of the same level again", async () => {
    north += 1;
    const user = await insertUser(database);
    const first = await begin("app_user", user);
    await report(first, at(metresEast(500)));
    await end(first);
    const id = await committedAlert();

    const publisher = await begin("app_host");
    while (
      !(await publisher.query("select app_private.publish_chunk($1) as done", [id])).rows[0].done
    );
    const reporter = await begin("app_user", user);
    const reporting = report(reporter, at(metresEast(400)));
    await waits(reporter, reporting);
    await end(publisher);
    await reporting;
    await report(reporter, at(inside));
    await end(reporter);
    expect(await levels(id, user)).toBe("TWO,ONE");
    expect(await reached(id)).toBe(1);
  });

  const updateAlert = (client: PoolClient, id: number, changes: object) =>
    client.query(
      "select app_private.update_alert($1, json_populate_record(null::app_public.alert_update_input, $2))",
      [id, JSON.stringify(changes)],
    );

  test("an update waits for the reports in flight, and then notifies users who came into its zones", async () => {
    north += 1;
    const user = await insertUser(database);
    const id = await committedAlert();
    await publish(id);
    const reporter = await begin("app_user", user);
    await report(reporter, at(metresEast(3_000)));

    const updater = await begin("app_admin", admin);
    const updating = updateAlert(updater, id, { level3_distance: 5_000 });
    await waits(updater, updating);
    await end(reporter);
    await updating;
    await end(updater);

    expect(await levels(id, user)).toBe("");
    await publish(id);
    expect(await levels(id, user)).toBe("THREE");
    expect(await reached(id)).toBe(1);
  });

  test("a report begun while an alert is updated waits for it, and then uses the new zones", async () => {
    north += 1;
    const user = await insertUser(database);
    const id = await committedAlert();
    await publish(id);
    const updater = await begin("app_admin", admin);
    await updateAlert(updater, id, { level3_distance: 5_000 });

    const reporter = await begin("app_user", user);
    const reporting = report(reporter, at(metresEast(3_000)));
    await waits(reporter, reporting);
    await end(updater);
    await reporting;
    await end(reporter);
    expect(await levels(id, user)).toBe("THREE");
  });

  test("a batch begun while an alert is updated waits for it too", async () => {
    north += 1;
    const user = await insertUser(database);
    const id = await committedAlert();
    const updater = await begin("app_admin", admin);
    await updateAlert(updater, id, { level3_distance: 5_000 });

    const reporter = await begin("app_user", user);
    const [longitude, latitude] = at(metresEast(3_000));
    const reporting = reporter.query(
      "select app_public.new_positions(array[json_populate_record(null::app_public.position_input, json_build_object('latitude', $1::float8, 'longitude', $2::float8, 'moving_activity', 'STILL'))])",
      [latitude, longitude],
    );
    await waits(reporter, reporting);
    await end(updater);
    await reporting;
    await end(reporter);
    expect(await levels(id, user)).toBe("THREE");
  });

  test("a cancellation waits for a report in flight, whose user gets the all-clear too", async () => {
    north += 1;
    const user = await insertUser(database);
    const id = await committedAlert();
    await publish(id);
    const reporter = await begin("app_user", user);
    await report(reporter, at(inside));
    const canceller = await begin("app_admin", admin);
    const cancelling = canceller.query("select app_private.cancel_alert($1, 'Over.')", [id]);
    await waits(canceller, cancelling);
    await end(reporter);
    await cancelling;
    await end(canceller);
    await publish(id);
    expect(await levels(id, user)).toBe("ONE,ONE");
  });

  test("a user whose report an update waits for can still be notified of the alert", async () => {
    north += 1;
    const user = await insertUser(database);
    const id = await committedAlert();
    const reporter = await begin("app_user", user);
    await report(reporter, at(metresEast(9_000)));
    const updater = await begin("app_admin", admin);
    const updating = updateAlert(updater, id, { text1: "Now." });
    await waits(updater, updating);
    // The notification refers to the alert that the update has locked.
    await report(reporter, at(inside));
    await end(reporter);
    await updating;
    await end(updater);
    await publish(id);
    expect(await levels(id, user)).toBe("ONE");
    expect(await reached(id)).toBe(1);
  });

  test("an update waits for the running chunk of a publication, and then starts without its queue", async () => {
    north += 1;
    const users: number[] = [];
    // A queue takes at most an eighth of the users.
    for (let i = 0; i < 32; i++) users.push(await insertUser(database));
    for (const user of users.slice(-3)) {
      const reporter = await begin("app_user", user);
      await report(reporter, at(metresEast(500)));
      await end(reporter);
    }
    const id = await committedAlert();
    const publisher = await begin("app_host");
    await publisher.query("select app_private.publish_chunk($1, 1)", [id]);

    const updater = await begin("app_admin", admin);
    const updating = updateAlert(updater, id, { text1: "Now." });
    await waits(updater, updating);
    await end(publisher);
    await updating;
    await end(updater);
    expect(await waitingFor(id)).toEqual([]);
    await publish(id);
    for (const user of users.slice(-3)) expect(await levels(id, user)).toBe("TWO");
    expect(await reached(id)).toBe(3);
  });

  test("two administrators who demote each other take turns, and one remains", async () => {
    const [one, two] = [
      await insertUser(database, { isAdmin: true }),
      await insertUser(database, { isAdmin: true }),
    ];
    const { rows: others } = await database.ownerPool.query(
      "update app_public.users set is_admin = false where is_admin and id <> all ($1) returning id",
      [[one, two]],
    );
    const demote = (client: PoolClient, id: number) =>
      client.query("select app_public.user_rights($1, row(false, null))", [id]);
    const [first, second] = [await begin("app_admin", one), await begin("app_admin", two)];
    await demote(first, two);
    const demoting = demote(second, one);
    const refused = expect(demoting).rejects.toMatchObject({ code: "LA409" });
    await waits(second, demoting);
    await end(first);
    await refused;
    await end(second, "rollback");
    const { rows } = await database.ownerPool.query(
      "select id from app_public.users where is_admin",
    );
    expect(rows).toEqual([{ id: one }]);
    await database.ownerPool.query(
      "update app_public.users set is_admin = true where id = any ($1)",
      [others.map(({ id }) => id)],
    );
  });

  test("two users who register one device at once take turns, and the later one has it", async () => {
    const [one, two] = [await insertUser(database), await insertUser(database)];
    const register = (client: PoolClient) =>
      client.query(
        "select app_public.register_device(row('a sold phone')::app_public.register_notification_token)",
      );
    const [first, second] = [await begin("app_user", one), await begin("app_user", two)];
    await register(first);
    const registering = register(second);
    await waits(second, registering);
    await end(first);
    await registering;
    await end(second);
    const { rows } = await database.ownerPool.query(
      "select user_id from app_private.devices where token = 'a sold phone'",
    );
    expect(rows).toEqual([{ user_id: two }]);
  });

  test("two processes that make partitions take turns, and the second finds them made", async () => {
    const make = (client: PoolClient) =>
      client.query("select app_private.make_position_partitions('8 weeks') as made");
    const [first, second] = [await begin("none"), await begin("none")];
    expect((await make(first)).rows[0].made).toBeGreaterThan(0);
    const making = make(second);
    await waits(second, making);
    await end(first);
    expect((await making).rows).toEqual([{ made: 0 }]);
    await end(second);
  });

  test("two publishers of one alert take turns, and notify each user once", async () => {
    north += 1;
    const users: number[] = [];
    // A queue takes at most an eighth of the users.
    for (let i = 0; i < 40; i++) await insertUser(database);
    for (let i = 0; i < 5; i++) {
      const user = await insertUser(database);
      const reporter = await begin("app_user", user);
      await report(reporter, at(inside));
      await end(reporter);
      users.push(user);
    }
    const id = await committedAlert();
    const chunk = (client: PoolClient) =>
      client.query("select app_private.publish_chunk($1, 1)", [id]);
    const [first, second] = [await begin("app_host"), await begin("app_host")];
    await chunk(first);
    const publishing = chunk(second);
    await waits(second, publishing);
    await end(first);
    await publishing;
    await end(second);
    // The first chunk queued all users, and the second one took one of them.
    expect(await waitingFor(id)).toEqual(users.slice(1).map((user) => [user]));
    const one = async () => {
      for (;;) {
        const { rows } = await database.ownerPool.query(
          "select app_private.publish_chunk($1, 1) as done",
          [id],
        );
        if (rows[0].done) return;
      }
    };
    await Promise.all([one(), one(), one()]);
    for (const user of users) expect(await levels(id, user)).toBe("ONE");
    expect(await reached(id)).toBe(5);
  });

  test("reports of different users at one alert do not wait for each other", async () => {
    north += 1;
    const [one, two] = [await insertUser(database), await insertUser(database)];
    const id = await committedAlert();
    const [first, second] = [await begin("app_user", one), await begin("app_user", two)];
    // If this report waited, it would fail by its lock_timeout.
    await second.query("set local lock_timeout = '10s'");
    await report(first, at(inside));
    await report(second, at(inside));
    await end(second);
    await end(first);
    expect(await reached(id)).toBe(2);
  });

  test("reports of one user from two devices take turns, and notify once", async () => {
    north += 1;
    const user = await insertUser(database);
    const id = await committedAlert();
    const [phone, tablet] = [await begin("app_user", user), await begin("app_user", user)];
    await report(phone, at(metresEast(500)));
    const reporting = report(tablet, at(metresEast(600)));
    await waits(tablet, reporting);
    await end(phone);
    await reporting;
    await end(tablet);
    expect(await levels(id, user)).toBe("TWO");
    expect(await reached(id)).toBe(1);
  });

  test("the count of reached users stays exact while it is compacted", async () => {
    north += 1;
    const id = await committedAlert();
    const users: number[] = [];
    for (let i = 0; i < 20; i++) users.push(await insertUser(database));
    const compact = async () => {
      for (let i = 0; i < 10; i++)
        await database.ownerPool.query("select app_private.compact_alert_reach()");
    };
    const reportAll = async (ids: number[]) => {
      for (const user of ids) {
        const reporter = await begin("app_user", user);
        await report(reporter, at(inside));
        await end(reporter);
      }
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
    const { ownerPool } = database;
    const { rows: partitions } = await ownerPool.query(
      `select c.oid::regclass::text as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'app_public.positions'::regclass and c.relname <> 'positions_default'`,
    );
    // This is the state when nobody has made partitions for months: all rows are in the default partition.
    for (const { name } of partitions) await ownerPool.query(`drop table ${name}`);
    const user = await insertUser(database);
    let making = true;
    let reports = 0;
    async function reportOnce() {
      const reporter = await begin("app_user", user);
      await report(reporter, at(inside));
      await end(reporter);
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
    const { ownerPool } = database;
    const user = await insertUser(database);
    await ownerPool.query("update app_private.settings set position_retention = '1 day'");
    await ownerPool.query(
      `create table app_public.positions_2026_01_05 partition of app_public.positions
        for values from ('2026-01-05 00:00+00') to ('2026-01-12 00:00+00')`,
    );
    const reader = await begin("none");
    await reader.query("select count(*) from app_public.positions");
    let working = true;
    const reporting = (async () => {
      while (working) {
        const reporter = await begin("app_user", user);
        // A report that waits for the reader fails here.
        await reporter.query("set local lock_timeout = '10s'");
        await report(reporter, at(inside));
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
