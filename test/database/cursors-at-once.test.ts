/** @database server only */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import type { PoolClient } from "pg";
import { startTestService, type TestService, type TestUser } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";
import { waitsForLock } from "../helpers/waits-for-lock.ts";
import { alertInput, NEW_ALERT, square } from "./scene.ts";

// The embedded database has one connection, so nothing runs at the same time.
/** A statement, and the role and user who run it. */
type Act = [role: string, userId: number, sql: string, values?: unknown[]];

describe("polling with cursors while transactions wait for each other", () => {
  let service: TestService;
  /** A user inside all alerts. */
  let rita: TestUser;
  const begun = new Set<PoolClient>();
  beforeAll(async () => {
    service = await startTestService();
    rita = await service.newUser();
    await committed(report(0.005));
  });
  afterEach(() => {
    for (const client of begun) client.release(true);
    begun.clear();
  });
  afterAll(() => service.stop());

  async function begin(): Promise<PoolClient> {
    const client = await service.owner.connect();
    begun.add(client);
    await client.query("begin; set local lock_timeout = '150s'");
    return client;
  }

  async function run(client: PoolClient, [role, userId, sql, values]: Act) {
    await client.query(
      "select set_config('jwt.claims.user_id', $1, true), set_config('role', $2, true)",
      [String(userId), role || "none"],
    );
    const { rows } = await client.query(sql, values);
    return rows[0] && Object.values(rows[0])[0];
  }

  async function commit(client: PoolClient): Promise<void> {
    await client.query("commit");
    begun.delete(client);
    client.release();
  }

  async function committed(act: Act) {
    const client = await begin();
    const value = await run(client, act);
    await commit(client);
    return value as number;
  }

  const report = (longitude: number): Act => [
    "app_user",
    rita.id,
    "select app_public.new_position(json_populate_record(null::app_public.position_input, json_build_object('latitude', 0.005, 'longitude', $1::float8, 'moving_activity', 'STILL')))",
    [longitude],
  ];
  const publishing = (west = 0): Act => [
    "app_admin",
    service.admin.id,
    NEW_ALERT,
    [JSON.stringify(alertInput(square([west, 0]), { idempotency_key: randomUUID() }))],
  ];
  const update = (id: number): Act => [
    "app_admin",
    service.admin.id,
    `select app_private.update_alert($1, json_populate_record(null::app_public.alert_update_input, '{"text1": "Go."}'))`,
    [id],
  ];
  const cancel = (id: number): Act => [
    "app_admin",
    service.admin.id,
    "select app_private.cancel_alert($1, 'Over.')",
    [id],
  ];
  const chunk = (id: number): Act => [
    "app_host",
    rita.id,
    "select app_private.publish_chunk($1, 100)",
    [id],
  ];
  const seen = (id: number): Act => [
    "app_user",
    rita.id,
    "select id from app_public.notification_update(row($1, true)::app_public.notification_update_input)",
    [id],
  ];

  /** Rita's client, which polls one of the lists by cursors. */
  async function poller(of: "alert" | "notification") {
    const newest = of === "alert" ? "newestAlertCursor" : "newestNotificationCursor";
    let since = (await service.graphql(`{ ${newest} }`, {}, rita)).data[newest] as string;
    const got: number[] = [];
    const poll = async () => {
      const query = `query ($since: String) { ${of}s(since: $since) { id cursor } }`;
      const { data } = await service.graphql(query, { since }, rita);
      const rows = data[`${of}s`] as { id: number; cursor: string }[];
      got.push(...rows.map(({ id }) => id));
      since = rows.at(-1)?.cursor ?? since;
    };
    return { got, poll };
  }

  /** Runs `second` after `first` has done its work but before it commits. Polls each time something becomes visible. */
  async function race(of: "alert" | "notification", first: Act, second: Act): Promise<number[]> {
    const client = await poller(of);
    const [a, b] = [await begin(), await begin()];
    await run(a, first);
    let isDone = false;
    const done = run(b, second).finally(() => {
      isDone = true;
    });
    await until(async () => isDone || (await waitsForLock(service.owner, b)));
    if (isDone) await commit(b);
    await client.poll();
    await commit(a);
    await client.poll();
    if (begun.has(b)) {
      await done;
      await commit(b);
    }
    await client.poll();
    await client.poll();
    return client.got;
  }

  /** Publishes an alert around Rita and tells her of it. Returns its id. */
  async function told(): Promise<number> {
    const id = await committed(publishing());
    await committed(chunk(id));
    return id;
  }
  const notificationsOf = async (...ids: number[]): Promise<number[]> => {
    const { rows } = await service.owner.query(
      "select id::int from app_public.notifications where alert_id = any ($1) and user_id = $2 order by id",
      [ids, rita.id],
    );
    return rows.map(({ id }) => id);
  };

  test("returns each notification of two slow publications to one user once, in order", async () => {
    const [one, two] = [await committed(publishing()), await committed(publishing())];
    expect(await race("notification", chunk(one), chunk(two))).toEqual(
      await notificationsOf(one, two),
    );
  });

  test("returns each of two all-clears to one user once", async () => {
    const [one, two] = [await told(), await told()];
    const before = await notificationsOf(one, two);
    for (const id of [one, two]) await committed(cancel(id));
    const got = await race("notification", chunk(one), chunk(two));
    expect([...before, ...got].sort((a, b) => a - b)).toEqual(await notificationsOf(one, two));
    expect(got).toHaveLength(2);
  });

  test("returns a notification that is marked as seen while a report makes the next one", async () => {
    const one = await told();
    const west = 3;
    const two = await committed(publishing(west));
    const [first] = await notificationsOf(one);
    const got = await race("notification", seen(first as number), report(west + 0.005));
    expect(got).toEqual([first, ...(await notificationsOf(two))]);
    await committed(report(0.005));
  });

  test("returns a notification that is marked as seen while a publication makes the next one", async () => {
    const [one, two] = [await told(), await committed(publishing())];
    const [first] = await notificationsOf(one);
    expect(await race("notification", chunk(two), seen(first as number))).toEqual([
      ...(await notificationsOf(two)),
      first,
    ]);
  });

  test("returns both notifications that are marked as seen at the same time", async () => {
    const ids = await notificationsOf(await told(), await told());
    const [one, two] = ids as [number, number];
    expect(await race("notification", seen(two), seen(one))).toEqual([two, one]);
  });

  test("lets the notifications of two users change at the same time", async () => {
    const [one, other] = [await begin(), await begin()];
    await one.query("select app_private.order_notifications($1)", [rita.id]);
    // If this waited, it would fail by its lock_timeout.
    await other.query("set local lock_timeout = '5s'");
    await other.query("select app_private.order_notifications($1)", [service.admin.id]);
  });

  test("returns an updated alert and a new one, whichever transaction commits first", async () => {
    const old = await told();
    const reporter = await begin();
    await run(reporter, report(0.006));
    const client = await poller("alert");
    const [a, b] = [await begin(), await begin()];
    const published = run(a, publishing(5));
    const waits = (count: number) =>
      until(async () => {
        const { rows } = await service.owner.query(
          `select count(*)::int as n from pg_stat_activity where wait_event = 'advisory' and datname = current_database()`,
        );
        return rows[0].n === count;
      });
    await waits(1);
    const updated = run(b, update(old));
    await waits(2);
    await client.poll();
    expect(client.got).toEqual([]);
    await commit(reporter);
    const isFirst = await Promise.race([published.then(() => true), updated.then(() => false)]);
    const [first, second] = isFirst ? [a, b] : [b, a];
    await commit(first);
    await client.poll();
    expect(client.got).toHaveLength(1);
    await Promise.all([published, updated]);
    await commit(second);
    await client.poll();
    await client.poll();
    expect(client.got.sort((x, y) => x - y)).toEqual([old, await published]);
  });

  test("returns an alert that expires while another one is published", async () => {
    const old = await committed(publishing(7));
    await service.owner.query(
      "update app_public.alerts set created_at = now() - interval '2 hours', expires_at = now() - interval '1 hour' where id = $1",
      [old],
    );
    const got = await race(
      "alert",
      ["", service.admin.id, "select app_private.end_expired_alerts()"],
      publishing(9),
    );
    expect(got[0]).toBe(old);
    expect(got).toHaveLength(2);
  });
});
