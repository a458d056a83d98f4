import type { ClientBase, Pool, QueryResult } from "pg";
import type {
  PgClient,
  PgClientQuery,
  PgClientResult,
  WithPgClient,
} from "postgraphile/@dataplan/pg";
import { createWithPgClient as createPlainWithPgClient } from "postgraphile/adaptors/pg";
import { AppError, LOG_IN_FIRST } from "../errors/app-error.ts";
import { runForEach } from "./batch-query.ts";
import { prepareForRequests, RequestQuery, type TokenClaims, takeRole } from "./request-query.ts";
import { statementName } from "./statement-names.ts";

/** The settings of a request, as our context makes them; empty where there is no valid token. */
export interface RequestSettings extends Record<string, string | undefined> {
  "token.user_id": string;
  "token.version": string;
  "token.id": string;
}

function claimsOf(settings: RequestSettings): TokenClaims {
  return [
    settings["token.user_id"] || null,
    settings["token.version"] || null,
    settings["token.id"] || null,
  ];
}

/** A refusal by grants or policies, as the client should read it. */
function refusal(error: unknown, role: string): unknown {
  if (!(error instanceof Error) || !("code" in error) || error.code !== "42501") return error;
  return role === "app_anonymous"
    ? new AppError("UNAUTHENTICATED", LOG_IN_FIRST)
    : new AppError("FORBIDDEN", "This is for administrators only.");
}

function toConfig({ text, values, arrayMode }: PgClientQuery) {
  // PostGraphile names queries, not mutations: here every text that comes back is prepared.
  const config = { text, values: values ?? [], name: statementName(text) };
  return arrayMode ? { ...config, rowMode: "array" as const } : config;
}

/** PostGraphile's view of a connection: each query is a transaction with the request's role. */
class RequestClient implements PgClient {
  readonly #client: ClientBase;
  readonly #claims: TokenClaims;
  constructor(client: ClientBase, settings: RequestSettings) {
    this.#client = client;
    this.#claims = claimsOf(settings);
  }

  async query<TData>(options: PgClientQuery): Promise<PgClientResult<TData>> {
    const query = new RequestQuery(toConfig(options), this.#claims);
    try {
      return await new Promise<PgClientResult<TData>>((resolve, reject) => {
        this.#client.query(
          query as never,
          ((error: Error | null, result: QueryResult) =>
            error ? reject(error) : resolve(result)) as never,
        );
      });
    } catch (error) {
      throw refusal(error, query.role);
    }
  }

  /** Several statements in one transaction, in as many round trips. */
  async withTransaction<T>(callback: (client: this) => Promise<T>): Promise<T> {
    let role = "app_anonymous";
    try {
      await this.#client.query("begin");
      role = await takeRole(this.#client, this.#claims);
      const result = await callback(new TransactionClient(this.#client) as never);
      await this.#client.query("commit");
      return result;
    } catch (error) {
      await this.#client.query("rollback");
      throw refusal(error, role);
    }
  }
}

/** The same inside a transaction that has its role. */
class TransactionClient implements PgClient {
  readonly #client: ClientBase;
  constructor(client: ClientBase) {
    this.#client = client;
  }
  async query<TData>(options: PgClientQuery): Promise<PgClientResult<TData>> {
    return (await this.#client.query(toConfig(options))) as never;
  }
  async withTransaction<T>(callback: (client: this) => Promise<T>): Promise<T> {
    return await callback(this);
  }
}

/**
 * The adaptor through which PostGraphile reaches the database for requests. Without a request (the
 * schema's introspection, the host's own queries) it is PostGraphile's plain adaptor.
 */
export function createWithPgClient({ pool }: { pool?: Pool } = {}): WithPgClient {
  if (!pool) throw new Error("The request adaptor needs a pool.");
  const plain = createPlainWithPgClient({ pool });
  return async (settings, callback) => {
    if (settings?.["token.user_id"] === undefined) return await plain(settings, callback as never);
    const client = await pool.connect();
    try {
      prepareForRequests(client);
      return await callback(new RequestClient(client, settings as RequestSettings) as never);
    } finally {
      client.release();
    }
  };
}

/** A statement of someone's, told by their settings. */
export interface Reading {
  settings: RequestSettings;
  text: string;
  values: readonly unknown[];
}

/**
 * Runs the same statement for many on one connection, each under their own role. Gives the rows of
 * each as arrays, in a promise of its own, which fails as the statement did.
 */
export async function readForEach(
  pool: Pool,
  text: string,
  readings: readonly Reading[],
): Promise<Promise<readonly unknown[]>[]> {
  const name = statementName(text);
  const client = await pool.connect();
  try {
    prepareForRequests(client);
    const shares = readings.map(({ settings, values }) => ({ claims: claimsOf(settings), values }));
    const together = name === undefined ? [] : await runForEach(client, { name, text }, shares);
    const results = readings.map(async ({ settings, values }, place) => {
      const rows = together[place];
      if (rows) return rows;
      const query = { text, values: values as never, arrayMode: true };
      return (await new RequestClient(client, settings).query(query)).rows;
    });
    await Promise.allSettled(results);
    return results;
  } finally {
    client.release();
  }
}
