import "../ops/graphile-env.ts";
import { Command, InvalidArgumentError } from "commander";
import { log } from "../ops/log.ts";
import { printable } from "./printable.ts";
import { runCommand } from "./run-command.ts";
import { writeOut } from "./standard-output.ts";
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

/** Prints a line of text, or JSON. */
function print(asJson: boolean | undefined, value: unknown, line: string): Promise<void> {
  return writeOut(`${asJson ? JSON.stringify(value, null, 2) : line}\n`);
}

/** Runs a function on the database, and logs the database's name before the result is printed. */
function onDatabase<T>(run: (database: CommandDatabase) => Promise<T>): Promise<T> {
  const named = async (database: CommandDatabase) => {
    const result = await run(database);
    log(`On ${database.place}:`);
    return result;
  };
  return withDatabase(named, log, { migrates: true });
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new InvalidArgumentError("It must be a whole number.");
  }
  return value;
}

/** The line that shows a made-up password. */
function passwordLine({ password, isMadeUp }: GivenPassword): string {
  return isMadeUp ? `\nThe password is ${password} (shown only once: keep it, or change it).` : "";
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

/** `npm run user -- …`: manages users without the API. */
const program = new Command("npm run user --")
  .description(
    "Manages the users of the service, in DATABASE_URL or the embedded database, by the same rules as the API.",
  )
  .option("--json", "print JSON; `npm run --silent` adds no lines of its own")
  .showHelpAfterError("(--help shows all commands)");
const asJson = () => program.opts<{ json?: boolean }>().json;

program
  .command("create")
  .description("make a user")
  .requiredOption("--email <email>", "unique, in upper or lower case")
  .option("--name <name>", "by default the part of the email before the @")
  .option("--address <address>", "a postal address", "")
  .option("--admin", "make an administrator", false)
  .option(
    "--password <password>",
    "by default a terminal asks for it, or standard input has it; an empty one is made up",
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
    await print(
      asJson(),
      { ...account, ...(given.isMadeUp && { password: given.password }) },
      `Made ${account.isAdmin ? "the administrator" : "the user"} ${account.email} with the id ${account.id}.${passwordLine(given)}`,
    );
  });

program
  .command("list")
  .description("show users by id")
  .option("--limit <number>", "how many at most", wholeNumber, 1000)
  .option("--offset <number>", "how many to skip", wholeNumber, 0)
  .action(async (page: { limit: number; offset: number }) => {
    const { accounts, total } = await onDatabase(({ pool }) => listAccounts(pool, page));
    await print(asJson(), accounts, listing(accounts));
    if (accounts.length < total) log(`${accounts.length} of ${total} users.`);
  });

program
  .command("password <email>")
  .description("replace a password and revoke the user's tokens")
  .option("--password <password>", "as with create")
  .action(async (email: string, { password }) => {
    const given = await givenPassword(password);
    const { id, email: known } = await onDatabase(({ pool }) =>
      changePassword(pool, email, given.password),
    );
    await print(
      asJson(),
      { id, email: known, ...(given.isMadeUp && { password: given.password }) },
      `${known} has a new password, and must log in again.${passwordLine(given)}`,
    );
  });

for (const [verb, isAdmin, description] of [
  ["promote", true, "make a user an administrator"],
  ["demote", false, "take an administrator's rights and revoke their tokens"],
] as const) {
  program
    .command(`${verb} <email>`)
    .description(description)
    .action(async (email: string) => {
      const changed = await onDatabase(({ pool }) => setAdministrator(pool, email, isAdmin));
      const state = `${changed ? "now" : "already"} ${isAdmin ? "an administrator" : "not an administrator"}`;
      await print(asJson(), { email, isAdmin, changed }, `${email} is ${state}.`);
    });
}

runCommand(async () => {
  await program.parseAsync();
  return 0;
});
