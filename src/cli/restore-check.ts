import "../ops/graphile-env.ts";
import { Command } from "commander";
import { checkHistory } from "../database/check-history.ts";
import { log } from "../ops/log.ts";
import { readCatalogue } from "./restore-check/catalogue.ts";
import { readData } from "./restore-check/data.ts";
import { countMigrations, expectedCatalogue } from "./restore-check/expected.ts";
import { additions, catalogueFaults } from "./restore-check/faults.ts";
import { report } from "./restore-check/report.ts";
import { countDumped, rowFaults } from "./restore-check/rows.ts";
import { runCommand } from "./run-command.ts";
import { withDatabase } from "./with-database.ts";

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
    const { text, code } = report({
      place,
      rows,
      additions: additions(found, expected),
      faults,
      revived,
      expected: expected.size,
      migrations,
    });
    process.stdout.write(text);
    return code;
  }, log);
});
