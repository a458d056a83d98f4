import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ClientBase, Pool } from "pg";
import { ConfigError } from "../ops/config-error.ts";
import { MIGRATIONS_FOLDER } from "./check-history.ts";

/** True for an error by `raise exception` in migrations/prepare.sql, whose message is a sentence for the operator. */
const isSentence = (error: unknown): error is Error =>
  (error as { routine?: string }).routine === "exec_stmt_raise";

/**
 * Creates PostGIS and the roles, which migrations refer to. If the owner may not do that, changes nothing and throws a
 * ConfigError with the statements for a superuser.
 */
export async function prepare(client: Pool | ClientBase): Promise<void> {
  const sql = await readFile(join(MIGRATIONS_FOLDER, "prepare.sql"), "utf8");
  try {
    await client.query(sql);
  } catch (error) {
    throw isSentence(error) ? new ConfigError(error.message) : error;
  }
}
