import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type Node, nodesOf, urlOf } from "../helpers/cluster.ts";
import { isCluster } from "../helpers/database.ts";
import { databaseUrl, dropDatabase, onServer } from "../helpers/server.ts";
import { startTestService, type TestService, type TestUser } from "../helpers/service.ts";
import { coordinatorUrl } from "./crash.ts";
import { nodeOf } from "./cut-off.ts";

const AREA = [
  [10.8, 14.2],
  [10.8, 14.3],
  [10.9, 14.3],
  [10.9, 14.2],
].map(([latitude, longitude]) => ({ latitude, longitude }));
const INSIDE = 10.85;
const FAR = 20;

(isCluster ? describe : describe.skip)("a worker node that is added (CITUS_DATABASE_URL)", () => {
  let service: TestService;
  let people: TestUser[];
  let added: Node;
  const name = () => new URL(service.config.databaseUrl as string).pathname.slice(1);

  beforeAll(async () => {
    service = await startTestService();
    people = await service.newUsers(12);
    // Removes a worker node and its data from the cluster, to add it as a new one.
    added = (await nodesOf(coordinatorUrl())).at(-1) as Node;
    const of = [added.host, added.port];
    const node = urlOf(coordinatorUrl(), added);
    await service.owner.query(
      "select citus_drain_node($1, $2, shard_transfer_mode := 'block_writes')",
      of,
    );
    // Otherwise Citus removes the moved shards later, perhaps while one of them comes back.
    await service.owner.query("call citus_cleanup_orphaned_resources()");
    await service.owner.query("select citus_remove_node($1, $2)", of);
    await dropDatabase(node, name());
    await onServer(node, `create database ${name()}`);
    for (const extension of ["citus", "postgis"]) {
      await onServer(databaseUrl(node, name()), `create extension if not exists ${extension}`);
    }
  }, 300_000);
  afterAll(() => service?.stop());

  const report = async (user: TestUser, latitude: number): Promise<void> => {
    const { errors } = await service.graphql(
      "mutation ($input: PositionInput!) { newPosition(input: $input) { id } }",
      { input: { latitude, longitude: 14.25, movingActivity: "STILL" } },
      user,
    );
    expect(errors).toBeUndefined();
  };
  const publish = async (): Promise<number> => {
    const { data, errors } = await service.graphql(
      "mutation ($input: AlertInput!) { newAlert(input: $input) { id } }",
      { input: { points: AREA, text1: "Leave.", text2: "Ready.", text3: "Stay." } },
      service.admin,
    );
    expect(errors).toBeUndefined();
    return data.newAlert.id;
  };

  /** Returns the functions whose rights differ between a worker node and the coordinator, with both rights. */
  async function rights(): Promise<string[]> {
    const { rows } = await service.owner.query<{ rights: string; is_coordinator: boolean }>(
      `select r.result as rights, n.groupid = 0 as is_coordinator from run_command_on_all_nodes($command$
          select json_object_agg(p.oid::regprocedure, array(
              select a.grantee::regrole || ' ' || a.privilege_type
                from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a order by 1))
            from pg_proc p where p.pronamespace in ('app_public'::regnamespace, 'app_private'::regnamespace)
        $command$) r join pg_dist_node n on n.nodeid = r.nodeid`,
    );
    const all = rows.map(({ rights, is_coordinator }) => ({
      is_coordinator,
      of: JSON.parse(rights),
    }));
    const right = all.find(({ is_coordinator }) => is_coordinator)?.of;
    return all.flatMap(({ of }) =>
      Object.entries(of)
        .filter(([name, given]) => !isDeepStrictEqual(given, right[name]))
        .map(([name, given]) => `${name}: ${given} instead of ${right[name]}`),
    );
  }

  test("takes a part of the users while they report and alerts are published", async () => {
    let isOver = false;
    const walks = people.map(async (user) => {
      for (let turn = 0; !isOver; turn += 1) await report(user, turn % 3 === 0 ? INSIDE : FAR);
    });
    const ids = [await publish()];
    try {
      await service.owner.query("select citus_add_node($1, $2)", [added.host, added.port]);
      await service.owner.query("select app_private.copy_function_rights()");
      ids.push(await publish());
      await service.owner.query(
        "select rebalance_table_shards('app_public.last_positions', shard_transfer_mode := 'force_logical')",
      );
      ids.push(await publish());
    } finally {
      isOver = true;
      await Promise.all(walks);
    }
    for (const user of people) await report(user, INSIDE);
    const { rows } = await service.owner.query(
      `select n.user_id, n.alert_id, count(*)::integer as times from app_public.notifications n
        where n.alert_id = any ($1) and n.user_id = any ($2) group by 1, 2`,
      [ids, people.map(({ id }) => id)],
    );
    expect(rows).toHaveLength(people.length * ids.length);
    expect(rows.filter(({ times }) => times !== 1)).toEqual([]);
    const { rows: settings } = await service.owner.query(
      "select result as jit from run_command_on_all_nodes('show jit')",
    );
    // Compiling a chunk's query took five times as long as running it.
    expect(settings.map(({ jit }) => jit)).toEqual(["off", "off", "off"]);
    expect(await rights()).toEqual([]);
    const nodes = await Promise.all(people.map(({ id }) => nodeOf(service.owner, id)));
    expect(nodes.map(({ port }) => port)).toContain(added.port);
  });
});
