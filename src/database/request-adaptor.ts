import { LRU } from "@graphile/lru";
import type { ClientBase, Pool, PoolClient } from "pg";
import type { PgClient, PgClientQuery, PgClientResult } from "postgraphile/@dataplan/pg";
import { createWithPgClient as createPlainWithPgClient } from "postgraphile/adaptors/pg";
import { AppError, loginNeeded } from "../ops/app-error.ts";
import type { AnswerBudget } from "./answer-budget.ts";
import { runForEach, tooLarge } from "./batch-query.ts";
import type { DatabaseRequest, WithRequest } from "./database-request.ts";
import { type AnswerTurns, NO_TURNS } from "./large-answers.ts";
import {
  ANONYMOUS,
  ExtendedQuery,
  isStaff,
  prepareForRequests,
  type RequestClaims,
  RequestQuery,
  runQuery,
  type TokenClaims,
  takeRole,
} from "./request-query.ts";

/** Runs a callback on a connection of a pool, within the budget of the request. */
export async function onConnection<T>(
  pool: Pool,
  { budget, log }: DatabaseRequest,
  callback: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const watching = budget?.watch(client);
  try {
    if (log) log.backend = (client as { processID?: number }).processID;
    const result = await callback(client);
    budget?.check();
    return result;
  } catch (error) {
    // The connection is lost if the answer is too large.
    budget?.check();
    throw error;
  } finally {
    watching?.end();
    budget?.note();
    client.release(budget?.isSpent);
  }
}

/** Each takes memory in the backend of every connection. */
const MAX_PREPARED_STATEMENTS = 200;

/** The names of texts that others have displaced. */
const spare: string[] = [];
const names = new LRU<string, string>({
  maxLength: MAX_PREPARED_STATEMENTS - 1,
  dispose: (_text, name) => spare.push(name),
});

/**
 * Returns the name to prepare a statement under. The first 200 texts get one each. After that a new text takes the name
 * of the least recently used one. `ExtendedQuery` closes the other text's statement on each connection that has it.
 */
export function statementName(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = spare.pop() ?? `statement-${names.length + 1}`;
    names.set(text, name);
  }
  return name;
}

const claimsOf = ({ identity }: DatabaseRequest): TokenClaims =>
  identity ? [String(identity.userId), String(identity.sessionId)] : [null, null];

/** Turns a refusal by grants or policies into the error that the client reads. Other errors stay. */
function refusal(error: unknown, role = ANONYMOUS): unknown {
  if (!(error instanceof Error) || !("code" in error) || error.code !== "42501") return error;
  if (role === ANONYMOUS) return loginNeeded();
  return isStaff(role)
    ? new AppError("FORBIDDEN", "Your role does not allow this.", { reason: "ROLE" })
    : new AppError("FORBIDDEN", "This is for administrators only.", {
        reason: "ADMINISTRATORS_ONLY",
      });
}

function toConfig({ text, values, arrayMode }: PgClientQuery, portal = "") {
  // PostGraphile prepares queries only. Mutations repeat their text as well.
  const config = { text, values: values ?? [], name: statementName(text), portal };
  return arrayMode ? { ...config, rowMode: "array" as const } : config;
}

/** A connection as PostGraphile sees it. Each query is a transaction under the request's role. */
class RequestClient implements PgClient {
  /** The role of the last statement. Undefined if the database has not named it. */
  role: string | undefined;
  readonly #client: ClientBase;
  readonly #claims: RequestClaims;
  readonly #budget: AnswerBudget | undefined;
  /** The request's id, by which PostgreSQL's log names the portal of a slow statement. */
  readonly #portal: string;
  constructor(client: ClientBase, request: DatabaseRequest) {
    const { budget, log } = request;
    this.#client = client;
    this.#portal = log?.id ?? "";
    this.#claims = [...claimsOf(request), log?.id ?? null];
    this.#budget = budget;
  }

