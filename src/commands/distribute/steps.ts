import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { MIGRATIONS_FOLDER } from "../../database/check-history.ts";

/** Statements that run in one transaction, and what they do. */
export interface Step {
  title: string;
  sql: string;
}

const FOLDER = join(MIGRATIONS_FOLDER, "citus");

/**
 * Returns the steps of migrations/citus/distribute.sql, then one for each function that has another body on a cluster,
 * and one for the rights to functions.
 */
export async function readSteps(): Promise<Step[]> {
  const [, ...parts] = (await readFile(join(FOLDER, "distribute.sql"), "utf8")).split(/^--- /m);
  const steps = parts.map((part): Step => {
    const end = part.indexOf("\n");
    return { title: part.slice(0, end), sql: part.slice(end + 1) };
  });
  const names = (await readdir(join(FOLDER, "functions"))).sort();
  for (const name of names) {
    const sql = await readFile(join(FOLDER, "functions", name), "utf8");
    steps.push({ title: `${name.slice(0, -4)}() has its body for a cluster.`, sql });
  }
  steps.push({
    title: "Worker nodes let nobody else call functions than the coordinator.",
    sql: "select app_private.copy_function_rights()",
  });
  return steps;
}
