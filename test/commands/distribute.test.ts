import { expect, test } from "@jest/globals";
import pg, { type ClientBase, type Pool } from "pg";
import { checkCluster } from "../../src/commands/distribute/check-cluster.ts";
import { distribute } from "../../src/commands/distribute/distribute.ts";
import { readSteps } from "../../src/commands/distribute/steps.ts";
import { cloneDatabase, isCluster, isNative, openClone } from "../helpers/database.ts";
import { onOneServer } from "../helpers/on-one-server.ts";
import { environmentOf, run } from "./run.ts";

onOneServer("distribute refuses a database without Citus, and says what to do", async () => {
  const database = await openClone();
  const logged: string[] = [];
  try {
    await expect(distribute(database.ownerPool, (line) => logged.push(line))).rejects.toThrow(
      /^This database has no Citus: create extension citus on all nodes/,
    );
    expect(logged).toEqual([]);
  } finally {
    await database.close();
  }
});

// Skipped on a server, where no embedded database is at hand and opening one takes seconds.
(isNative ? test.skip : test)(
  "distribute refuses the embedded database, and says what to set",
  async () => {
    const clone = await cloneDatabase();
    const { code, stderr } = await run("distribute", [], environmentOf(clone.config));
    expect(stderr).toBe("Set DATABASE_URL to the coordinator of a Citus cluster.\n");
    expect(code).toBe(1);
    await clone.drop();
  },
);

// A cluster has all of these functions already.
onOneServer(
  "each function for a cluster replaces one of the migrations, or is in the list of new ones",
  async () => {
    const database = await openClone();
    try {
      const bodies = (await readSteps()).filter(({ title }) => title.endsWith("for a cluster."));
      expect(bodies.length).toBeGreaterThan(10);
      const { rows } = await database.ownerPool.query<{ name: string }>(
        "select oid::regproc::text as name from pg_proc where pronamespace in ('app_public'::regnamespace, 'app_private'::regnamespace)",
      );
      const known = new Set(rows.map(({ name }) => name));
      const others = bodies
        .map(({ title }) => title.slice(0, title.indexOf("()")))
        .filter((name) => !known.has(name));
      expect(others).toEqual([
        "app_private.begin_delegated_call",
        "app_private.branch_for_each_shard",
        "app_private.claim_shard",
        "app_private.complete_commits",
        "app_private.copy_alert",
        "app_private.copy_function_rights",
        "app_private.delegation_lock",
        "app_private.drain_worker_reports",
        "app_private.end_worker_reports",
        "app_private.forget_alert_copies",
        "app_private.hand_on_patience",
        "app_private.hand_on_user",
        "app_private.keep_report_settings",
        "app_private.newest_in_shard",
        "app_private.note_uncopied_alert",
        "app_private.other_on_node",
        "app_private.own_notifications",
        "app_private.own_notifications_here",
        "app_private.report_position",
        "app_private.report_position_here",
        "app_private.report_reads",
        "app_private.require_known_user",
        "app_private.store_in_shard",
        "app_private.take_number",
        "app_private.told_in_shard",
      ]);
    } finally {
      await database.close();
    }
  },
);

const NODE = { postgresql: 17, citus: "13.0-1", postgis: "3.5.2" };
const nodeAt = (node: string, isCoordinator: boolean, versions = {}) => ({
  node,
  success: true,
  result: JSON.stringify({ ...NODE, ...versions }),
  isCoordinator,
});
const COORDINATOR = nodeAt("head:5432", true);
const WORKER = nodeAt("one:5432", false);

/** Makes a fake cluster that gives the test's answers and accepts every step. */
function fakeCluster({
  says = {},
  nodes = [COORDINATOR, WORKER],
  taken = true,
}: {
  says?: object;
  nodes?: object[];
  taken?: boolean;
}) {
  const steps: string[] = [];
  const released: unknown[] = [];
  const client = {
    async query(text: string) {
      if (text.startsWith("begin;")) {
        steps.push(text);
        return { rows: [] };
      }
      if (text.includes("hasCitus")) {
        const fit = { hasCitus: true, mayCall: true, isSuperuser: true, connections: 0 };
        return { rows: [{ ...fit, ...says }] };
      }
      if (text.includes("run_command_on_all_nodes")) return { rows: nodes };
      if (text.includes("pg_try_advisory_lock")) return { rows: [{ taken }] };
      throw new Error(`The test does not know ${text}.`);
    },
    release: (end: unknown) => released.push(end),
  };
  const pool = {
    query: async () => ({ rows: [{ history: null }] }),
    connect: async () => client,
  };
  return { pool: pool as unknown as Pool, steps, released };
}

