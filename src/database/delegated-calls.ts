import type { Pool, PoolClient } from "pg";
import type { PgClient, PgClientQuery, WithPgClient } from "postgraphile/@dataplan/pg";
import { type AnswerBudget, budgetOf } from "./answer-budget.ts";
import { ExtendedQuery, runQuery } from "./extended-query.ts";
import { limitSession } from "./limit-session.ts";
import type { NodePools } from "./node-pools.ts";
import { onConnection } from "./on-connection.ts";
import { cutOff } from "./primary-client.ts";
import type { PublicPool } from "./public-pool.ts";
import type { RequestSettings } from "./request-settings.ts";
import { statementName } from "./statement-names.ts";

/** Says which statements a function on a worker node may take over. */
export interface Delegation {
  /** What follows the columns in these statements. Of a list it ends with " limit ", and its number comes next. */
  source: string;
  /**
   * The call on the worker node that takes its place. Its values are the user, whether the session is an administrator's, and then
   * the limit or the statement's own.
   */
  call: string;
  /** The call by which the coordinator hands it on to that node. */
  callByCoordinator: string;
  /** True if the function stores a position: an id for it is the third value, and no row says that nothing was stored. */
  needsPositionId?: boolean;
}

/** The same columns from a function on a worker node. */
interface DelegatedCall {
  text: string;
  textByCoordinator: string;
  /** The values after those of the session. */
  values: readonly unknown[];
  needsPositionId: boolean;
}

/**
 * Checks the session, gives an id for a position, and names the worker node of the user. No row if the coordinator has to run
 * the statement. After a position no alert becomes visible until END.
 */
const BEGIN = {
  name: "begin-delegated-call",
  text: "select c.is_admin, c.position_id, c.node_host, c.node_port from app_private.begin_delegated_call($1, $2, $3) c",
  rowMode: "array" as const,
};

/** How many milliseconds longer than a statement on a worker node the coordinator waits for END. */
const LEEWAY = 5_000;
/** After so many milliseconds the pool itself closes a connection that is idle. */
const POOL_IDLE = 10_000;

/** Ends what BEGIN holds on its connection. */
const END = { name: "end-delegated-call", text: "select pg_advisory_unlock_all()" };

/** The error of a function that does not know the user, or not as an administrator. */
const isRefusal = (error: unknown) => (error as { code?: unknown })?.code === "LA401";

/**
 * Runs a statement on a connection to a worker node, and gives the connection back. After an error it is not used again,
 * unless that is the function's own: of a shard that is new to it, each statement is refused.
 */
async function rowsFrom(
  worker: PoolClient,
  query: ExtendedQuery,
  budget: AnswerBudget | undefined,
): Promise<unknown[][]> {
  const watching = budget?.watch(worker);
  let hasFailed = false;
  try {
    return (await runQuery(worker, query)).rows;
  } catch (error) {
    hasFailed = !isRefusal(error);
    throw error;
  } finally {
    watching?.end();
    worker.release(hasFailed || budget?.isSpent);
  }
}

/**
 * On a cluster of Citus, runs statements as a whole on the worker node of the request's user. The coordinator checks the session
 * before, in a statement of its own: in one transaction Citus would run the call on the coordinator. The host calls the worker node
 * itself if it reaches it, and else lets the coordinator hand on the call. All other statements run as before.
 */
export class DelegatedCalls {
  readonly #pool: Pool;
  readonly #nodes: NodePools;
  readonly #longestIdle: number;
  readonly #delegations: Delegation[] = [];

  /** @param longestStatement The milliseconds that a statement on a worker node may take. */
  constructor(pool: Pool, nodes: NodePools, longestStatement: number) {
    this.#pool = pool;
    this.#nodes = nodes;
    this.#longestIdle = Math.max(longestStatement, POOL_IDLE) + LEEWAY;
  }

  add(delegation: Delegation): void {
    this.#delegations.push(delegation);
  }

