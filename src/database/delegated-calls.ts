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
  /** The text after the columns in these statements. For a list it ends with " limit ", and the number follows. */
  source: string;
  /**
   * The call on the worker node that replaces `source`. Its values are the user, whether the session is an
   * administrator's, and then the limit or the statement's own values.
   */
  call: string;
  /** The call with which the coordinator hands the statement on to that node. */
  callByCoordinator: string;
  /** True if the function stores a position: the third value is its id, and no row means that nothing was stored. */
  needsPositionId?: boolean;
}

/** A call on a worker node that returns the same columns as the statement that it replaces. */
interface DelegatedCall {
  text: string;
  textByCoordinator: string;
  /** The values after those of the session. */
  values: readonly unknown[];
  needsPositionId: boolean;
}

/**
 * Checks the session, gives an id for a position, and names the worker node of the user. Returns no row if the
 * coordinator has to run the statement. If it reports a position, no alert becomes visible until END.
 */
const BEGIN = {
  name: "begin-delegated-call",
  text: "select c.is_admin, c.position_id, c.node_host, c.node_port from app_private.begin_delegated_call($1, $2, $3) c",
  rowMode: "array" as const,
};

/** Milliseconds that the coordinator waits for END after the longest statement on a worker node. */
const LEEWAY = 5_000;
/** Milliseconds after which the pool itself closes an idle connection. */
const POOL_IDLE = 10_000;

/** Releases the lock that BEGIN holds on its connection. */
const END = { name: "end-delegated-call", text: "select pg_advisory_unlock_all()" };

/** True for the error of a function that does not know the shard, or the user, or the user as an administrator. */
const isRefusal = (error: unknown) => (error as { code?: unknown })?.code === "LA401";

/**
 * Runs a statement on a connection to a worker node, and gives the connection back. After an error the connection is
 * not used again, unless the error is the function's refusal: it refuses each statement for a shard that is new to it.
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
 * On a cluster of Citus, runs statements as a whole on the worker node of the request's user. The coordinator first
 * checks the session in a transaction of its own: in the same transaction Citus would run the call on the coordinator.
 * The host calls the worker node itself if it reaches it, and otherwise lets the coordinator hand on the call. All
 * other statements run on the coordinator as usual.
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

  /** Returns the call that replaces a statement; undefined if none does. A statement of another form is just slower. */
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

  /**
   * Wraps a `WithPgClient`, so that it runs the call that replaces a statement. It runs the statement itself if no call
   * replaces it, or if the call did nothing.
   */
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
    // Answers that are usually large take turns, which a call does not.
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
      // A connection that kept the lock would block all publications.
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
      // END is sent at once, without waiting for the call's answer.
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
