import type { ClientBase } from "pg";

/** The tables of a migrated database that no service has used yet. */
export interface Tables {
  /** Tables with rows. No test may change them in a database that is used again. */
  filled: string[];
  empty: string[];
  /** Sequences that have not given a number yet. */
  sequences: string[];
}

const OWN = "relnamespace::regnamespace::text !~ '^(pg_|information_schema$)'";

export async function findTables(client: ClientBase): Promise<Tables> {
  const namesOf = async (condition: string): Promise<string[]> => {
    const { rows } = await client.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class where ${OWN} and ${condition}`,
    );
    return rows.map(({ name }) => name);
  };
  const tables = await namesOf("relkind in ('r', 'p') and not relispartition");
  const { rows } = await client.query<{ name: string }>(
    tables
      .map((name) => `select '${name}' as name where exists (select from ${name})`)
      .join(" union all "),
  );
  const filled = rows.map(({ name }) => name);
  return {
    filled,
    empty: tables.filter((name) => !filled.includes(name)),
    sequences: await namesOf(
      "case relkind when 'S' then pg_sequence_last_value(oid) is null else false end",
    ),
  };
}

/**
 * Returns a text that differs after any change to the filled tables or the catalog: schema, roles, rights, statistics.
 */
export async function fingerprint(client: ClientBase, { filled }: Tables): Promise<string> {
  const { rows: catalogs } = await client.query<{ name: string }>(
    "select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'pg_catalog'::regnamespace",
  );
  const { rows } = await client.query(
    [...catalogs.map(({ name }) => name), ...filled]
      .map((name) => `select '${name}', count(*), max(xmin::text::bigint) from ${name}`)
      .join(" union all "),
  );
  return JSON.stringify(rows);
}

/** Empties the tables that were empty, and resets the sequences and the session. */
export async function restore(client: ClientBase, { empty, sequences }: Tables): Promise<void> {
  // In replica mode, the triggers that refuse TRUNCATE do not run.
  await client.query(`set session_replication_role = replica; truncate ${empty.join(", ")}`);
  await client.query(
    sequences
      .map(
        (name) =>
          `select setval(seqrelid, seqstart, false) from pg_sequence where seqrelid = '${name}'::regclass`,
      )
      .join("; "),
  );
  await client.query("discard all");
}
