import "../process/graphile-env.ts";
import { Command, InvalidArgumentError } from "commander";
import { log } from "../process/log.ts";
import { runCommand } from "./run-command.ts";
import { table } from "./table.ts";
import {
  type Account,
  changePassword,
  createAccount,
  listAccounts,
  setAdministrator,
} from "./user/accounts.ts";
import { type GivenPassword, givenPassword } from "./user/ask-password.ts";
import { type CommandDatabase, withDatabase } from "./with-database.ts";

/** A line of text, or JSON, on standard output. */
function print(asJson: boolean | undefined, value: unknown, line: string): void {
  process.stdout.write(`${asJson ? JSON.stringify(value, null, 2) : line}\n`);
}

function onDatabase<T>(run: (database: CommandDatabase) => Promise<T>): Promise<T> {
  return withDatabase(run, log, { migrates: true });
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new InvalidArgumentError("It must be a whole number.");
  }
  return value;
}

/** A password that was made up is shown, this once. */
function shown({ password, isMadeUp }: GivenPassword): string {
  return isMadeUp ? `\nThe password is ${password} (shown this once: keep it, or change it).` : "";
}

/** A terminal's line: no control characters from what users wrote. */
function printable(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, " ");
}

function listing(accounts: Account[]): string {
  return table(
    ["id", "email", "name", "administrator", "since"],
    accounts.map(({ id, email, name, isAdmin, createdAt }) => [
      String(id),
      printable(email),
      printable(name),
      isAdmin ? "yes" : "",
      createdAt.toISOString().slice(0, 16).replace("T", " "),
    ]),
  );
}

/** `npm run user -- …`: the users, without the API. */
const program = new Command("npm run user --")
  .description("Users of the service, by its rules, on DATABASE_URL or the embedded database.")
  .option("--json", "print JSON")
  .showHelpAfterError("(--help shows what there is)");
const asJson = () => program.opts<{ json?: boolean }>().json;

program
  .command("create")
  .description("make a user")
  .requiredOption("--email <email>", "unique, whatever its case")
  .option("--name <name>", "the part of the email before the @ by default")
  .option("--address <address>", "a postal address", "")
  .option("--admin", "an administrator", false)
  .option(
    "--password <password>",
    "asked for, or read from standard input, by default; an empty one is made up",
  )
  .action(async ({ email, name, address, admin, password }) => {
    const given = await givenPassword(password);
    const account = await onDatabase(({ pool }) =>
      createAccount(pool, {
        email,
        name: name ?? email.split("@")[0],
        address,
        isAdmin: admin,
        password: given.password,
      }),
    );
    print(
      asJson(),
      { ...account, ...(given.isMadeUp && { password: given.password }) },
      `Made ${account.isAdmin ? "the administrator" : "the user"} ${account.email} with the id ${account.id}.${shown(given)}`,
    );
  });

program
  .command("list")
  .description("show users by id")
  .option("--limit <number>", "at most so many", wholeNumber, 1000)
  .option("--offset <number>", "after so many", wholeNumber, 0)
  .action(async (page: { limit: number; offset: number }) => {
    const { accounts, total } = await onDatabase(({ pool }) => listAccounts(pool, page));
    print(asJson(), accounts, listing(accounts));
    if (accounts.length < total) log(`${accounts.length} of ${total} users.`);
  });

program
  .command("password <email>")
  .description("replace a password; every token issued before is worthless then")
  .option("--password <password>", "as with create")
  .action(async (email: string, { password }) => {
    const given = await givenPassword(password);
    const { id, email: known } = await onDatabase(({ pool }) =>
      changePassword(pool, email, given.password),
    );
    print(
      asJson(),
      { id, email: known, ...(given.isMadeUp && { password: given.password }) },
      `${known} has a new password, and must log in again.${shown(given)}`,
    );
  });

for (const [verb, isAdmin, description] of [
  ["promote", true, "make a user an administrator"],
  ["demote", false, "take an administrator's rights, and their tokens' worth"],
] as const) {
  program
    .command(`${verb} <email>`)
    .description(description)
    .action(async (email: string) => {
      const changed = await onDatabase(({ pool }) => setAdministrator(pool, email, isAdmin));
      const state = `${changed ? "now" : "already"} ${isAdmin ? "an administrator" : "no administrator"}`;
      print(asJson(), { email, isAdmin, changed }, `${email} is ${state}.`);
    });
}

runCommand(async () => {
  await program.parseAsync();
  return 0;
});
