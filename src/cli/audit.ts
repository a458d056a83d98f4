import "../ops/graphile-env.ts";
import { createPublicKey } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Command, InvalidArgumentError, Option } from "commander";
import type { ClientBase } from "pg";
import { keyName, parseCheckpoints } from "../audit/checkpoint.ts";
import { exportedEntries, FORMATS, type Format } from "../audit/export-entries.ts";
import { verifyAudit } from "../audit/verify.ts";
import { log } from "../ops/log.ts";
import { CommandError, runCommand } from "./run-command.ts";
import { writeOut } from "./standard-output.ts";
import { readMoment, withDatabase } from "./with-database.ts";

/** Runs a function in a read-only transaction with one snapshot of the data. */
const reading = <T>(run: (client: ClientBase, place: string) => Promise<T>) =>
  withDatabase(({ pool, place }) => readMoment(pool, (client) => run(client, place)), log);

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new CommandError(`Cannot read ${path}: ${(error as Error).message}`);
  }
}

const checkpointsOf = async (path: string | undefined) =>
  parseCheckpoints(path === undefined ? "" : await readText(path));

async function keyOf(path: string): Promise<string> {
  try {
    const key = createPublicKey(await readText(path));
    if (key.asymmetricKeyType === "ed25519") return keyName(key);
  } catch (error) {
    if (error instanceof CommandError) throw error;
  }
  throw new CommandError(`${path} is not an Ed25519 key in PEM format.`);
}

function moment(text: string): Date {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) {
    throw new InvalidArgumentError("It must be a time such as 2026-11-22T18:00:00Z.");
  }
  return date;
}

let code = 0;

/** `npm run audit -- …`: verifies and exports the audit log. */
const program = new Command("npm run audit --")
  .description("Verifies or exports the audit log of DATABASE_URL, or of the embedded database.")
  .showHelpAfterError("(--help shows all commands)");

program
  .command("verify")
  .description(
    "says whether the audit log is as it was written, and names the places where it is not; ends with 1 then",
  )
  .option("--checkpoints <file>", "the checkpoints that someone else has kept, one a line")
  .option("--key <files...>", "the keys whose signatures count, public or private, as PEM")
  .action(async ({ checkpoints, key = [] }: { checkpoints?: string; key?: string[] }) => {
    const [kept, keys] = [await checkpointsOf(checkpoints), await Promise.all(key.map(keyOf))];
    const { place, ...verdict } = await reading(async (client, place) => ({
      ...(await verifyAudit(client, kept.checkpoints, keys)),
      place,
    }));
    const { first, last, waiting } = verdict;
    const unreadable = kept.unreadable.map(
      (line) =>
        `line ${line} of the checkpoints: it is not a checkpoint, and may have been cut short`,
    );
    const faults = [...unreadable, ...verdict.faults];
    for (const fault of faults) process.stdout.write(`${fault}\n`);
    if (first > 1)
      process.stdout.write(`Places 1 to ${first - 1} were purged past the retention.\n`);
    const chained = last < first ? "no entry is chained" : `places ${first} to ${last}`;
    process.stdout.write(
      faults.length === 0
        ? `The audit log of ${place} is whole: ${chained}, compared with ${verdict.checkpoints} checkpoints. ${waiting} entries are not chained yet.\n`
        : `The audit log of ${place} is not whole: ${faults.length} of these lines say where.\n`,
    );
    if (verdict.checkpoints === 0) {
      process.stdout.write(
        "Without a checkpoint that someone else has kept, the database's owner could have written all of it again.\n",
      );
    }
    code = faults.length === 0 ? 0 : 1;
  });

program
  .command("export")
  .description("writes the entries to standard output; `npm run --silent` adds no lines of its own")
  .addOption(new Option("--format <format>", "the form").choices(FORMATS).default("csv"))
  .option("--since <time>", "the first moment", moment)
  .option("--before <time>", "the first moment that is left out", moment)
  .action(async ({ format, since, before }: { format: Format; since?: Date; before?: Date }) => {
    await reading(async (client, place) => {
      const lines = exportedEntries(client, format, since ?? null, before ?? null);
      for await (const some of lines) await writeOut(some);
      log(`Exported the audit log of ${place}.`);
    });
  });

runCommand(async () => {
  await program.parseAsync();
  return code;
});
