import type pg from "pg";
import type { AnswerBudget } from "./answer-budget.ts";
import { type ConnectionParts, ExtendedQuery } from "./extended-query.ts";

/**
 * Sets the role and the claims of a token for the transaction, and the request's id for the audit log. The database
 * decides what the token stands for now: without its session it gets app_anonymous and no claims.
 */
const TAKE_ROLE = {
  name: "take-role",
  text: `select set_config('role', a.role, true), set_config('jwt.claims.user_id', a.user_id, true),
      set_config('jwt.claims.session_id', a.session_id::text, true), set_config('app.request_id', $3, true)
    from app_private.authenticate($1, $2) a`,
};

/** What a token says: its user and its session. Both are null without a token. */
export type TokenClaims = readonly [userId: string | null, sessionId: string | null];

/** The claims of a request, and its id. */
export type RequestClaims = readonly [...TokenClaims, requestId: string | null];

const ready = new WeakSet<pg.ClientBase>();

/** Prepares a connection for its first `RequestQuery`, in the same round trip. */
export function prepareForRequests(client: pg.ClientBase): void {
  if (ready.has(client)) return;
  ready.add(client);
  client.query({ ...TAKE_ROLE, values: [null, null, null] }).catch(() => ready.delete(client));
}

/** Takes the role in an open transaction, and returns it. */
export async function takeRole(client: pg.ClientBase, claims: RequestClaims): Promise<string> {
  const { rows } = await client.query({ ...TAKE_ROLE, values: [...claims], rowMode: "array" });
  return String(rows[0]?.[0]);
}

/**
 * A statement that runs with its request's role and claims, in one round trip.
 *
 * A first statement takes the role. Both go out before the same Sync, so PostgreSQL runs them in one
 * implicit transaction, without begin and commit
 * (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING).
 */
export class RequestQuery extends ExtendedQuery {
  /** The role that the token stands for, once the database has answered. */
  role: string | undefined;
  #claims: RequestClaims;
  readonly #budget: AnswerBudget | undefined;
  #roleIsTaken = false;

  constructor(
    config: pg.QueryConfig & { rowMode?: "array" },
    claims: RequestClaims,
    budget?: AnswerBudget,
  ) {
    super(config);
    this.#claims = claims;
    this.#budget = budget;
  }

  override prepare(connection: ConnectionParts): void {
    connection.bind({ statement: TAKE_ROLE.name, values: this.#claims });
    connection.execute({});
    super.prepare(connection);
  }

  override handleDataRow(message: { fields: (string | Buffer)[] }): void {
    if (this.#roleIsTaken) {
      this.#budget?.payForRow(message.fields);
      super.handleDataRow(message);
    } else this.role = String(message.fields[0]);
  }

  override handleCommandComplete(message: object, connection: ConnectionParts): void {
    if (this.#roleIsTaken) super.handleCommandComplete(message, connection);
    else this.#roleIsTaken = true;
  }
}
