import type { DatabaseError, Pool, PoolClient } from "pg";
import { readConstraintMessages } from "../../database/constraint-messages.ts";
import { clientError } from "../../graphql/errors/database-errors.ts";
import { hashPassword } from "../../people/passwords.ts";
import { CommandError } from "../run-command.ts";

/** A user, as the commands show one. */
export interface Account {
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
    `select ${ACCOUNT} from app_public.users
      where id = (select user_id from app_private.user_emails where email = lower($1))`,
    [email],
  );
  if (!rows[0])
    throw new CommandError(`There is no user ${email}: \`npm run user -- list\` shows them all.`);
  return rows[0];
}

/** Makes a user with the function that the API calls. */
export async function createAccount(
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
export async function listAccounts(
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
export async function changePassword(
  pool: Pool,
  email: string,
  password: string,
): Promise<Account> {
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
export async function setAdministrator(
  pool: Pool,
  email: string,
  isAdmin: boolean,
): Promise<boolean> {
  return await transaction(pool, async (client) => {
    const account = await find(client, email);
    if (account.isAdmin === isAdmin) return false;
    await client.query("select app_public.user_rights($1, row($2, null))", [account.id, isAdmin]);
    return true;
  });
}