test("distribute runs each step in a transaction, in order, and ends its lock with the connection", async () => {
  const { pool, steps, released } = fakeCluster({});
  const logged: string[] = [];
  await distribute(pool, (line) => logged.push(line));
  const all = await readSteps();
  expect(steps).toEqual(all.map(({ sql }) => `begin; ${sql}; commit`));
  expect(logged).toEqual(all.map(({ title }, at) => `${at + 1} of ${all.length}: ${title}`));
  expect(released).toEqual([true]);
  // The last step grants the rights on functions that earlier steps make.
  expect(steps.at(-1)).toBe("begin; select app_private.copy_function_rights(); commit");
});

test("distribute refuses a database of other migrations before it asks anything else", async () => {
  const query = async (text: string) => ({
    rows: text.includes("to_regclass")
      ? [{ history: "graphile_migrate.migrations" }]
      : [{ filename: "000001.sql", hash: "another" }],
  });
  await expect(distribute({ query } as unknown as Pool, () => {})).rejects.toThrow(
    /^This database was made by other migrations/,
  );
});

test.each([
  ["another run", { taken: false }, /^Another run of this command is at work\.$/],
  ["an extension that came late", { says: { mayCall: false } }, /^Only the owner may call/],
  ["no superuser", { says: { isSuperuser: false } }, /^Distribute as a superuser/],
  ["a service", { says: { connections: 1 } }, /^The service is connected \(1 connections\)/],
  ["no coordinator", { nodes: [WORKER, WORKER] }, /^This server is not the coordinator/],
  ["no worker node", { nodes: [COORDINATOR] }, /^The cluster has no worker node/],
  [
    "a node that is away",
    { nodes: [COORDINATOR, { ...WORKER, success: false, result: "timeout" }] },
    /^one:5432 cannot be asked: timeout$/,
  ],
  [
    "a node without PostGIS",
    { nodes: [COORDINATOR, nodeAt("one:5432", false, { postgis: null })] },
    /^PostGIS is missing on one:5432\.$/,
  ],
  [
    "nodes that differ",
    { nodes: [COORDINATOR, nodeAt("one:5432", false, { postgresql: 16 })] },
    /^The nodes have different versions of postgresql: head:5432 17, one:5432 16\.$/,
  ],
  [
    "another Citus",
    { nodes: [COORDINATOR, nodeAt("one:5432", false, { citus: "13.1-1" })] },
    /^The nodes have different versions of citus: head:5432 13\.0-1, one:5432 13\.1-1\.$/,
  ],
  [
    "another PostGIS",
    { nodes: [COORDINATOR, nodeAt("one:5432", false, { postgis: "3.5.3" })] },
    /^The nodes have different versions of postgis/,
  ],
  [
    "an old Citus",
    {
      nodes: [COORDINATOR, WORKER].map((node) => ({
        ...node,
        result: node.result.replace("13.0", "12.1"),
      })),
    },
    /^Citus 12\.1-1 is too old/,
  ],
])("distribute stops before the first step because of %s", async (_what, cluster, message) => {
  const { pool, steps, released } = fakeCluster(cluster);
  await expect(distribute(pool, () => {})).rejects.toThrow(message);
  expect(steps).toEqual([]);
  expect(released).toEqual([true]);
});

(isNative && !isCluster ? test : test.skip)(
  "distribute counts connections of hosts and workers, but only those to its own database",
  async () => {
    const [database, other] = await Promise.all([openClone(), openClone()]);
    const client = (connectionString: string, application_name: string) =>
      new pg.Client({ connectionString, application_name });
    const asks = client(database.connectionString, "psql");
    const [here = [], elsewhere = []] = [database, other].map(({ connectionString }) =>
      ["host", "jobs", "publication"].map((pool) =>
        client(connectionString, `location-alert ${pool}`),
      ),
    );
    // A fake coordinator without nodes, which counts the real connections.
    const coordinator = {
      async query(text: string) {
        if (!text.includes("hasCitus")) return { rows: [] };
        const { rows } = await asks.query(text);
        return { rows: [{ ...rows[0], hasCitus: true, mayCall: true, isSuperuser: true }] };
      },
    } as unknown as ClientBase;
    try {
      for (const each of [asks, ...elsewhere]) await each.connect();
      await expect(checkCluster(coordinator)).rejects.toThrow(
        /^This server is not the coordinator/,
      );
      for (const each of here) await each.connect();
      await expect(checkCluster(coordinator)).rejects.toThrow(/is connected \(3 connections\)/);
    } finally {
      await Promise.all([asks, ...here, ...elsewhere].map((each) => each.end()));
      await Promise.all([database.close(), other.close()]);
    }
  },
);
