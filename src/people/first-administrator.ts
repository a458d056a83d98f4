import { randomBytes } from "node:crypto";
import type pg from "pg";
import { AppError } from "../ops/app-error.ts";
import { ConfigError } from "../ops/config-error.ts";
import type { Config } from "../settings/config.ts";
import { hashPassword } from "./passwords.ts";

export interface FirstAdministrator {
  email: string;
  /** The password, if it was generated. */
  madeUpPassword: string | undefined;
  /** True if the email already belonged to a user, whose password stays. */
  isPromoted: boolean;
}

/**
 * Makes the first administrator, unless there is one. Promotes the user with the configured email, or makes one.
 * @param owner The owner's pool.
 * @returns The administrator that was made.
 */
export async function ensureAdministrator(
  owner: pg.Pool,
  {
    adminEmail: email = "admin@example.org",
    adminPassword: password,
  }: Pick<Config, "adminEmail" | "adminPassword">,
): Promise<FirstAdministrator | undefined> {
  const exists = async (client: Pick<pg.Pool, "query">) =>
    (await client.query("select from app_public.users where is_admin limit 1")).rowCount === 1;
  if (await exists(owner)) return undefined;
  const madeUpPassword = randomBytes(12).toString("base64url");
  const hash = await hashPassword(password ?? madeUpPassword, email).catch((error: unknown) => {
    throw error instanceof AppError ? new ConfigError(`ADMIN_PASSWORD: ${error.message}`) : error;
  });
  const client = await owner.connect();
  try {
    await client.query("begin");
    // Hosts that start at the same time must not make two.
    await client.query("select from app_private.settings for update");
    let made: FirstAdministrator | undefined;
    if (!(await exists(client))) {
      const { rowCount } = await client.query(
        `select app_public.user_rights(u.id, row(true, null))
          from app_public.users u where u.id = app_private.user_id_of($1)`,
        [email],
      );
      made = {
        email,
        madeUpPassword: rowCount || password ? undefined : madeUpPassword,
        isPromoted: rowCount === 1,
      };
      if (!made.isPromoted) {
        const text = "select app_public.new_user($1, $2, 'Administrator', '', true)";
        await client.query(text, [email, hash]);
      }
    }
    await client.query("commit");
    return made;
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}
