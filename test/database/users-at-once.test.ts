/** @database server only */
import { describe, expect, test } from "@jest/globals";
import { insertUser } from "../helpers/database.ts";
import { alertInput, NEW_ALERT, refusal } from "./scene.ts";
import { transactions } from "./transactions.ts";

// The embedded database has one connection, so nothing runs at the same time.
describe("at once (on native PostgreSQL only)", () => {
  const { database, begin, end, start, inTurn } = transactions();

  const column = async (sql: string, values: unknown[] = []) =>
    (await database().ownerPool.query({ text: sql, values, rowMode: "array" })).rows.map(
      ([v]) => v,
    );

  test.each([
    ["demote each other", "select app_public.user_rights($1, row(false, null))"],
    ["begin each other's training", "select app_public.user_training($1, true)"],
    ["erase each other", "select app_private.user_erase($1)"],
    ["erase each other by command", "select app_private.erase_person($1)"],
  ])("of two administrators who %s, one remains", async (_, sql) => {
    const first = await insertUser(database(), { isAdmin: true });
    // 2048 users share a lock of reports. These two do not.
    await column("select setval(pg_get_serial_sequence('app_public.users', 'id'), $1)", [
      first + 5_000,
    ]);
    const ids = [first, await insertUser(database(), { isAdmin: true })] as const;
    await database().ownerPool.query(
      "update app_public.users set is_admin = false where id <> all ($1)",
      [ids],
    );
    const [one, two] = [await begin(ids[0]), await begin(ids[1])];
    await one.query(sql, [ids[1]]);
    expect((await inTurn([one, two], sql, [ids[0]])).error).toMatchObject(refusal("LA409"));
    expect(
      await column("select id from app_public.users where is_admin and not is_training"),
    ).toEqual([ids[0]]);
  });

  test("of two requests that make a user's twentieth device key at once, one is refused", async () => {
    const id = await insertUser(database());
    const ADD = "select app_public.device_key_add('Phone')";
    const before = await begin(id);
    for (let count = 0; count < 19; count++) await before.query(ADD);
    await end(before);
    const [one, two] = [await begin(id), await begin(id)];
    for (const client of [one, two]) await client.query("set local role app_user");
    await one.query(ADD);
    expect((await inTurn([one, two], ADD)).error).toMatchObject(refusal("LA409"));
  });

  const EDIT =
    "select app_public.user_edit(json_populate_record(null::app_public.user_edit, json_build_object('email', $1::text)), $2)";
  const CREATE = "select id from app_public.new_user($1, $2, 'Test', '', false)";
  const HASH = `$2b$11$${"x".repeat(53)}`;

  test.each([
    ["commit", true],
    ["rollback", false],
  ] as const)(
    "a new user waits for another with the same email until its %s",
    async (how, isTaken) => {
      const email = `race-${how}@example.org`;
      const [one, two] = [await begin(), await begin()];
      await one.query(CREATE, [email, HASH]);
      const { error } = await inTurn([one, two], CREATE, [email.toUpperCase(), HASH], how);
      if (isTaken) {
        expect(error).toMatchObject(refusal("23505", { constraint: "users_email_key" }));
      } else {
        expect(error).toBeUndefined();
      }
      expect(
        await column("select lower(email) from app_public.users where lower(email) = $1", [email]),
      ).toEqual([email]);
    },
  );

  test("two edits of a user's email leave only the later email reserved", async () => {
    const id = await insertUser(database());
    const [one, two] = [await begin(id), await begin(id)];
    await one.query(EDIT, ["one@example.org", id]);
    expect((await inTurn([one, two], EDIT, ["two@example.org", id])).error).toBeUndefined();
    expect(await column("select email from app_public.users where id = $1", [id])).toEqual([
      "two@example.org",
    ]);
  });

  const REGISTER = "select app_public.register_device(row($1, null))";

  test("a device that two users register at once belongs only to the later one", async () => {
    const [first, second] = [await insertUser(database()), await insertUser(database())];
    const [one, two] = [await begin(first), await begin(second)];
    await one.query(REGISTER, ["raced"]);
    expect((await inTurn([one, two], REGISTER, ["raced"])).error).toBeUndefined();
    expect(await column("select user_id from app_private.devices where token = 'raced'")) //
      .toEqual([second]);
  });

  describe("of two jobs that claim the same deliveries, only one gets them", () => {
    const CLAIM = "select token from app_private.claim_deliveries('expo', $1, $2)";
    const tokens = ({ rows }: { rows: { token: string }[] }) => rows.map(({ token }) => token);

    /** Notifies a new user with two devices. Returns the notification's id. */
    async function notified(name: string): Promise<string> {
      const id = await insertUser(database());
      const client = await begin(id);
      for (const device of [1, 2]) await client.query(REGISTER, [`${name} ${device}`]);
      // The service itself publishes.
      await client.query("set local jwt.claims.user_id = ''");
      const { rows } = await client.query(
        `with alert as (
          insert into app_public.alerts (user_id, expires_at, zone1, zone2, zone3, level2_distance, level3_distance, max_position_age, text1, text2, text3)
            select $1, now() + interval '1 day', z, z, z, 1000, 2000, '1 day', '1', '2', '3'
              from public.st_makeenvelope(0, 0, 1, 1, 4326) z returning id
        )
        insert into app_public.notifications (alert_id, user_id, level, latitude, longitude, moving_activity)
          select id, $1, 'ONE', 0, 0, 'STILL' from alert returning id`,
        [id],
      );
      await end(client);
      return rows[0].id;
    }

    test("at their first claim", async () => {
      const ids = [await notified("first")];
      const [one, two] = [await begin(), await begin()];
      expect(tokens(await one.query(CLAIM, [1, ids]))).toEqual(["first 1", "first 2"]);
      const { rows, error } = await inTurn([one, two], CLAIM, [2, ids]);
      expect({ rows, error }).toEqual({ rows: [], error: undefined });
    });

    test("when they are due again, also if the first job is killed", async () => {
      const ids = [await notified("again")];
      await database().ownerPool.query(CLAIM, [1, ids]);
      await database().ownerPool.query(
        "update app_private.deliveries set state = 'queued' where notification_id = any ($1)",
        [ids],
      );
      const [one, two] = [await begin(), await begin()];
      expect(tokens(await one.query(CLAIM, [3, ids]))).toEqual(["again 1", "again 2"]);
      expect((await inTurn([one, two], CLAIM, [4, ids])).rows).toEqual([]);

      await database().ownerPool.query(
        "update app_private.deliveries set state = 'queued' where notification_id = any ($1)",
        [ids],
      );
      const killed = await begin();
      await killed.query(CLAIM, [5, ids]);
      const successor = await begin();
      expect(tokens(await inTurn([killed, successor], CLAIM, [6, ids], "rollback"))).toEqual([
        "again 1",
        "again 2",
      ]);
      const attempts =
        "select attempts from app_private.deliveries where notification_id = any ($1)";
      expect(await column(attempts, [ids])).toEqual([3, 3]);
    });
  });

  describe("a session", () => {
    const OTHER_HASH = HASH.replaceAll("x", "y");
    const BEGIN = `select app_private.begin_session($1, '${HASH}', '1 day', null, 'family', 'first')::int as id`;
    const CHANGE = `select app_public.user_password_edit('${OTHER_HASH}')`;
    const sessionsOf = (id: number) =>
      column("select id::int from app_public.sessions where user_id = $1", [id]);

    test("that begins during a password change waits for it, and then does not begin", async () => {
      const user = await insertUser(database());
      const [changing, login] = [await begin(user), await begin()];
      await changing.query(CHANGE);
      expect((await inTurn([changing, login], BEGIN, [user])).rows).toEqual([{ id: null }]);
      expect(await sessionsOf(user)).toEqual([]);
    });

    test("that has begun is ended by a password change that waited for it", async () => {
      const user = await insertUser(database());
      const [login, changing] = [await begin(), await begin(user)];
      await login.query(BEGIN, [user]);
      expect((await inTurn([login, changing], CHANGE)).error).toBeUndefined();
      expect(await sessionsOf(user)).toEqual([]);
    });

    const REFRESH = `select convert_from(app_private.refresh_session(
      $1, $2, 'family', 'first', $3::text::bytea, 'next of ' || $3::text::bytea, '1 day'), 'UTF8') as key`;

    test("that two tabs refresh at once gives both the same next token", async () => {
      const user = await insertUser(database());
      const [id] = await column(BEGIN, [user]);
      const [one, two] = [await begin(), await begin()];
      expect((await one.query(REFRESH, [user, id, "one"])).rows).toEqual([{ key: "one" }]);
      expect((await inTurn([one, two], REFRESH, [user, id, "two"])).rows).toEqual([{ key: "one" }]);
    });

    test("that ends while it is refreshed stays ended", async () => {
      const user = await insertUser(database());
      const [id] = await column(BEGIN, [user]);
      const [ending, refreshing] = [await begin(user), await begin()];
      await ending.query("set local role app_user");
      await ending.query("select app_public.session_end($1)", [id]);
      expect((await inTurn([ending, refreshing], REFRESH, [user, id, "one"])).rows).toEqual([
        { key: null },
      ]);
      expect(await sessionsOf(user)).toEqual([]);
      // The session did not end because of a stolen token.
      const REASONS = `select facts ->> 'reason' from app_public.audit_entries
        where object_type = 'USER' and object_id = $1 and action = 'SESSION_ENDED'`;
      expect(await column(REASONS, [user])).toEqual([null]);
    });

    test("that is being ended makes the note of its use fail instead of wait", async () => {
      const user = await insertUser(database());
      const [id] = await column(BEGIN, [user]);
      await database().ownerPool.query(
        "update app_public.sessions set used_at = now() - interval '2 hours' where user_id = $1",
        [user],
      );
      const [ending, noting] = [await begin(user), await begin()];
      await ending.query("set local role app_user");
      await ending.query("select app_public.session_end($1)", [id]);
      const noted = start(noting, "select app_private.note_session_use($1, $2)", [[user], [id]]);
      expect((await noted.settled).error).toMatchObject({ code: "55P03" });
      await end(noting, "rollback");
      await end(ending);
    });
  });

  describe("an erasure", () => {
    const ERASE = "select (app_private.erase_person($1)).user_id";
    const POSITION = (clientId: string) =>
      `json_populate_record(null::app_public.position_input, json_build_object('latitude', 0.005, 'longitude', 0.005, 'moving_activity', 'STILL', 'client_id', ${clientId}))`;
    const EMAIL = (id: number) => `erased-${id}@example.org`;

    /** Inserts a user with a position and a device, who was notified of an alert that has another version since. */
    async function stored() {
      const admin = await insertUser(database(), { isAdmin: true });
      const id = await insertUser(database());
      const client = await begin(id);
      await client.query(EDIT, [EMAIL(id), id]);
      await client.query(`select app_public.new_position(${POSITION("null")})`);
      await client.query(REGISTER, [`device of ${id}`]);
      const { rows } = await client.query(
        "select (k).key from app_public.device_key_add('Phone') k",
      );
      await end(client);
      const publisher = await begin(admin);
      const made = await publisher.query(NEW_ALERT, [JSON.stringify(alertInput())]);
      await end(publisher);
      return { admin, id, key: rows[0].key as string, alertId: made.rows[0].new_alert as number };
    }
    type Stored = Awaited<ReturnType<typeof stored>>;

    /** Runs a statement as the administrator, and commits it. */
    async function by({ admin }: Stored, sql: string, values: unknown[]) {
      const client = await begin(admin);
      await client.query(sql, values);
      await end(client);
    }

    const PUBLISH = "select app_private.publish_chunk($1, 100)";
    const told = async ({ alertId }: Stored) => {
      await database().ownerPool.query(PUBLISH, [alertId]);
      await database().ownerPool.query(PUBLISH, [alertId]);
    };

    test("can lock the device key while an app's report waits for the lock of reports", async () => {
      const { id, key } = await stored();
      const [erasing, reporting] = [await begin(), await begin()];
      await erasing.query("select app_private.drain_reports($1)", [[id]]);
      const report = start(
        reporting,
        "select is_known from app_private.report_with_key($1, app_private.key_hash($2), '[]')",
        [id, key],
      );
      await report.waits();
      const KEYS = "select from app_private.device_keys where user_id = $1 for update nowait";
      expect((await erasing.query(KEYS, [id])).rowCount).toBe(1);
      await end(erasing);
      expect(await report.settled).toEqual({ rows: [{ is_known: true }], error: undefined });
      await end(reporting);
    });

    type Prepare = (person: Stored) => Promise<void>;
    const updated: Prepare = async (person) => {
      await told(person);
      const UPDATE = `select app_private.update_alert($1, json_populate_record(null::app_public.alert_update_input,
        '{"text1": "Again.", "renotify": true}'))`;
      await by(person, UPDATE, [person.alertId]);
    };
    const cancelled: Prepare = async (person) => {
      await told(person);
      await by(person, "select app_private.cancel_alert($1, 'Over.')", [person.alertId]);
    };
    const QUIET = "row('22:00', '07:00', 'UTC')::app_public.quiet_hours_input";

    const OTHERS: [
      what: string,
      sql: string,
      values: (person: Stored) => unknown[],
      prepare?: Prepare,
    ][] = [
      ["a report", `select app_public.new_position(${POSITION("null")})`, () => []],
      [
        "a batch",
        `select app_public.new_positions(array[${POSITION("'1'")}, ${POSITION("'2'")}])`,
        () => [],
      ],
      [
        "an app's report",
        `select app_private.report_with_key($1, app_private.key_hash($2),
          '[{"latitude": 0.005, "longitude": 0.005, "moving_activity": "STILL"}]')`,
        ({ id, key }) => [id, key],
      ],
      ["a registration", REGISTER, ({ id }) => [`new device of ${id}`]],
      ["a new device key", "select app_public.device_key_add('Other')", () => []],
      ["new quiet hours", `select app_public.quiet_hours_edit(${QUIET})`, () => []],
      ["a login", `select app_private.begin_session($1, '${HASH}', '1 day')`, ({ id }) => [id]],
      [
        "the end of a login",
        "select app_private.complete_login($1, '203.0.113.9')",
        ({ id }) => [EMAIL(id)],
      ],
      ["an edit", EDIT, ({ id }) => [`new-${EMAIL(id)}`, id]],
      ["a publication", PUBLISH, ({ alertId }) => [alertId]],
      ["an update", PUBLISH, ({ alertId }) => [alertId], updated],
      ["an all-clear", PUBLISH, ({ alertId }) => [alertId], cancelled],
      ["another erasure", ERASE, ({ id }) => [id]],
    ];

    /** Returns the tables that have data of a user. */
    async function left(id: number): Promise<string[]> {
      const tables = await column(
        `select c.oid::regclass::text from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id'
          where c.relnamespace in ('app_public'::regnamespace, 'app_private'::regnamespace)
            and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
      );
      const found: string[] = [];
      for (const name of [...tables]) {
        const where =
          name === "app_public.notifications" ? "user_id = $1 and place_kept" : "user_id = $1";
        const rows = await column(`select 1 from ${name} where ${where} limit 1`, [id]);
        if (rows.length > 0) found.push(name);
      }
      const users = await column("select 1 from app_public.users where id = $1", [id]);
      return users.length > 0 ? [...found, "app_public.users"] : found;
    }

    test.each(OTHERS)(
      "during %s leaves nothing of the user",
      async (_, sql, values, ...[prepare]) => {
        const person = await stored();
        await prepare?.(person);
        const [other, erasing] = [await begin(person.id), await begin(person.admin)];
        await other.query(sql, values(person));
        const { error } = await inTurn([other, erasing], ERASE, [person.id]);
        if (sql === ERASE) expect(error).toMatchObject(refusal("LA404"));
        else expect(error).toBeUndefined();
        expect(await left(person.id)).toEqual(["app_private.erased_users"]);
      },
    );

    test.each(OTHERS)(
      "that begins before %s leaves nothing of the user",
      async (_, sql, values, ...[prepare]) => {
        const person = await stored();
        await prepare?.(person);
        const [other, erasing] = [await begin(person.id), await begin(person.admin)];
        await erasing.query(ERASE, [person.id]);
        await inTurn([erasing, other], sql, values(person));
        expect(await left(person.id)).toEqual(["app_private.erased_users"]);
      },
    );

    test("during an edit of the email removes the failed logins of the new email too", async () => {
      const person = await stored();
      const email = `new-${EMAIL(person.id)}`;
      const pool = database().ownerPool;
      await pool.query("select app_private.fail_login($1, '203.0.113.9')", [email]);
      const [other, erasing] = [await begin(person.id), await begin(person.admin)];
      await other.query(EDIT, [email, person.id]);
      expect((await inTurn([other, erasing], ERASE, [person.id])).error).toBeUndefined();
      const failures =
        "select counter from app_private.login_failures where key = app_private.key_hash($1)";
      expect(await column(failures, [email])).toEqual([]);
    });
  });

  test("two processes that make partitions take turns", async () => {
    const MAKE = "select app_private.make_position_partitions('12 weeks') as made";
    const [one, two] = [await begin(), await begin()];
    const { rows } = await one.query(MAKE);
    expect(rows[0].made).toBeGreaterThan(0);
    expect(await inTurn([one, two], MAKE)).toEqual({ rows: [{ made: 0 }], error: undefined });
  });
});