  async query<TData>(options: PgClientQuery): Promise<PgClientResult<TData>> {
    const query = new RequestQuery(toConfig(options, this.#portal), this.#claims, this.#budget);
    try {
      return await runQuery(this.#client, query);
    } catch (error) {
      throw refusal(error, query.role);
    } finally {
      this.role = query.role;
    }
  }

  /** Runs several statements in one transaction. Each takes a round trip. */
  async withTransaction<T>(callback: (client: this) => Promise<T>): Promise<T> {
    this.role = undefined;
    try {
      await this.#client.query("begin isolation level read committed");
      this.role = await takeRole(this.#client, this.#claims);
      // The callback's type names this class, though it uses the interface only.
      const result = await callback(new TransactionClient(this.#client) as never);
      await this.#client.query("commit");
      return result;
    } catch (error) {
      await this.#client.query("rollback");
      throw refusal(error, this.role);
    }
  }
}

/** The same connection inside a transaction that has taken its role. */
class TransactionClient implements PgClient {
  readonly #client: ClientBase;
  constructor(client: ClientBase) {
    this.#client = client;
  }
  async query<TData>(options: PgClientQuery): Promise<PgClientResult<TData>> {
    return await runQuery(this.#client, new ExtendedQuery(toConfig(options)));
  }
  async withTransaction<T>(callback: (client: this) => Promise<T>): Promise<T> {
    return await callback(this);
  }
}

/** Runs a callback on a connection of a pool, under the role of a request, and within its budget. */
const runOn = <T>(
  pool: Pool,
  request: DatabaseRequest,
  callback: (client: RequestClient) => T | Promise<T>,
): Promise<T> =>
  onConnection(pool, request, async (client) => {
    prepareForRequests(client);
    return await callback(new RequestClient(client, request));
  });

/**
 * The adaptor of PostGraphile for requests: it sends the role, the claims and the statement in one
 * round trip. Without a request (introspection, the host's own queries) it is PostGraphile's adaptor.
 */
export function createWithPgClient({
  pool,
  publicationPool = pool,
  answerTurns = NO_TURNS,
  onSessionEnd = () => {},
}: {
  pool?: Pool;
  publicationPool?: Pool | undefined;
  answerTurns?: AnswerTurns | undefined;
  /** Called if a publication finds that its session is over. */
  onSessionEnd?: ((sessionId: number) => void) | undefined;
} = {}): WithRequest {
  if (!pool || !publicationPool) throw new Error("The request adaptor needs a pool.");
  const plain = createPlainWithPgClient({ pool });
  const introspecting = createPlainWithPgClient({ pool: publicationPool });
  return async (request, callback) => {
    if (!request) return await plain(request, callback);
    // Only PostGraphile's introspection of the schema comes with settings of another kind.
    if (!("identity" in request)) return await introspecting(request, callback);
    const { identity, budget } = request;
    // Nobody without a token may read or write here. The database knows that too, but a flood of such requests would
    // take its connections and fill its log.
    if (!identity) throw loginNeeded();
    budget?.check();
    if (request.pool === "publication") {
      return await runOn(publicationPool, request, async (client) => {
        try {
          return await callback(client);
        } finally {
          if (client.role === ANONYMOUS) onSessionEnd(identity.sessionId);
        }
      });
    }
    const read = () => runOn(pool, request, callback);
    // A statement without a budget, such as one that adds to the audit log, is not part of an answer: it takes no turn.
    if (!budget) return await read();
    return budget.isUsuallyLarge
      ? await answerTurns.large(String(identity.userId), read)
      : await answerTurns.small(read);
  };
}

/** One statement that runs under the settings of one subscriber. */
export interface Reading {
  request: DatabaseRequest;
  text: string;
  values: readonly unknown[];
}

/**
 * Runs the same statement for many subscribers on one connection, each under its own role. Each
 * result is a promise of rows as arrays, which fails if that subscriber's statement failed.
 * @param budget Pays for all of them. The connection ends when the budget is spent.
 * @returns The results, and the milliseconds that they took, without the time of a round trip that reads nothing.
 * @throws AppError if they are larger than the budget.
 */
export async function readForEach(
  pool: Pool,
  text: string,
  readings: readonly Reading[],
  budget: AnswerBudget,
): Promise<{ results: Promise<readonly unknown[]>[]; took: number }> {
  const name = statementName(text);
  const client = await pool.connect();
  const began = performance.now();
  let hasAsked = began;
  const watching = budget.watch(client);
  try {
    prepareForRequests(client);
    const shares = readings.map(({ request, values }) => ({ claims: claimsOf(request), values }));
    const together = await runForEach(client, { name, text }, shares, () => {
      hasAsked = performance.now();
    });
    const results = readings.map(async ({ request, values }, place) => {
      const rows = together[place];
      if (rows instanceof AppError) throw rows;
      if (rows) return rows;
      const query = { text, values: [...values], arrayMode: true };
      const { identity } = request;
      return (await new RequestClient(client, { identity }).query(query)).rows;
    });
    await Promise.allSettled(results);
    if (budget.isSpent) throw tooLarge();
    // Subtracts the first round trip, which the network, a busy database and this process delay just as much.
    return { results, took: Math.max(0, performance.now() - hasAsked - (hasAsked - began)) };
  } finally {
    watching.end();
    client.release(budget.isSpent);
  }
}
