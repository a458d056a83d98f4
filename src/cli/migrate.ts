import "../ops/graphile-env.ts";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { delimiter } from "node:path";
import { fileURLToPath } from "node:url";
import { checkHistory } from "../database/check-history.ts";
import { MIGRATION_LOCK_TIMEOUT, prepare } from "../database/run-migrations.ts";
import { log } from "../ops/log.ts";
import { CommandError, runCommand } from "./run-command.ts";
import { commandConfig, withDatabase } from "./with-database.ts";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));

/** The commands of graphile-migrate that work on the embedded database. */
const ON_EMBEDDED = ["migrate", "status", "run"];
const ALL_DATABASES = ["DATABASE_URL", "SHADOW_DATABASE_URL", "ROOT_DATABASE_URL"];
/** The commands that need a server, because they take several connections at once, with the databases that they use. */
const NEEDS_SERVER: Record<string, readonly string[]> = {
  watch: ["DATABASE_URL"],
  current: ["DATABASE_URL"],
  reset: ["DATABASE_URL", "ROOT_DATABASE_URL"],
  commit: ALL_DATABASES,
  uncommit: ALL_DATABASES,
};

/** The commands that work on the database as the committed migrations left it. */
const ON_OUR_HISTORY = ["migrate", "watch", "current", "status", "commit", "uncommit"];

/** Limits how long a statement waits for a lock, because requests for the same table wait behind it. */
const SHORT_LOCKS = {
  PGOPTIONS: process.env.PGOPTIONS || `-c lock_timeout=${MIGRATION_LOCK_TIMEOUT}`,
};

/** Runs graphile-migrate's command line in the project, where it finds .gmrc and the tools of its actions. */
async function graphileMigrate(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn("graphile-migrate", args, {
    cwd: PROJECT,
    stdio: "inherit",
    env: {
      ...process.env,
      ...env,
      PATH: `${PROJECT}/node_modules/.bin${delimiter}${process.env.PATH ?? ""}`,
    },
  });
  // A terminal signals both processes. Other senders signal only this one.
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  process.on("SIGINT", () => child.kill("SIGINT"));
  const [code, signal] = (await once(child, "exit")) as [number] | [null, NodeJS.Signals];
  if (code !== null) return code;
  // An interrupt is the normal way to end `watch`. It leaves any other command unfinished.
  const isWatching = args.includes("watch") && !args.includes("--once");
  const isInterrupted = signal === "SIGINT" || signal === "SIGTERM";
  return isWatching && isInterrupted ? 0 : 128 + constants.signals[signal];
}

/** Throws if a variable is missing. Without this check, graphile-migrate would use its defaults. */
function requireServer(verb: string): void {
  const missing = NEEDS_SERVER[verb]?.filter((name) => !process.env[name]) ?? [];
  if (missing.length === 0) return;
  throw new CommandError(
    `${verb} needs a PostgreSQL server. Set ${missing.join(", ")}: ` +
      "DATABASE_URL is the database you develop on, SHADOW_DATABASE_URL is another one that may be dropped " +
      "at any time, ROOT_DATABASE_URL is a superuser's connection to a third (template1).",
  );
}

/** `npm run migrate -- …`: graphile-migrate on DATABASE_URL, or on the embedded database. */
runCommand(async () => {
  const args = process.argv.slice(2);
  const verb = args.find((arg) => !arg.startsWith("-")) ?? "";
  if (args.includes("--help") || args.length === 0)
    return await graphileMigrate(["--help", ...args], {});
  requireServer(verb);
  // `status` requires a shadow database, but does not use it.
  const shadow = process.env.SHADOW_DATABASE_URL || "postgres:///unused";
  const unused = verb === "status" ? { SHADOW_DATABASE_URL: shadow } : {};
  const { databaseUrl } = commandConfig();
  if (!databaseUrl && !ON_EMBEDDED.includes(verb)) return await graphileMigrate(args, unused);
  return await withDatabase(async ({ connectionString, pool }) => {
    if (ON_OUR_HISTORY.includes(verb)) await checkHistory(pool);
    // graphile-migrate runs this too, but only after it has made a schema, and it prints errors with a stack.
    if (verb === "migrate") await prepare(pool);
    return await graphileMigrate(args, {
      ...unused,
      ...SHORT_LOCKS,
      DATABASE_URL: connectionString,
    });
  }, log);
});
