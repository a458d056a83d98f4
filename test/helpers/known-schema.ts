import pg from "pg";

/** Answers to PostGraphile's introspection, which takes PostgreSQL longest of a start, by the state of the catalog. */
const known = new Map<string, pg.QueryResult>();

/** Differs after any change to a table, a function, a type, a policy, a comment or a grant. Clones have the same. */
const STATE = "namespace class attribute constraint proc type enum index policy description depend"
  .split(" ")
  .map((name) => `select count(*), max(xmin::text::bigint) from pg_catalog.pg_${name}`)
  .join(" union all ");

const { query } = pg.Client.prototype;
type Query = (this: pg.Client, ...values: unknown[]) => Promise<pg.QueryResult>;
const ask = query as unknown as Query;

async function introspect(client: pg.Client, values: unknown[]): Promise<pg.QueryResult> {
  const state = JSON.stringify((await ask.call(client, STATE)).rows);
  const answer = known.get(state) ?? (await ask.apply(client, values));
  known.set(state, answer);
  return answer;
}

pg.Client.prototype.query = function (this: pg.Client, ...values: unknown[]) {
  const { text = "" } = (values[0] ?? {}) as { text?: string };
  return text.includes("'introspection_version'")
    ? introspect(this, values)
    : ask.apply(this, values);
} as never;
