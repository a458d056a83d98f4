import type pg from "pg";
import { AppError } from "../ops/app-error.ts";
import {
  ANONYMOUS,
  type ConnectionParts,
  ExtendedQuery,
  type TokenClaims,
} from "./request-query.ts";

const SET_ROLE = { name: "set-role", text: "select set_config('role', $1, true)" };
// The session id stays unset: only statements that write need it, and batches only read.
const SET_USER = { name: "set-user", text: "select app_private.claim_user($1)" };

/** Finds what each token stands for now, in order. See app_private.authenticate(). */
const AUTHENTICATE = {
  name: "authenticate-each",
  text: `select a.role, a.user_id
    from unnest($1::int[], $2::bigint[]) with ordinality t (user_id, session_id, place)
    cross join lateral app_private.authenticate(t.user_id, t.session_id) a
    order by t.place`,
  rowMode: "array" as const,
};

const ready = new WeakSet<pg.ClientBase>();

/** Prepares a connection for its first `BatchQuery`, in the same round trip. */
function prepareForBatches(client: pg.ClientBase): void {
  if (ready.has(client)) return;
  ready.add(client);
  for (const [statement, value] of [
    [SET_ROLE, "app_host"],
    [SET_USER, ""],
  ] as const) {
    client.query({ ...statement, values: [value] }).catch(() => ready.delete(client));
  }
}

/** The areas of an alert of ten thousand corners take half of it. */
const MAX_ROW_BYTES = 4_000_000;
export const tooLarge = () =>
  new AppError(
    "BAD_USER_INPUT",
    `An event is larger than ${MAX_ROW_BYTES} bytes: follow fewer fields.`,
  );

/** Rows as arrays, or the error that replaces them. */
type Rows = unknown[] | AppError;

/** One user that a statement runs for, and the values that it takes. */
interface Part {
  userId: string;
  values: readonly (string | null)[];
}

/**
 * A statement that runs for many users of one role, before one Sync. PostgreSQL runs all of it in one
 * implicit transaction. Each part first takes its user's claims.
 */
class BatchQuery extends ExtendedQuery {
  /** What each part found. */
  readonly rowsOf: Rows[];
  readonly #statement: { name: string; text: string };
  readonly #role: string;
  readonly #parts: readonly Part[];
  /** The number of commands answered: the role, then two for each part, its claims and its statement. */
  #answered = 0;

  constructor(
    statement: { name: string; text: string },
    role: string,
    parts: readonly Part[],
    callback: (error: Error | null) => void,
  ) {
    super({ ...statement, values: [], rowMode: "array" }, callback);
    this.#statement = statement;
    this.#role = role;
    this.#parts = parts;
    this.rowsOf = parts.map(() => []);
  }

  override prepare(connection: ConnectionParts): void {
    const { name, text } = this.#statement;
    connection.bind({ statement: SET_ROLE.name, values: [this.#role] });
    connection.execute({});
    if (!this.hasBeenParsed(connection)) {
      connection.parse({ name, text });
      connection.submittedNamedStatements[name] = text;
    }
    for (const [index, { userId, values }] of this.#parts.entries()) {
      connection.bind({ statement: SET_USER.name, values: [userId] });
      connection.execute({});
      connection.bind({ statement: name, values });
      // All parts have the same columns.
      if (index === 0) connection.describe({ type: "P", name: "" });
      connection.execute({});
    }
    connection.sync();
  }

  override handleDataRow({
    length,
    fields,
  }: {
    length: number;
    fields: (string | Buffer)[];
  }): void {
    const part = this.#answered / 2 - 1;
    const rows = this.rowsOf[part];
    if (length > MAX_ROW_BYTES) this.rowsOf[part] = tooLarge();
    // Other rows are answers of set_config.
    else if (Array.isArray(rows)) rows.push(this._result.parseRow(fields));
  }

  override handleCommandComplete(): void {
    this.#answered += 1;
  }
}

/** The values of one user's statement, and the claims of the user's token. */
export interface Share {
  claims: TokenClaims;
  values: readonly unknown[];
}

function runFor(
  client: pg.ClientBase,
  statement: { name: string; text: string },
  role: string,
  parts: readonly Part[],
): Promise<Rows[]> {
  return new Promise((resolve, reject) => {
    const query = new BatchQuery(statement, role, parts, (error) =>
      error ? reject(error) : resolve(query.rowsOf),
    );
    client.query(query);
  });
}

/**
 * Runs a statement for many users, each under the role and claims that their token stands for now, in two round trips.
 * Returns each user's rows as arrays, an error if they are too large, or undefined if the statement has to run for that
 * user alone: the token is revoked, or the statement failed for a user of the same role.
 * @param onFirstTrip Called after the first round trip.
 */
export async function runForEach(
  client: pg.ClientBase,
  statement: { name: string; text: string },
  shares: readonly Share[],
  onFirstTrip: () => void = () => {},
): Promise<(Rows | undefined)[]> {
  prepareForBatches(client);
  const values = ([0, 1] as const).map((claim) => shares.map(({ claims }) => claims[claim]));
  const { rows } = await client.query({ ...AUTHENTICATE, values });
  onFirstTrip();
  // Arrays, by rowMode.
  const found = rows as [role: string, userId: string][];
  const results: (Rows | undefined)[] = shares.map(() => undefined);
  const roles = new Set(found.map(([role]) => role));
  roles.delete(ANONYMOUS);
  const runs = [...roles].map(async (role) => {
    const places = shares.flatMap((_, place) => (found[place]?.[0] === role ? [place] : []));
    const parts = places.map((place) => ({
      userId: (found[place] as [string, string])[1],
      values: (shares[place] as Share).values.map((value) =>
        value == null ? null : String(value),
      ),
    }));
    const rowsOf = await runFor(client, statement, role, parts).catch(() => undefined);
    for (const [part, place] of places.entries()) results[place] = rowsOf?.[part];
  });
  await Promise.all(runs);
  return results;
}
