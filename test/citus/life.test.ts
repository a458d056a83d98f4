import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import pg from "pg";
import { distribute } from "../../src/commands/distribute/distribute.ts";
import { migrate } from "../../src/database/migrate.ts";
import { publishFor } from "../../src/database/publication.ts";
import { type Node, nodesOf, urlOf } from "../helpers/cluster.ts";
import { isCluster } from "../helpers/database.ts";
import { startTestService, type TestService, type TestUser } from "../helpers/service.ts";

/** An area far from everyone else's. 0.0135 degrees of latitude are 1,500 metres. */
const AREA = [
  [40.8, 14.2],
  [40.8, 14.3],
  [40.9, 14.3],
  [40.9, 14.2],
].map(([latitude, longitude]) => ({ latitude, longitude }));
const INSIDE = 40.85;
const THREE = 40.9135;
const FAR = 50;

(isCluster ? describe : describe.skip)("on a cluster (CITUS_DATABASE_URL)", () => {
  let service: TestService;
  let people: TestUser[];
  beforeAll(async () => {
    service = await startTestService();
    people = await service.newUsers(12);
  }, 300_000);
  afterAll(() => service?.stop());

  async function ok(query: string, variables: object, as: TestUser = service.admin) {
    const { data, errors } = await service.graphql(query, variables, as);
    expect(errors).toBeUndefined();
    return data;
  }
  const report = (user: TestUser, latitude: number) =>
    ok(
      "mutation ($input: PositionInput!) { newPosition(input: $input) { id userId latitude } }",
      { input: { latitude, longitude: 14.25, movingActivity: "STILL" } },
      user,
    );
  /** Completes a publication, which a busy cluster leaves to a job, and returns how many people it reached. */
  async function reached(id: number): Promise<number> {
    await publishFor(service.owner, id);
    const [newest] = (await ok("{ alerts(limit: 1) { id reachedUsers } }", {})).alerts;
    expect(newest.id).toBe(id);
    return newest.reachedUsers;
  }
  const told = async (user: TestUser) =>
    (await ok("{ notifications { kind level } }", {}, user)).notifications.map(
      ({ kind, level }: { kind: string; level: string }) => `${kind} ${level}`,
    );

  test("the rows of the users are on several nodes", async () => {
    for (const user of people) await report(user, FAR);
    const { rows } = await service.owner.query(
      `select count(distinct s.nodeport)::integer as nodes, count(distinct s.shardid)::integer as shards
        from unnest($1::int[]) u
        join citus_shards s on s.shardid = get_shard_id_for_distribution_column('app_public.last_positions', u)`,
      [people.map(({ id }) => id)],
    );
    expect(rows[0].nodes).toBeGreaterThan(1);
    expect(rows[0].shards).toBeGreaterThan(1);
  });

  test("an alert notifies people once each at publication, on their way in, at its update and at its end", async () => {
    const [inside, near, late, away] = people as [TestUser, TestUser, TestUser, TestUser];
    await report(inside, INSIDE);
    await report(near, THREE);
    const { newAlert } = await ok(
      "mutation ($input: AlertInput!) { newAlert(input: $input) { id } }",
      { input: { points: AREA, text1: "Leave.", text2: "Be ready.", text3: "Stay." } },
    );
    expect(await reached(newAlert.id)).toBe(2);
    await report(late, THREE);
    await report(late, THREE);
    await report(late, INSIDE);
    expect(await told(late)).toEqual(["ALERT ONE", "ALERT THREE"]);
    const { alertUpdate } = await ok(
      `mutation ($id: Int!) { alertUpdate(id: $id, input: {text1: "Leave at once.", renotify: true}) { version } }`,
      { id: newAlert.id },
    );
    expect(alertUpdate).toEqual({ version: 2 });
    expect(await reached(newAlert.id)).toBe(3);
    await ok(`mutation ($id: Int!) { alertCancel(id: $id, text: "It is over.") { id } }`, {
      id: newAlert.id,
    });
    await publishFor(service.owner, newAlert.id);
    expect(await told(inside)).toEqual(["ALL_CLEAR ONE", "UPDATE ONE", "ALERT ONE"]);
    expect(await told(near)).toEqual(["ALL_CLEAR THREE", "UPDATE THREE", "ALERT THREE"]);
    expect(await told(late)).toEqual(["ALL_CLEAR ONE", "UPDATE ONE", "ALERT ONE", "ALERT THREE"]);
    expect(await told(away)).toEqual([]);
  });

  test("ids of notifications of late entries stay within 32 bits", async () => {
    const { notifications } = await ok(
      "{ notifications { id alert { text1 } user { id } } }",
      {},
      people[2] as TestUser,
    );
    expect(notifications).toHaveLength(4);
    for (const { id, alert, user } of notifications) {
      expect(id).toBeLessThan(2 ** 31);
      expect(alert.text1).toBe("Leave at once.");
      expect(user.id).toBe((people[2] as TestUser).id);
    }
  });

  test("a host does not start on a worker node, and changes nothing there", async () => {
    const url = service.config.databaseUrl as string;
    const worker = (await nodesOf(url)).find(({ isCoordinator }) => !isCoordinator) as Node;
    const connectionString = urlOf(url, worker);
    const ownerPool = new pg.Pool({ connectionString, max: 2 });
    const relations = async () =>
      (await ownerPool.query("select oid::regclass::text as name from pg_class order by oid")).rows;
    try {
      const before = await relations();
      await expect(migrate({ connectionString, ownerPool }, () => {})).rejects.toThrow(
        /^This database is on a worker node of a cluster\./,
      );
      expect(await relations()).toEqual(before);
    } finally {
      await ownerPool.end();
    }
  });

  test("the database is not distributed while a service is connected", async () => {
    await expect(distribute(service.owner, () => {})).rejects.toThrow(
      /^The service is connected \(\d+ connections\): stop all hosts and workers first\.$/,
    );
  });
});
