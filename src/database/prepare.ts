import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ClientBase, Pool } from "pg";
import { ConfigError } from "../ops/config-error.ts";
import { MIGRATIONS_FOLDER } from "./check-history.ts";
import { MIGRATION_LOCK_TIMEOUT } from "./retry-locked.ts";

const readSql = (file: string) => readFile(join(MIGRATIONS_FOLDER, file), "utf8");

/** True for an error by `raise exception` in migrations/prepare.sql, whose message is a sentence for the operator. */
const isSentence = (error: unknown): error is Error =>
  (error as { routine?: string }).routine === "exec_stmt_raise";

/**
 * Creates PostGIS and the roles, which migrations refer to. If the owner may not do that, changes nothing and throws a
 * ConfigError with the statements for a superuser.
 */
export async function prepare(client: Pool | ClientBase): Promise<void> {
  try {
    await client.query(await readSql("prepare.sql"));
  } catch (error) {
    throw isSentence(error) ? new ConfigError(error.message) : error;
  }
}

/** Gives all that migrations made to the role app_owner, as which functions with `security definer` run. */
export async function giveToOwner(client: Pool | ClientBase): Promise<void> {
  const sql = await readSql("owner.sql");
  // Both statements are one transaction.
  await client.query(`set local lock_timeout = '${MIGRATION_LOCK_TIMEOUT}'; ${sql}`);
}
