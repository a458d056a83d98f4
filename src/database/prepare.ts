import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ClientBase, Pool } from "pg";
import { ConfigError } from "../errors/config-error.ts";
import { MIGRATIONS_FOLDER } from "./check-history.ts";

/** Sentences for the operator, which `raise exception` of migrations/prepare.sql makes. */
const isSentence = (error: unknown): error is Error =>
  (error as { routine?: string }).routine === "exec_stmt_raise";

/**
 * Makes PostGIS and the roles, which migrations refer to. Throws a ConfigError with the statements for a superuser if the
 * owner may not do that, and changes nothing then.
 */
export async function prepare(client: Pool | ClientBase): Promise<void> {
  const sql = await readFile(join(MIGRATIONS_FOLDER, "prepare.sql"), "utf8");
  try {
    await client.query(sql);
  } catch (error) {
    throw isSentence(error) ? new ConfigError(error.message) : error;
  }
}
