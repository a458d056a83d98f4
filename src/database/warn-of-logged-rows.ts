import type { Log } from "../ops/log.ts";
import type { Database } from "./open.ts";

/** The settings with which PostgreSQL logs no rows and no parameters. */
const WANTED = {
  log_error_verbosity: "terse",
  log_parameter_max_length: "0",
  log_parameter_max_length_on_error: "0",
};

/** Warns if PostgreSQL's log may get rows and parameters: emails, places and hashes of people. */
export async function warnOfLoggedRows(
  { kind, ownerPool }: Pick<Database, "kind" | "ownerPool">,
  log: Log,
): Promise<void> {
  if (kind !== "postgresql") return;
  const { rows } = await ownerPool.query<{ name: keyof typeof WANTED; setting: string }>(
    "select name, setting from pg_settings where name = any($1)",
    [Object.keys(WANTED)],
  );
  const wrong = rows.filter(({ name, setting }) => setting !== WANTED[name]);
  if (wrong.length === 0) return;
  const changes = wrong.map(({ name }) => `alter system set ${name} = '${WANTED[name]}';`);
  log(
    `database: PostgreSQL's log may get emails, places and hashes of people. A superuser can prevent that: ${changes.join(" ")} select pg_reload_conf();`,
    "warn",
  );
}
