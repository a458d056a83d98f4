import "../ops/graphile-env.ts";
import { Argument, Command, InvalidArgumentError } from "commander";
import type { DatabaseError, Pool, PoolClient } from "pg";
import { clientError, readConstraintMessages } from "../graphql/errors/database-errors.ts";
import { log } from "../ops/log.ts";
import { hashPassword } from "../people/passwords.ts";
import { type GivenPassword, givenPassword } from "./ask-password.ts";
import { CommandError, runCommand } from "./run-command.ts";
import { printable, table, writeOut } from "./standard-output.ts";
import { type CommandDatabase, withDatabase } from "./with-database.ts";

/** A user, as the commands show one. */
interface Account {
  id: number;
  email: string;
  name: string;
  address: string;
  isAdmin: boolean;
  createdAt: Date;
}

const ACCOUNT = `id, email, name, address, is_admin as "isAdmin", created_at as "createdAt"`;

/** Runs a function in a transaction. The error of a broken constraint gets the API's message. */
async function transaction<T>(pool: Pool, run: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const result = await run(client);
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback");
    throw clientError(error as DatabaseError, await readConstraintMessages(client)) ?? error;
  } finally {
    client.release();
  }
}

async function find(client: PoolClient, email: string): Promise<Account> {
  const { rows } = await client.query<Account>(
    `select ${ACCOUNT} from app_public.users where id = app_private.user_id_of($1)`,
    [email],
  );
  if (!rows[0])
    throw new CommandError(`There is no user ${email}: \`npm run user -- list\` shows them all.`);
  return rows[0];
}

/** Makes a user with the function that the API calls. */
async function createAccount(
  pool: Pool,
  fields: Pick<Account, "email" | "name" | "address" | "isAdmin"> & { password: string },
): Promise<Account> {
  const hash = await hashPassword(fields.password, fields.email);
  return await transaction(pool, async (client) => {
    const { rows } = await client.query<Account>(
      `select ${ACCOUNT} from app_public.new_user($1, $2, $3, $4, $5)`,
      [fields.email, hash, fields.name, fields.address, fields.isAdmin],
    );
    return rows[0] as Account;
  });
}

/** Lists users by ascending id, and counts all of them. */
async function listAccounts(
  pool: Pool,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ accounts: Account[]; total: number }> {
  const { rows } = await pool.query<Account>(
    `select ${ACCOUNT} from app_public.users order by id limit $1 offset $2`,
    [limit, offset],
  );
  const counted = await pool.query<{ total: string }>(
    "select count(*) as total from app_public.users",
  );
  return { accounts: rows, total: Number(counted.rows[0]?.total) };
}

/** Replaces a password with the function that the API calls, which revokes the user's tokens. */
async function changePassword(pool: Pool, email: string, password: string): Promise<Account> {
  const hash = await hashPassword(password, email);
  return await transaction(pool, async (client) => {
    const account = await find(client, email);
    await client.query("select app_public.user_password_reset($1, $2)", [account.id, hash]);
    return account;
  });
}

/**
 * Gives or takes an administrator's rights with the function that the API calls. Taking them revokes the user's tokens.
 * The last administrator keeps them.
 * @returns True if that changed anything.
 */
async function setAdministrator(pool: Pool, email: string, isAdmin: boolean): Promise<boolean> {
  return await transaction(pool, async (client) => {
    const account = await find(client, email);
    if (account.isAdmin === isAdmin) return false;
    await client.query("select app_public.user_rights($1, row($2, null))", [account.id, isAdmin]);
    return true;
  });
}

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

/** Runs a function of the database for a user. */
const onUser = (email: string, text: string, ...values: unknown[]) =>
  onDatabase(({ pool }) =>
    transaction(pool, async (client) => {
      const { id } = await find(client, email);
      await client.query(text, [id, ...values]);
    }),
  );

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

program
  .command("second-factor")
  .description("second factors of users who have lost theirs")
  .command("reset <email>")
  .description("remove a user's second factors and recovery codes, and revoke the user's tokens")
  .action(async (email: string) => {
    await onUser(email, "select app_private.reset_second_factors($1)");
    await print(asJson(), { email }, `${email} has no second factor, and must log in again.`);
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

program
  .command("link-oidc <email> <issuer> <subject>")
  .description("let a user log in at an OpenID provider; ends their sessions")
  .action(async (email: string, issuer: string, subject: string) => {
    await onUser(email, "select app_private.link_oidc($1, $2, $3)", issuer, subject);
    await print(asJson(), { email, issuer, subject }, `${email} logs in at ${issuer} now.`);
  });

program
  .command("break-glass <email>")
  .description("let a user log in by password although others may not")
  .addArgument(new Argument("<state>").choices(["on", "off"]))
  .action(async (email: string, state: string) => {
    const breakGlass = state === "on";
    await onUser(email, "select app_private.set_break_glass($1, $2)", breakGlass);
    await print(asJson(), { email, breakGlass }, `Break-glass is ${state} for ${email}.`);
  });

runCommand(async () => {
  await program.parseAsync();
  return 0;
});
