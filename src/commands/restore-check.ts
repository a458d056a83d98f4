import "../process/graphile-env.ts";
import { Command } from "commander";
import { checkHistory } from "../database/check-history.ts";
import { log } from "../process/log.ts";
import { readCatalogue } from "./restore-check/catalogue.ts";
import { countMigrations, expectedCatalogue } from "./restore-check/expected.ts";
import { additions, catalogueFaults, dataFaults } from "./restore-check/faults.ts";
import { countDumped, countRows, rowFaults } from "./restore-check/rows.ts";
import { runCommand } from "./run-command.ts";
import { table } from "./table.ts";
import { withDatabase } from "./with-database.ts";

const print = (text: string) => process.stdout.write(`${text}\n`);

/** `npm run restore-check`: says whether a restored database is complete. Changes nothing. */
runCommand(async () => {
  const { dump } = new Command("npm run restore-check --")
    .description(
      "Says whether a restored database (DATABASE_URL, or the embedded one) is complete: the roles, policies, grants, functions and " +
        "tables that its migrations make, and its data. Changes nothing. Ends with 1 if something lacks.",
    )
    .option("--dump <file>", "compares the number of rows with those in this backup of pg_dump")
    .parse()
    .opts<{ dump?: string }>();
  return await withDatabase(async ({ pool }) => {
    await checkHistory(pool);
    const migrations = await countMigrations(pool);
    const expected = await expectedCatalogue(migrations, log);
    const found = await readCatalogue(pool);
    const rows = await countRows(pool);
    const faults = [
      ...catalogueFaults(found, expected),
      ...(await dataFaults(pool)),
      ...(dump === undefined ? [] : rowFaults(rows, await countDumped(dump))),
    ];
    const filled = [...rows].filter(([, count]) => count > 0);
    print(
      table(
        ["table", "rows"],
        filled.map(([name, count]) => [name, String(count)]),
      ),
    );
    print("");
    for (const addition of additions(found, expected)) print(`not ours: ${addition}`);
    for (const fault of faults) print(fault);
    print(
      faults.length === 0
        ? `This database is complete: it has the ${expected.size} things that its ${migrations} migrations make.`
        : `This database is not complete: ${faults.length} of these lines say what lacks. Restore it again as docs/operators.md says.`,
    );
    return faults.length === 0 ? 0 : 1;
  }, log);
});
