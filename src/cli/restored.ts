import "../ops/graphile-env.ts";
import { Command } from "commander";
import { checkHistory } from "../database/check-history.ts";
import { log } from "../ops/log.ts";
import { forgiveTokens, moveIds, revived } from "./after-restore.ts";
import { CommandError, runCommand } from "./run-command.ts";
import { table } from "./standard-output.ts";
import { withDatabase } from "./with-database.ts";

const HINT =
  "The service continues these when it starts. Some may be over: docs/backup.md#what-comes-back says how to end them before it does.";

/** `npm run restored`: prepares a restored database for clients that know data from after the backup. */
runCommand(async () => {
  new Command("npm run restored --")
    .description(
      "Moves the ids of a restored database (DATABASE_URL, or the embedded one) on, before the service starts on it. Otherwise it would " +
        "give ids again that phones know from after the backup, and they would take new warnings for known ones. And lets each session " +
        "accept one refresh token that it does not know: otherwise the clients' newest ones would be taken for stolen ones, and log them " +
        "out. Then lists the alerts and jobs that the service continues when it starts. Run it after each restore. Twice does little harm.",
    )
    .parse();
  return await withDatabase(async ({ pool, place }) => {
    if ((await checkHistory(pool)).length > 0) {
      throw new CommandError(
        "This database is of an earlier version. Run `npm run migrate -- migrate` now, and this again.",
      );
    }
    const moved = await moveIds(pool);
    const rows = moved.map(({ table, before, after }) => [table, before, after]);
    process.stdout.write(`${table(["table", "last id", "now"], rows)}\n\n`);
    const forgiven = await forgiveTokens(pool);
    process.stdout.write(
      `Sessions that accept one refresh token from after the backup: ${forgiven}\n`,
    );
    const { rows: cells } = await pool.query<{ name: string }>(
      "select name from app_private.cell union select name from app_private.cells order by name",
    );
    for (const { name } of cells) {
      process.stdout.write(
        `Replication has lost its place: run npm run cells -- add ${name} at the head again.\n`,
      );
    }
    const continuing = await revived(pool);
    for (const line of continuing) process.stdout.write(`continues: ${line}\n`);
    if (continuing.length > 0) process.stdout.write(`${HINT}\n`);
    process.stdout.write(`The next ids of ${place} are above these.\n`);
    return 0;
  }, log);
});
