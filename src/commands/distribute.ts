import "../process/graphile-env.ts";
import { Command } from "commander";
import { log } from "../process/log.ts";
import { distribute } from "./distribute/distribute.ts";
import { CommandError, runCommand } from "./run-command.ts";
import { withDatabase } from "./with-database.ts";

/** `npm run distribute`: spreads the database over the worker nodes of a cluster. */
runCommand(async () => {
  new Command("npm run distribute --")
    .description(
      "Spreads the migrated database of DATABASE_URL, which is the coordinator of a Citus cluster, over its worker nodes. Stop the service first. " +
        "It can run again after an interruption, and has to run again after each update. See docs/citus.md.",
    )
    .parse();
  await withDatabase(async ({ kind, pool }) => {
    if (kind === "embedded") {
      throw new CommandError("Set DATABASE_URL to the coordinator of a Citus cluster.");
    }
    await distribute(pool, log);
    log("The database is distributed: start the service.");
  }, log);
  return 0;
});
