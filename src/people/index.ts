import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { DatabaseError, Pool } from "pg";
import type { Database } from "../database/open.ts";
import { AppError } from "../ops/app-error.ts";
import { ConfigError } from "../ops/config-error.ts";
import { keptSecret } from "../ops/kept-secret.ts";
import type { Log } from "../ops/log.ts";
import { logFailure } from "../ops/outage.ts";
import type { Config, SessionConfig } from "../settings/config.ts";
import { secretKey, type TokenKey } from "../settings/token-keys.ts";
import { Erasures } from "./erasures.ts";
import { hashPassword } from "./passwords.ts";
import { makeSeal } from "./seal.ts";
import { makeTickets } from "./tickets.ts";
import { type Identity, makeTokens } from "./tokens.ts";

export type People = Awaited<ReturnType<typeof openPeople>>;

/** Opens the room of people: their tokens, sessions and erasures. People whom a restore brought back are erased. */
export async function openPeople(
  config: SigningConfig &
    Pick<Config, "erasures" | "tokenLifetimeSeconds" | "oidcProviders" | "publicUrl">,
  { ownerPool, hostPool }: Pick<Database, "ownerPool" | "hostPool">,
  log: Log,
) {
  const erasures = new Erasures(ownerPool, config.erasures, log);
  await erasures.start();
  const keys = await signingKeys(config, log);
  const use = new SessionUse(hostPool, log);
  const seal = makeSeal(keys);
  // Its library takes a twentieth of a second of each start.
  const oidc =
    config.oidcProviders.length > 0
      ? (await import("./oidc.ts")).makeOidc(config, hostPool, seal, log)
      : undefined;
  return {
    erasures,
    keys,
    tokens: makeTokens(keys, config.tokenLifetimeSeconds, (identity) => use.note(identity)),
    tickets: makeTickets(keys),
    seal,
    oidc,
    tasks: erasures.tasks,
    close: () => use.stop(),
  };
}

const MIN_SECRET_BYTES = 32;

type SigningConfig = Pick<Config, "databaseUrl" | "dataDir" | "jwtSecret"> & {
  sessions: Pick<SessionConfig, "privateKey" | "previousPrivateKey" | "previousSecret">;
};

/**
 * Loads the secret of the embedded database, or makes it at the first start. It is kept in the database's directory.
 */
const loadOrCreateSecret = (dataDir: string): Promise<string> =>
  keptSecret({
    file: join(dataDir, "jwt-secret"),
    make: () => randomBytes(32).toString("base64url"),
    parse: (secret) => (secret.length < MIN_SECRET_BYTES ? undefined : secret),
    loss: "everyone has to log in again.",
  });

/**
 * The keys of tokens. The first one signs: JWT_PRIVATE_KEY, else JWT_SECRET or the secret kept in DATA_DIR. The others
 * verify. Warns of a short secret.
 */
export async function signingKeys(
  { databaseUrl, dataDir, jwtSecret, sessions }: SigningConfig,
  log: Log,
): Promise<[TokenKey, ...TokenKey[]]> {
  const secret = jwtSecret ?? (databaseUrl ? undefined : await loadOrCreateSecret(dataDir));
  for (const one of [secret, sessions.previousSecret]) {
    if (one !== undefined && one.length < MIN_SECRET_BYTES) {
      log(
        "JWT_SECRET is short: whoever guesses it can sign tokens. Use 32 random characters or more.",
        "warn",
      );
    }
  }
  const [first, ...others] = [
    sessions.privateKey,
    secret === undefined ? undefined : secretKey(secret),
    sessions.previousPrivateKey,
    sessions.previousSecret === undefined ? undefined : secretKey(sessions.previousSecret),
  ].filter((key) => key !== undefined);
  if (!first) throw new Error("There is no key to sign tokens with.");
  return [first, ...others];
}

const WRITE_INTERVAL_MS = 60_000;
/** The SQLSTATE if one of the sessions is being refreshed or ended. */
const LOCK_NOT_AVAILABLE = "55P03";
const NOTE = "select app_private.note_session_use($1, $2)";

/** Collects when sessions were last used, and writes it once a minute, so that no request waits for a write. */
export class SessionUse {
  readonly #pool: Pool;
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout;
  #used = new Map<number, Identity>();

  constructor(pool: Pool, log: Log) {
    this.#pool = pool;
    this.#log = log;
    this.#timer = setInterval(() => void this.write(), WRITE_INTERVAL_MS).unref();
  }

  note(identity: Identity): void {
    this.#used.set(identity.sessionId, identity);
  }

  async write(): Promise<void> {
    const used = [...this.#used.values()];
    if (used.length === 0) return;
    this.#used = new Map();
    try {
      await this.#pool.query(NOTE, [
        used.map(({ userId }) => userId),
        used.map(({ sessionId }) => sessionId),
      ]);
    } catch (error) {
      for (const identity of used) this.note(identity);
      if ((error as DatabaseError).code === LOCK_NOT_AVAILABLE) return;
      logFailure(this.#log, "sessions: their last use is not noted", error);
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }
}

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
  owner: Pool,
  {
    adminEmail: email = "admin@example.org",
    adminPassword: password,
  }: Pick<Config, "adminEmail" | "adminPassword">,
): Promise<FirstAdministrator | undefined> {
  const exists = async (client: Pick<Pool, "query">) =>
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
