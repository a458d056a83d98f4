import { expect, test } from "@jest/globals";
import { isCluster, refuseWorkerNode } from "../../src/database/is-cluster.ts";
import { ConfigError } from "../../src/errors/config-error.ts";
import { isCluster as isOnCluster, openClone } from "../helpers/database.ts";

/** Returns a database with Citus, on the node of this group. The group of the coordinator is 0. */
const nodeOf = (group: number) =>
  ({
    query: async (text: string) =>
      text.includes("pg_dist_local_group")
        ? { rows: [{ refused: group !== 0 }] }
        : { rows: [], rowCount: 1 },
  }) as never;

test("a database without Citus is not a cluster, and can be migrated", async () => {
  const { ownerPool, close } = await openClone();
  try {
    expect(await isCluster(ownerPool as never)).toBe(isOnCluster);
    await refuseWorkerNode(ownerPool as never);
  } finally {
    await close();
  }
});

test("only the coordinator of a cluster can be migrated, not a worker node", async () => {
  expect(await isCluster(nodeOf(1))).toBe(true);
  await refuseWorkerNode(nodeOf(0));
  const refused = refuseWorkerNode(nodeOf(1));
  await expect(refused).rejects.toThrow(ConfigError);
  await expect(refused).rejects.toThrow(/^This database is on a worker node of a cluster\./);
});
