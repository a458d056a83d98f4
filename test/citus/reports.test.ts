import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import pg from "pg";
import { publishFor } from "../../src/database/publication.ts";
import { type Node, nodesOf, urlOf } from "../helpers/cluster.ts";
import { isCluster } from "../helpers/database.ts";
import { startTestService, type TestService, type TestUser } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";
import { nodeOf } from "./cut-off.ts";

/** An area far from everyone else's. 0.0135 degrees of latitude are 1,500 metres. */
const AREA = [
  [50.8, 24.2],
  [50.8, 24.3],
  [50.9, 24.3],
  [50.9, 24.2],
].map(([latitude, longitude]) => ({ latitude, longitude }));
const INSIDE = 50.85;
const THREE = 50.9135;
const FAR = 60;

const REPORT = `mutation report($input: PositionInput!) {
  newPosition(input: $input) { id userId latitude longitude accuracy movingActivity createdAt takenAt } }`;

(isCluster ? describe : describe.skip)("a report on a cluster (CITUS_DATABASE_URL)", () => {
  let service: TestService;
  let person: TestUser;
  beforeAll(async () => {
    service = await startTestService();
    // The first request with a document is validated, and does not take the fast path.
    await report(await service.newUser());
  }, 300_000);
  beforeEach(async () => {
    person = await service.newUser();
    await service.owner.query(
      "update app_public.alerts set active = false, expires_at = now() where active",
    );
    await service.owner.query("select app_private.forget_alert_copies()");
  });
  afterAll(() => service?.stop());

  const report = (user: { token: string }, latitude = FAR, fields: object = {}) =>
    service.graphql(
      REPORT,
      { input: { latitude, longitude: 24.25, movingActivity: "STILL", ...fields } },
      user,
    );
  async function ok(query: string, variables: object = {}, as: TestUser = service.admin) {
    const { data, errors } = await service.graphql(query, variables, as);
    expect(errors).toBeUndefined();
    return data;
  }
  /** Publishes an alert, and completes what a busy cluster leaves to a job. */
  async function publish(): Promise<number> {
    const { newAlert } = await ok(
      "mutation ($input: AlertInput!) { newAlert(input: $input) { id } }",
      { input: { points: AREA, text1: "Leave.", text2: "Be ready.", text3: "Stay." } },
    );
    await publishFor(service.owner, newAlert.id);
    return newAlert.id;
  }
  const told = async (user: TestUser): Promise<string[]> =>
    (await ok("{ notifications { kind level } }", {}, user)).notifications.map(
      ({ kind, level }: { kind: string; level: string }) => `${kind} ${level}`,
    );
  /** Reports on the worker node, and returns 1 if it has taken the report. */
  async function call(
    user: TestUser,
    fields: Record<string, unknown> = {},
    latitude = FAR,
    isAdminSession = false,
  ) {
    const { rows: ids } = await service.owner.query(
      "select nextval('app_public.positions_id_seq') as id",
    );
    const { rows } = await service.owner.query(
      `select r.id from app_private.report_position($1, $2, $3,
        json_populate_record(null::app_public.position_input, $4)) r`,
      [
        user.id,
        isAdminSession,
        ids[0].id,
        { latitude, longitude: 24.25, moving_activity: "STILL", ...fields },
      ],
    );
    return rows.length;
  }
  const positions = async (user: TestUser): Promise<number> =>
    (
      await service.owner.query(
        "select count(*)::integer from app_public.positions where user_id = $1",
        [user.id],
      )
    ).rows[0].count;

  test("runs as a whole on the worker node of its user", async () => {
    const { rows } = await service.owner.query(
      "explain (verbose, costs off) select r.id from app_private.report_position(5, false, 5, null) r",
    );
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toContain("Task Count: 1");
    expect(plan).toContain("report_position");

    // The service calls this function, so a report fails without the right to it.
    const name = ["report_position", "report_position_here"]
      .map((one) => `app_private.${one}(integer, boolean, bigint, app_public.position_input)`)
      .join(", ");
    await service.owner.query(`revoke execute on function ${name} from app_host`);
    expect((await report(person)).errors).toHaveLength(1);
    await service.owner.query(`grant execute on function ${name} to app_host`);
    expect((await report(person)).errors).toBeUndefined();
    expect(await positions(person)).toBe(1);
  });

  test("is sent by the host to that node directly, once the host is connected to it", async () => {
    const node = await nodeOf(service.owner, person.id);
    const worker = new pg.Client({
      connectionString: urlOf(service.config.databaseUrl as string, node),
    });
    await worker.connect();
    try {
      await until(
        async () => {
          expect((await report(person)).errors).toBeUndefined();
          const { rows } = await worker.query(
            `select from pg_stat_activity
              where datname = current_database() and application_name = 'location-alert host'
                and query like '%report_position%'`,
          );
          return rows.length;
        },
        (count) => count > 0,
      );
    } finally {
      await worker.end();
    }
  });

  test("has the list of its user's notifications read on that node, but not after the session has ended", async () => {
    const list = "{ notifications(limit: 2) { id userId level seen createdAt } }";
    await publish();
    await report(person, THREE);
    await report(person, INSIDE);
    const before = await ok(list, {}, person);
    const name = ["own_notifications", "own_notifications_here"]
      .map((one) => `app_private.${one}(integer, boolean, integer)`)
      .join(", ");
    expect(await ok(list, {}, person)).toEqual(before);
    expect(before.notifications.map(({ level }: { level: string }) => level)).toEqual([
      "ONE",
      "THREE",
    ]);
    await service.owner.query(`revoke execute on function ${name} from app_host`);
    expect((await service.graphql(list, {}, person)).errors).toHaveLength(1);
    await service.owner.query(`grant execute on function ${name} to app_host`);
    await ok("mutation { logout { id } }", {}, person);
    expect((await service.graphql(list, {}, person)).errors?.[0]?.extensions.code).toBe(
      "UNAUTHENTICATED",
    );
  });

  test("gets the same answer as on a single server, and becomes the last position", async () => {
    const before = Math.floor(Date.now() / 1000);
    const { data } = await report(person, FAR, { accuracy: 12.5, takenAt: before - 100 });
    expect(data.newPosition).toEqual({
      id: expect.any(Number),
      userId: person.id,
      latitude: FAR,
      longitude: 24.25,
      accuracy: 12.5,
      movingActivity: "STILL",
      createdAt: expect.any(Number),
      takenAt: before - 100,
    });
    const { lastPositions } = await ok(
      `{ lastPositions(userId: ${person.id}) { latitude accuracy takenAt } }`,
    );
    expect(lastPositions).toEqual([{ latitude: FAR, accuracy: 12.5, takenAt: before - 100 }]);
    const ids = [data.newPosition.id];
    for (let turn = 0; turn < 20; turn += 1) {
      ids.push((await report(person)).data.newPosition.id);
    }
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    // An older position is history only.
    await report(person, FAR + 1, { takenAt: before - 50 });
    const again = await ok(`{ lastPositions(userId: ${person.id}) { latitude } }`);
    expect(again.lastPositions).toEqual([{ latitude: FAR }]);
    expect(await positions(person)).toBe(22);
  });

  test("is left to the coordinator if it notifies, is unusual or is refused, and changes nothing on the node", async () => {
    expect(await call(person)).toBe(1);
    expect(await call(person, { client_id: "a" })).toBe(0);
    expect(await call(person, { latitude: 91 })).toBe(0);
    expect(await call(person, { moving_activity: null })).toBe(0);
    await publish();
    expect(await call(person, {}, INSIDE)).toBe(0);
    expect(await positions(person)).toBe(1);

    await service.owner.query("update app_private.settings set last_position_only = true");
    expect(await call(person)).toBe(0);
    await service.owner.query("update app_private.settings set last_position_only = false");
    await service.owner.query(
      "update app_public.users set last_position_only = true where id = $1",
      [person.id],
    );
    expect(await call(person)).toBe(0);
    await service.owner.query(
      "update app_public.users set last_position_only = false where id = $1",
      [person.id],
    );
    expect(await call(person)).toBe(1);
    // The session is an administrator's, but the user is not an administrator.
    expect(await call(person, {}, FAR, true)).toBe(0);
    expect(await call({ ...person, id: 2 ** 31 - 1 })).toBe(0);
    expect(await positions(person)).toBe(2);
  });

  test.each([
    "delete from app_public.sessions where user_id = $1",
    "update app_public.sessions set expires_at = now() where user_id = $1",
    "update app_public.sessions set is_admin = true where user_id = $1",
  ])("is refused with a token whose session has ended, and changes nothing: %s", async (end) => {
    expect((await report(person)).errors).toBeUndefined();
    await service.owner.query(end, [person.id]);
    const rowsOf = async () =>
      (
        await service.owner.query(
          `select p.id from app_public.positions p where p.user_id = $1
            union all select l.position_id from app_public.last_positions l where l.user_id = $1`,
          [person.id],
        )
      ).rows;
    const before = await rowsOf();
    expect(before).toHaveLength(2);
    const { errors } = await report(person);
    expect(errors?.[0]?.extensions.code).toBe("UNAUTHENTICATED");
    expect(await rowsOf()).toEqual(before);
  });

  test("from inside a zone notifies its user once, with an id within 32 bits, even if several come at once", async () => {
    await publish();
    await report(person);
    const answers = await Promise.all(Array.from({ length: 6 }, () => report(person, THREE)));
    expect(answers.flatMap(({ errors }) => errors ?? [])).toEqual([]);
    expect(await told(person)).toEqual(["ALERT THREE"]);
    await Promise.all(Array.from({ length: 6 }, () => report(person, INSIDE)));
    expect(await told(person)).toEqual(["ALERT ONE", "ALERT THREE"]);
    const { notifications } = await ok("{ notifications { id level latitude } }", {}, person);
    const [second, first] = notifications;
    expect(first.id).toBeGreaterThan(0);
    expect(second.id).toBeGreaterThan(first.id);
    expect(second.id).toBeLessThan(2 ** 31);
  });

  test("of a user who was already notified stays on the worker node", async () => {
    const id = await publish();
    await report(person, THREE);
    expect(await call(person, {}, THREE)).toBe(1);
    expect(await call(person, {}, INSIDE)).toBe(0);
    await report(person, INSIDE);
    expect(await call(person, {}, INSIDE)).toBe(1);
    expect(await call(person, {}, THREE)).toBe(1);
    await ok(
      `mutation { alertUpdate(id: ${id}, input: {text1: "Leave at once.", renotify: true}) { id } }`,
    );
    await publishFor(service.owner, id);
    expect(await told(person)).toEqual(["UPDATE THREE", "ALERT ONE", "ALERT THREE"]);
    expect(await call(person, {}, INSIDE)).toBe(0);
    expect(await call(person, {}, THREE)).toBe(1);
    await ok(`mutation { alertCancel(id: ${id}, text: "It is over.") { id } }`);
    expect(await call(person, {}, INSIDE)).toBe(1);
  });

  test("during a publication is neither missed nor notified twice", async () => {
    const people = await service.newUsers(12);
    await Promise.all(people.map((user) => report(user)));
    let isOver = false;
    const walk = async (user: TestUser) => {
      for (let turn = 0; !isOver; turn += 1) {
        const { errors } = await report(user, turn % 3 === 0 ? INSIDE : FAR);
        expect(errors).toBeUndefined();
      }
    };
    const walks = people.map(walk);
    const ids: number[] = [];
    for (let alert = 0; alert < 3; alert += 1) ids.push(await publish());
    isOver = true;
    await Promise.all(walks);
    await Promise.all(people.map((user) => report(user, INSIDE)));
    const { rows } = await service.owner.query(
      `select n.user_id, n.alert_id, count(*)::integer as times from app_public.notifications n
        where n.alert_id = any ($1) and n.user_id = any ($2) group by 1, 2`,
      [ids, people.map(({ id }) => id)],
    );
    expect(rows).toHaveLength(people.length * ids.length);
    expect(rows.filter(({ times }) => times !== 1)).toEqual([]);
  });

  test("in flight at a publication ends before the publication looks for recipients", async () => {
    await report(person);
    const node = await nodeOf(service.owner, person.id);
    const url = urlOf(service.config.databaseUrl as string, node);
    const worker = new pg.Client({ connectionString: url });
    await worker.connect();
    let published: Promise<number> | undefined;
    try {
      await worker.query("begin");
      const { rowCount } = await worker.query(
        `select from app_private.report_position($1, false, 1, row($2, 24.25, 'STILL', null, null, null)::app_public.position_input)`,
        [person.id, INSIDE],
      );
      expect(rowCount).toBe(1);
      published = publish();
      // The publication waits for the report's lock on this node.
      await until(async () => {
        const { rows } = await worker.query(
          `select from pg_locks l join pg_database d on d.oid = l.database
            where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`,
        );
        return rows.length > 0;
      });
      expect(await told(person)).toEqual([]);
      await worker.query("commit");
      await published;
      expect(await told(person)).toEqual(["ALERT ONE"]);
    } finally {
      await worker.end();
      await published;
    }
  });

  test("keeps its user's rows on this node until it ends, and runs on no node that they have left", async () => {
    await report(person);
    const url = service.config.databaseUrl as string;
    const node = await nodeOf(service.owner, person.id);
    const target = (await nodesOf(url)).find(
      ({ port, isCoordinator }) => !isCoordinator && port !== node.port,
    ) as Node;
    const worker = new pg.Client({ connectionString: urlOf(url, node) });
    await worker.connect();
    const send = async () =>
      (
        await worker.query(
          `select from app_private.report_position($1, false, nextval('app_public.positions_id_seq'),
            row(60, 24.25, 'STILL', null, null, null)::app_public.position_input)`,
          [person.id],
        )
      ).rowCount;
    let moved: Promise<unknown> | undefined;
    try {
      await worker.query("begin");
      expect(await send()).toBe(1);
      moved = service.owner.query(
        `select citus_move_shard_placement(
          get_shard_id_for_distribution_column('app_public.last_positions', $1::int), $2, $3, $4, $5, 'block_writes')`,
        [person.id, node.host, node.port, target.host, target.port],
      );
      // The move waits for the report.
      await until(async () => {
        const { rows } = await worker.query(
          `select from pg_locks l join pg_database d on d.oid = l.database
            where d.datname = current_database() and l.locktype = 'advisory' and l.mode = 'ExclusiveLock' and not l.granted`,
        );
        return rows.length > 0;
      });
      expect(await nodeOf(service.owner, person.id)).toEqual(node);
      await worker.query("commit");
      await moved;
      expect(await nodeOf(service.owner, person.id)).toMatchObject({ port: target.port });
      // The old tables stay on this node until Citus drops them, but are no longer the user's shard.
      expect(await send()).toBe(0);
    } finally {
      await worker.end();
      await moved;
    }
    expect(await positions(person)).toBe(2);
    expect((await report(person)).errors).toBeUndefined();
    expect(await positions(person)).toBe(3);
  });

  /** Connects to the coordinator like a host that hands over a report. */
  async function asHost<T>(run: (host: pg.Client) => Promise<T>): Promise<T> {
    const host = new pg.Client({ connectionString: service.config.databaseUrl as string });
    await host.connect();
    try {
      return await run(host);
    } finally {
      await host.end();
    }
  }
  const begin = async (host: pg.Client, user: TestUser, latitude: number | null) =>
    (
      await host.query(
        `select from app_public.sessions s cross join app_private.begin_delegated_call(
            $1, s.id, case when $2::float8 is not null then format('(%s,24.25,STILL,,,)', $2::float8) end)
          where s.user_id = $1`,
        [user.id, latitude],
      )
    ).rowCount;
  const END = "select pg_advisory_unlock_all()";
  /** Returns how many locks of reports on the coordinator are held, or are waited for. */
  const locks = async (isHeld: boolean): Promise<number> =>
    (
      await service.owner.query(
        `select count(*)::integer from pg_locks l
          where l.locktype = 'advisory' and l.classid = 4158 and l.granted = $1
            and l.database = (select d.oid from pg_database d where d.datname = current_database())`,
        [isHeld],
      )
    ).rows[0].count;

  test("that the coordinator hands over ends before an alert becomes visible", async () => {
    await report(person);
    await asHost(async (host) => {
      expect(await begin(host, person, INSIDE)).toBe(1);
      const published = publish();
      await until(
        () => locks(false),
        (waiting) => waiting > 0,
      );
      const { rows } = await service.owner.query("select from app_public.alerts where active");
      expect(rows).toEqual([]);
      expect(await call(person, {}, INSIDE)).toBe(1);
      await host.query(END);
      await published;
    });
    expect(await told(person)).toEqual(["ALERT ONE"]);
  });

  test("waits for an alert becoming visible, and near it is taken by the coordinator until all nodes know it", async () => {
    await report(person);
    const id = await publish();
    expect((await service.owner.query("select from app_private.uncopied_alerts")).rows).toEqual([]);
    await asHost(async (publisher) => {
      await publisher.query("begin");
      await publisher.query("select app_private.drain_reports()");
      await publisher.query("update app_public.alerts set version = 2 where id = $1", [id]);
      await asHost(async (host) => {
        const begun = begin(host, person, INSIDE);
        await until(
          () => locks(false),
          (waiting) => waiting > 0,
        );
        await publisher.query("commit");
        expect(await begun).toBe(0);
        await host.query(END);
        expect(await begin(host, person, FAR)).toBe(1);
        await host.query(END);
        // A call for a list has no place, and holds no lock.
        expect(await begin(host, person, null)).toBe(1);
        expect(await locks(true)).toBe(0);
        const chunk = "select app_private.publish_chunk($1) as done";
        await service.owner.query(
          "update app_private.publications set level = 'ONE', last_user_id = 0, completed_at = null where alert_id = $1",
          [id],
        );
        for (const expected of [0, 0, 1]) {
          expect(await begin(host, person, INSIDE)).toBe(expected);
          await host.query(END);
          await service.owner.query(chunk, [id]);
        }
      });
    });
  });

  test("leaves no lock on the coordinator, also if it is refused or notifies", async () => {
    await publish();
    await report(person);
    await report(person, INSIDE);
    await report(person, 91);
    await ok("mutation { logout { id } }", {}, person);
    expect((await report(person)).errors).toHaveLength(1);
    expect(await locks(true)).toBe(0);
  });
});
