import "../ops/graphile-env.ts";
import { Command } from "commander";
import { checkHistory } from "../database/check-history.ts";
import { log } from "../ops/log.ts";
import {
  additions,
  catalogueFaults,
  countMigrations,
  expectedCatalogue,
  readCatalogue,
} from "./restore-check/catalogue.ts";
import { countDumped, readData, rowFaults } from "./restore-check/data.ts";
import { runCommand } from "./run-command.ts";
import { table } from "./standard-output.ts";
import { withDatabase } from "./with-database.ts";

const HINT =
  "The service continues these when it starts. Some may be over: docs/operators.md#what-comes-back says how to end them before it does.";

/** `npm run restore-check`: says whether a restored database is complete. Changes nothing. */
runCommand(async () => {
  const { dump } = new Command("npm run restore-check --")
    .description(
      "Says whether a restored database (DATABASE_URL, or the embedded one) is complete: the roles, policies, grants, functions and " +
        "tables that its migrations make, and its data. Lists the alerts and jobs that the service continues when it starts. Changes nothing. Exits with 1 if something is missing.",
    )
    .option("--dump <file>", "compares the number of rows with those in this backup of pg_dump")
    .parse()
    .opts<{ dump?: string }>();
  return await withDatabase(async ({ pool, place }) => {
    await checkHistory(pool);
    const migrations = await countMigrations(pool);
    const expected = await expectedCatalogue(migrations, log);
    const found = await readCatalogue(pool);
    const { rows, faults: dataFaults, revived } = await readData(pool);
    const faults = [
      ...catalogueFaults(found, expected),
      ...dataFaults,
      ...(dump === undefined ? [] : rowFaults(rows, await countDumped(dump))),
    ];
    const filled = [...rows].filter(([, count]) => count > 0);
    const lines = [
      table(
        ["table", "rows"],
        filled.map(([name, count]) => [name, String(count)]),
      ),
      "",
      ...additions(found, expected).map((addition) => `not ours: ${addition}`),
      ...faults,
      ...revived.map((line) => `continues: ${line}`),
      ...(revived.length > 0 ? [HINT] : []),
      faults.length === 0
        ? `This database is complete: ${place} has the ${expected.size} things that its ${migrations} migrations make.`
        : `This database is not complete: ${faults.length} of these lines say what is missing in ${place}. Restore it again as docs/operators.md says.`,
    ];
    process.stdout.write(`${lines.join("\n")}\n`);
    return faults.length === 0 ? 0 : 1;
  }, log);
});
