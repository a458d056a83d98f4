import pg from "pg";

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
    // pg's types know its own queries only, and none with a callback.
    client.query(
      query as never,
      ((error: Error | null, result: pg.QueryResult) =>
        error ? reject(error) : resolve(result)) as never,
    );
  });
}
