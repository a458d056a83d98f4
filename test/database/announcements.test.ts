/** @database server only */
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { PoolClient } from "pg";
import { insertUser } from "../helpers/database.ts";
import { alertInput, stage } from "./scene.ts";

/** What the database announces to the hosts when a transaction commits. */

// test/embedded/clients.test.ts tests the same for the embedded database.
describe("announcements (on native PostgreSQL only):", () => {
  let listener: PoolClient;
  // Registered first, because the database closes only after its clients.
  afterAll(() => listener.release(true));

  const { database } = stage();

  beforeAll(async () => {
    listener = await database().ownerPool.connect();
    await listener.query("listen token_revoked");
    await listener.query("listen notifications_added");
  });

  /** Commits statements in one transaction of a user. */
  async function commit(userId: number | undefined, ...statements: string[]): Promise<void> {
    const client = await database().ownerPool.connect();
    try {
      await client.query("begin");
      await client.query("select set_config('jwt.claims.user_id', $1, true)", [
        String(userId ?? ""),
      ]);
      for (const statement of statements) await client.query(statement);
      await client.query("commit");
    } finally {
      client.release();
    }
  }

  /** Commits statements of a user, and returns the next announcement. */
  async function announced(userId: number | undefined, ...statements: string[]) {
    const next = once(listener, "notification");
    await commit(userId, ...statements);
    const [{ channel, payload }] = await next;
    return { channel, payload };
  }

  const report = (degrees: number) =>
    `select app_public.new_position(json_populate_record(null::app_public.position_input, json_build_object('latitude', ${degrees}, 'longitude', ${degrees}, 'moving_activity', 'STILL')))`;

  const HASH = `$2b$11$${"y".repeat(53)}`;
  /** Begins a session whose refresh token has the hash 1. */
  const beginSession = (user: number) =>
    `select app_private.begin_session(${user}, password_hash, '1 day', null, '\\x00', '\\x01') as id
      from app_private.user_credentials where user_id = ${user}`;

  test.each<[string, (user: number) => string]>([
    [
      "a reset of the password",
      (user) => `select app_public.user_password_reset(${user}, '${HASH}')`,
    ],
    ["a change of the password", () => `select app_public.user_password_edit('${HASH}')`],
    [
      "the end of their rights",
      (user) => `select app_public.user_rights(${user}, row(false, null))`,
    ],
    ["their deletion", (user) => `select app_private.delete_user(${user})`],
    ["their erasure", (user) => `select app_private.erase_person(${user})`],
  ])("a user's tokens are announced as revoked: by %s", async (_, sql) => {
    await insertUser(database(), { isAdmin: true });
    const user = await insertUser(database(), { isAdmin: true });
    expect(await announced(user, sql(user))).toMatchObject({
      channel: "token_revoked",
      payload: String(user),
    });
  });

  test.each([
    ["a logout", "select app_public.logout()"],
    ["the end of a session", "select app_public.session_end(app_private.current_session_id())"],
    ["a plain statement that ends their sessions", "delete from app_public.sessions"],
  ])("a user's tokens are announced as revoked: by %s of their own", async (_, sql) => {
    const user = await insertUser(database());
    const steps = [
      `select set_config('jwt.claims.session_id', b.id::text, true) from (${beginSession(user)}) b`,
      "set local role app_user",
      sql,
    ];
    expect(await announced(user, ...steps)).toMatchObject({
      channel: "token_revoked",
      payload: String(user),
    });
  });

  test("a user's tokens are announced as revoked: by a refresh token that is too old", async () => {
    const user = await insertUser(database());
    const refresh = (token: number) =>
      `select app_private.refresh_session(${user}, max(id), '\\x00', '\\x0${token}', '\\x09', '\\x0${token + 1}', '1 day')
        from app_public.sessions where user_id = ${user}`;
    const steps = [beginSession(user), refresh(1), refresh(2), refresh(1)];
    expect(await announced(user, ...steps)).toMatchObject({
      channel: "token_revoked",
      payload: String(user),
    });
  });

  test("a user's tokens are announced as revoked: by the start of one session too many", async () => {
    const user = await insertUser(database());
    const steps = Array.from({ length: 101 }, () => beginSession(user));
    expect(await announced(user, ...steps)).toMatchObject({
      channel: "token_revoked",
      payload: String(user),
    });
  });

  test.each([
    ["their erasure", (user: number) => `select app_private.erase_person(${user})`],
    ["retention", () => "select app_private.purge_last_positions()"],
  ])("a last position is announced as gone: by %s", async (_, sql) => {
    const [user, lively] = [await insertUser(database()), await insertUser(database())];
    const pool = database().ownerPool;
    for (const id of [user, lively]) {
      await commit(id, report(50));
    }
    await pool.query(
      "update app_public.last_positions set created_at = now() - interval '3 days' where user_id = $1",
      [user],
    );
    await pool.query("update app_private.settings set last_position_retention = '2 days'");
    await listener.query("unlisten token_revoked");
    await listener.query("listen last_positions_gone");
    try {
      expect(await announced(undefined, sql(user))).toMatchObject({
        channel: "last_positions_gone",
        payload: JSON.stringify([user]),
      });
    } finally {
      await listener.query("unlisten last_positions_gone");
      await listener.query("listen token_revoked");
    }
  });

  test("the last positions of many users are announced as gone in messages small enough for PostgreSQL", async () => {
    await listener.query("listen last_positions_gone");
    const gone: number[] = [];
    const ids = Array.from({ length: 1_500 }, (_, index) => 2_147_483_647 - index).toReversed();
    const all = new Promise<void>((resolve) => {
      const hear = ({ payload = "" }) => {
        gone.push(...JSON.parse(payload));
        if (gone.length < ids.length) return;
        listener.off("notification", hear);
        resolve();
      };
      listener.on("notification", hear);
    });
    try {
      await database().ownerPool.query("select app_private.announce_gone_positions($1)", [ids]);
      await all;
    } finally {
      await listener.query("unlisten last_positions_gone");
    }
    expect(gone.toSorted((a, b) => a - b)).toEqual(ids);
  });

  test("notifications are announced with their alert and their lowest and highest id", async () => {
    const admin = await insertUser(database(), { isAdmin: true });
    for (let count = 0; count < 3; count++) {
      await commit(await insertUser(database()), report(0.005));
    }
    const input = JSON.stringify(alertInput());
    await commit(
      admin,
      `select app_private.new_alert(json_populate_record(null::app_public.alert_input, '${input}'))`,
    );
    const pool = database().ownerPool;
    const announcement = once(listener, "notification");
    const publish =
      "select app_private.publish_chunk(max(id)) as is_complete from app_public.alerts";
    while (!(await pool.query(publish)).rows[0].is_complete);
    const [{ channel, payload }] = await announcement;
    const { rows } = await pool.query(
      "select max(alert_id) as alert, min(id)::int as first, max(id)::int as last, count(*)::int from app_public.notifications",
    );
    const { alert, first, last, count } = rows[0];
    expect(count).toBe(3);
    expect({ channel, ...JSON.parse(payload) }).toEqual({
      channel: "notifications_added",
      alertId: alert,
      first,
      last,
    });
  });
});