  /** What may take over a statement; undefined if nothing may. A statement that was built in another way is slower, never wrong. */
  callFor(text: string, values: readonly unknown[] = []): DelegatedCall | undefined {
    const rows = text.replace(/\d+$/, "");
    const found = this.#delegations.find(({ source }) => rows.endsWith(source));
    if (!found) return undefined;
    const limit = text.slice(rows.length);
    const columns = rows.slice(0, -found.source.length);
    return {
      text: columns + found.call,
      textByCoordinator: columns + found.callByCoordinator,
      values: limit ? [limit] : values,
      needsPositionId: found.needsPositionId === true,
    };
  }

  /** Wraps what runs statements: those that may are taken over, unless the function has done nothing. */
  around(withPgClient: WithPgClient): WithPgClient {
    return async (settings, callback) => {
      const others: PgClient = {
        query: (options) => withPgClient(settings, (client) => client.query(options)),
        withTransaction: (run) => withPgClient(settings, (client) => client.withTransaction(run)),
      };
      const query = async (options: PgClientQuery) =>
        (await this.#run(settings as RequestSettings, options)) ?? (await others.query(options));
      // The callback's type names PostGraphile's own client, though it uses the interface only.
      return await callback({ ...others, query } as never);
    };
  }

  /** Returns the rows as arrays; undefined if the coordinator has to run the statement. */
  async #run(
    settings: RequestSettings,
    { text, values, arrayMode }: PgClientQuery,
  ): Promise<{ rows: readonly unknown[] } | undefined> {
    const { "token.user_id": userId, "token.session_id": sessionId } = settings;
    const call = arrayMode ? this.callFor(text, values) : undefined;
    // Large answers take turns there.
    if (!call || !userId || !sessionId || budgetOf(settings)?.isUsuallyLarge) return undefined;
    try {
      return await onConnection(this.#pool, settings, async (client, budget) => {
        const rows = await this.#rowsOf(client, call, budget, userId, sessionId);
        if (!rows) return undefined;
        for (const row of rows) budget?.payForRow(row);
        return call.needsPositionId && rows.length === 0 ? undefined : { rows };
      });
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw error;
    }
  }

  async #rowsOf(
    client: PoolClient,
    call: DelegatedCall,
    budget: AnswerBudget | undefined,
    userId: string,
    sessionId: string,
  ): Promise<readonly unknown[][] | undefined> {
    const position = call.needsPositionId ? call.values[0] : null;
    let ending: Promise<unknown> | undefined;
    const end = () => {
      // A connection that kept the lock would hold all publications.
      ending = client.query(END).catch((error) => cutOff(client, error.message));
    };
    try {
      if (position !== null) limitSession(client, this.#longestIdle);
      const begun = await client.query({ ...BEGIN, values: [userId, sessionId, position] });
      if (!begun.rows[0]) return undefined;
      const [isAdmin, positionId, host, port] = begun.rows[0];
      const known = call.needsPositionId ? [userId, isAdmin, positionId] : [userId, isAdmin];
      const query = (text: string) =>
        new ExtendedQuery({
          name: statementName(text),
          text,
          values: [...known, ...call.values],
          rowMode: "array",
        });
      const worker = await this.#connect(host, port);
      if (worker) return await rowsFrom(worker, query(call.text), budget);
      const calling = runQuery(client, query(call.textByCoordinator));
      // Both are on their way at once.
      if (position !== null) end();
      return (await calling).rows;
    } finally {
      if (position !== null && !ending) end();
      await ending;
    }
  }

  /** Connects to a worker node; undefined if this host does not reach it. */
  async #connect(host: string, port: number): Promise<PoolClient | undefined> {
    const pool = this.#nodes.find(host, port);
    try {
      return await pool?.connect();
    } catch (error) {
      this.#nodes.giveUp(pool as PublicPool, error as Error);
      return undefined;
    }
  }
}
