import type { Pool } from "pg";
import type { Log } from "../ops/log.ts";

/**
 * Makes the partitions of positions that are missing. A failure, for example behind a long pg_dump, does not stop the
 * start: a job tries again each night, and positions without a partition go into the default one.
 */
export async function makePositionPartitions(owner: Pool, log: Log): Promise<void> {
  try {
    await owner.query("select app_private.make_position_partitions()");
  } catch (error) {
    log(
      `positions: partitions are not made yet: ${(error as Error).message}. A job tries again at 3:10 UTC.`,
      "warn",
    );
  }
}
