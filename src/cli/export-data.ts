import "../ops/graphile-env.ts";
import { createWriteStream, existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { Command } from "commander";
import { checkHistory } from "../database/check-history.ts";
import { log } from "../ops/log.ts";
import { runCommand } from "./run-command.ts";
import { exported, summary } from "./transfer.ts";
import { commandConfig, readMoment, withDatabase } from "./with-database.ts";

/** What the embedded database's directory has besides the database. */
const FILES = ["jwt-secret", "vapid-keys.json", "audit-key", "erasures"];

/** `npm run export-data`: writes all data into a file, for another database. */
runCommand(async () => {
  const program = new Command("npm run export-data --")
    .description(
      "Writes all data of DATABASE_URL, or of the embedded database, into a file that `npm run import-data` reads: users, positions, " +
        "alerts, notifications, jobs. Stop the service first if another is to take over. The file holds password hashes and device tokens.",
    )
    .argument("<file>", "a new file, such as alerts.data.gz")
    .parse();
  const file = program.args[0] as string;
  const part = `${file}.part`;
  await withDatabase(
    async ({ kind, pool, place }) => {
      await checkHistory(pool);
      await readMoment(pool, async (client) => {
        const pieces = exported(client);
        let rows: Record<string, number> = {};
        const source = async function* () {
          rows = yield* pieces;
        };
        try {
          await pipeline(
            Readable.from(source()),
            createGzip({ level: 4 }),
            // Nobody else may read hashes and tokens.
            createWriteStream(part, { flags: "w", mode: 0o600 }),
          );
          await rename(part, file);
        } finally {
          await rm(part, { force: true });
        }
        log(`Wrote ${file}: ${summary(rows)}, of ${place}.`);
        const { dataDir } = commandConfig();
        const left =
          kind === "embedded" ? FILES.filter((name) => existsSync(join(dataDir, name))) : [];
        if (left.length > 0) {
          log(
            `Not in it are these files of ${dataDir}: ${left.join(", ")}. docs/install.md says where they go: ` +
              "Moving from embedded to a server.",
          );
        }
      });
    },
    log,
    { migrates: true },
  );
  return 0;
});
