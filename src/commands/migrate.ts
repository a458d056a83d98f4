import "../process/graphile-env.ts";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { delimiter } from "node:path";
import { fileURLToPath } from "node:url";
import { log } from "../process/log.ts";
import { CommandError, runCommand } from "./run-command.ts";
import { commandConfig, withDatabase } from "./with-database.ts";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
const CLI = createRequire(import.meta.url).resolve("graphile-migrate/dist/cli.js");
const ONE_CONNECTION = new URL("./migrate/one-connection.ts", import.meta.url).href;

/** What graphile-migrate asks the embedded database for. */
const ON_EMBEDDED = ["migrate", "watch", "current", "status", "run"];
/** What makes a database anew, and so needs a server. */
const NEEDS_SERVER = ["commit", "uncommit", "reset"];

/** Runs graphile-migrate as its own command line would, where our .gmrc and its actions' tools are found. */
async function graphileMigrate(
  args: string[],
  env: NodeJS.ProcessEnv,
  nodeOptions: string[] = [],
): Promise<number> {
  const child = spawn(process.execPath, [...nodeOptions, CLI, ...args], {
    cwd: PROJECT,
    stdio: "inherit",
    env: {
      ...process.env,
      ...env,
      PATH: `${PROJECT}/node_modules/.bin${delimiter}${process.env.PATH ?? ""}`,
    },
  });
  // A terminal tells both; others only us.
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  process.on("SIGINT", () => child.kill("SIGINT"));
  const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  // Interrupted is how watching ends.
  return code ?? (signal === "SIGINT" || signal === "SIGTERM" ? 0 : 1);
}

/** Where graphile-migrate would go on with its defaults: it says what is missing. */
function requireServer(verb: string): void {
  const missing = ["DATABASE_URL", "SHADOW_DATABASE_URL", "ROOT_DATABASE_URL"].filter(
    (name) => !process.env[name] && !(verb === "reset" && name === "SHADOW_DATABASE_URL"),
  );
  if (missing.length === 0) return;
  throw new CommandError(
    `${verb} drops a database and makes it anew, which takes a PostgreSQL server. Set ${missing.join(", ")}: ` +
      "DATABASE_URL is the database you develop on, SHADOW_DATABASE_URL another one that may be dropped " +
      "and made anew at any time, ROOT_DATABASE_URL a superuser's connection to a third (template1).",
  );
}

/** `npm run migrate -- …`: graphile-migrate on DATABASE_URL, or on the embedded database. */
runCommand(async () => {
  const args = process.argv.slice(2);
  const verb = args.find((arg) => !arg.startsWith("-")) ?? "";
  if (args.includes("--help") || args.length === 0)
    return await graphileMigrate(["--help", ...args], {});
  if (NEEDS_SERVER.includes(verb)) requireServer(verb);
  // `status` asks for a shadow database, and leaves it alone.
  const shadow = process.env.SHADOW_DATABASE_URL || "postgres:///unused";
  const unused = verb === "status" ? { SHADOW_DATABASE_URL: shadow } : {};
  const { databaseUrl } = commandConfig();
  if (databaseUrl || !ON_EMBEDDED.includes(verb)) {
    return await graphileMigrate(args, { ...unused });
  }
  return await withDatabase(
    ({ connectionString }) =>
      graphileMigrate(args, { ...unused, DATABASE_URL: connectionString }, [
        "--import",
        ONE_CONNECTION,
      ]),
    log,
  );
});
