import type pg from "pg";
import { readFunctions } from "./functions.ts";
import { indexPage } from "./index-page.ts";
import { FOLDER } from "./markdown.ts";
import { pagePath, relationPage } from "./relation-page.ts";
import { readRelations } from "./relations.ts";
import { readSources } from "./sources.ts";
import { readTypes } from "./types.ts";
import { TYPES_PAGE, typesPage } from "./types-page.ts";

/**
 * PostgreSQL writes names and moments as these settings say. The pages must not depend on the server's own settings.
 */
const SETTINGS = `
  set local search_path = '';
  set local timezone = 'UTC';
  set local datestyle = 'ISO';
  set local intervalstyle = 'postgres'`;

/**
 * The pages about the tables, views and types of a migrated database, by path.
 *
 * @param project The folder of the migrations that made it. The pages link to their files.
 */
export async function tablePages(pool: pg.Pool, project: string): Promise<Map<string, string>> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query(SETTINGS);
    const relations = await readRelations(client);
    const types = await readTypes(client);
    const functions = await readFunctions(client);
    const schema = { relations, functions, sources: await readSources(project) };
    return new Map([
      [`${FOLDER}/README.md`, indexPage(relations)],
      ...relations.map((r) => [pagePath(r.name), relationPage(r, schema)] as const),
      [TYPES_PAGE, typesPage(types)],
    ]);
  } finally {
    await client.query("rollback");
    client.release();
  }
}
