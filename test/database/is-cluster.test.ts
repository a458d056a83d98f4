import { expect, test } from "@jest/globals";
import { isCluster, refuseWorkerNode } from "../../src/database/is-cluster.ts";
import { ConfigError } from "../../src/errors/config-error.ts";
import { isCluster as isOnCluster, openClone } from "../helpers/database.ts";

/** A database with Citus, on the node of this group. The coordinator's is 0. */
const nodeOf = (group: number) =>
  ({
    query: async (text: string) =>
      text.includes("pg_dist_local_group")
        ? { rows: [{ refused: group !== 0 }] }
        : { rows: [], rowCount: 1 },
  }) as never;

test("a database without Citus is no cluster, and may be migrated", async () => {
  const { ownerPool, close } = await openClone();
  try {
    expect(await isCluster(ownerPool as never)).toBe(isOnCluster);
    await refuseWorkerNode(ownerPool as never);
  } finally {
    await close();
  }
});

test("of a cluster only the coordinator is migrated", async () => {
  expect(await isCluster(nodeOf(1))).toBe(true);
  await refuseWorkerNode(nodeOf(0));
  const refused = refuseWorkerNode(nodeOf(1));
  await expect(refused).rejects.toThrow(ConfigError);
  await expect(refused).rejects.toThrow(/^This database is on a worker node of a cluster\./);
});
