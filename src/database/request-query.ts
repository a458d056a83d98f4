import pg from "pg";
import type { AnswerBudget } from "./answer-budget.ts";

/** The parts of pg's Connection that this file uses. They are missing from pg's types. */
export interface ConnectionParts {
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  parse(config: { name: string; text: string }): void;
  bind(config: { statement: string; values: readonly (string | null)[] }): void;
  describe(config: { type: "P"; name: string }): void;
  execute(config: object): void;
  close(config: { type: "S"; name: string }): void;
  sync(): void;
}

/** The parts of pg's Query that this file uses. */
interface QueryParts {
  _result: { parseRow(fields: (string | Buffer)[]): unknown };
  name: string | undefined;
  text: string;
  callback: (error: Error | null, result: pg.QueryResult) => void;
  hasBeenParsed(connection: ConnectionParts): boolean;
  submit(connection: ConnectionParts): Error | null;
  prepare(connection: ConnectionParts): void;
  handleDataRow(message: { fields: (string | Buffer)[] }): void;
  handleCommandComplete(message: object, connection: ConnectionParts): void;
  handleError(error: Error, connection: ConnectionParts): void;
}

const Query = (
  pg as unknown as {
    Query: new (config: pg.QueryConfig & { rowMode?: "array" }, callback?: unknown) => QueryParts;
  }
).Query;

function closeStatement(connection: ConnectionParts, name: string): void {
  delete connection.parsedStatements[name];
  connection.close({ type: "S", name });
}

/** A query of pg that can send other statements first, before the same Sync, and reuse the name of an earlier text. */
export class ExtendedQuery extends Query {
  constructor(
    config: pg.QueryConfig & { rowMode?: "array" },
    callback?: (error: Error | null) => void,
  ) {
    super({ ...config, queryMode: "extended" } as pg.QueryConfig, callback);
  }

  override submit(connection: ConnectionParts): Error | null {
    const { name } = this;
    const prepared = name && connection.parsedStatements[name];
    // The name belonged to another text: see `statementName`.
    if (name && prepared && prepared !== this.text) closeStatement(connection, name);
    return super.submit(connection);
  }

  override handleError(error: Error, connection: ConnectionParts): void {
    // pg cannot know whether PostgreSQL parsed this statement before the error: parse it again.
    if (this.name && connection.parsedStatements[this.name]) closeStatement(connection, this.name);
    super.handleError(error, connection);
  }
}

/** Runs a query on a connection. */
export function runQuery(client: pg.ClientBase, query: ExtendedQuery): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    query.callback = (error, result) => (error ? reject(error) : resolve(result));
    client.query(query);
  });
}

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

/** The role of a token whose session is over. */
export const ANONYMOUS = "app_anonymous";
/** True for the roles of authorities: of viewers and all above. */
export const isStaff = (role: string): boolean => role !== ANONYMOUS && role !== "app_user";

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
