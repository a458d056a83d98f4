import "../ops/graphile-env.ts";
import { createReadStream } from "node:fs";
import { access } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { Command } from "commander";
import { migrate } from "../database/run-migrations.ts";
import { log } from "../ops/log.ts";
import { CommandError, runCommand } from "./run-command.ts";
import { importFrom, summary } from "./transfer.ts";
import { withDatabase } from "./with-database.ts";

/** True for zlib's errors: the file is cut off, or it is not gzip. */
const isDamaged = (error: unknown) => /^Z_/.test((error as NodeJS.ErrnoException).code ?? "");

/** `npm run import-data`: reads a file of `npm run export-data` into an empty database. */
runCommand(async () => {
  const program = new Command("npm run import-data --")
    .description(
      "Reads a file that `npm run export-data` made into DATABASE_URL, or into the embedded database, which must be empty or only " +
        "migrated. Ids, sequences and jobs stay the same. If it fails or is killed, nothing is imported.",
    )
    .argument("<file>", "a file of `npm run export-data`")
    .parse();
  const file = program.args[0] as string;
  await access(file).catch(() => {
    throw new CommandError(`There is no file ${file}.`);
  });
  await withDatabase(async ({ pool, place }) => {
    await migrate({ ownerPool: pool }, log);
    const client = await pool.connect();
    try {
      await client.query("begin");
      // The reader gets the pipeline's errors. A stream by compose() would throw those that occur while nobody reads.
      const unpacked = pipeline(createReadStream(file), createGunzip(), () => {});
      const rows = await importFrom(client, unpacked);
      await client.query("commit");
      log(`Imported ${file}: ${summary(rows)}, into ${place}.`);
    } catch (error) {
      await client.query("rollback").catch(() => {});
      throw isDamaged(error)
        ? new CommandError(`The file ${file} is damaged or not complete. Nothing was imported.`)
        : error;
    } finally {
      client.release();
    }
    // The data is committed. If this fails, queries are only slower until autovacuum analyzes the tables.
    await pool.query("analyze").catch(({ message }: Error) => {
      log(`The planner does not know all tables yet: run "analyze" in the database. (${message})`);
    });
  }, log);
  return 0;
});
