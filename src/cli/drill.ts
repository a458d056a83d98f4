import "../ops/graphile-env.ts";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { findPostgres } from "./drill/postgresql.ts";
import { rehearse } from "./drill/rehearse.ts";
import { CommandError, runCommand } from "./run-command.ts";

/** `npm run drill`: rehearses the loss of a server and the point-in-time recovery of its database elsewhere. */
runCommand(async () => {
  new Command("npm run drill --")
    .description(
      "Rehearses point-in-time recovery with servers of its own in a temporary directory, and prints each step. It touches no other " +
        "database. It needs PostgreSQL's programs and PostGIS: on Debian, the packages postgresql and postgresql-15-postgis-3.",
    )
    .parse();
  const bin = findPostgres();
  if (!bin)
    throw new CommandError("There is no /usr/lib/postgresql/*/bin/initdb: install PostgreSQL.");
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort(new CommandError("The drill was interrupted."));
  process.once("SIGINT", interrupt);
  process.once("SIGTERM", interrupt);
  // The terminal was closed, or the reader of the output has ended.
  process.once("SIGHUP", interrupt);
  process.stdout.on("error", interrupt);
  const directory = await mkdtemp(join(tmpdir(), "drill-"));
  try {
    return await rehearse(bin, directory, interrupted.signal);
  } catch (error) {
    // Ctrl+C in a terminal also interrupts the step's programs, which then fail.
    throw interrupted.signal.aborted ? interrupted.signal.reason : error;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
