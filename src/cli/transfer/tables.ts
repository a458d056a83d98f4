import type { ClientBase } from "pg";

/** The schemas whose data moves. `graphile_worker` holds the jobs. */
const SCHEMAS = "('app_public', 'app_private', 'graphile_worker')";

/** Tables that do not move: graphile-worker's own migrations, and the workers that run now. */
const LEFT_OUT = "('graphile_worker.migrations', 'app_private.workers')";

/** A table, with its partitions if it has any. */
export interface Table {
  name: string;
  /** Without generated columns. */
  columns: string[];
  partitions: {
    name: string;
    bounds: string;
    comment: string | null;
    /** Such as `fillfactor=50`. Files of earlier releases lack it. */
    options?: string[] | null;
  }[];
}

const TABLES = `
  select c.oid::regclass::text as name,
    array(select quote_ident(a.attname) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
    coalesce((select json_agg(json_build_object('name', p.oid::regclass::text, 'bounds', pg_get_expr(p.relpartbound, p.oid),
        'comment', obj_description(p.oid, 'pg_class'), 'options', p.reloptions) order by p.oid::regclass::text)
      from pg_inherits i join pg_class p on p.oid = i.inhrelid where i.inhparent = c.oid), '[]') as partitions,
    array(select k.confrelid::regclass::text from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as "refersTo"
  from pg_class c
  where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace::regnamespace::text in ${SCHEMAS}
    and c.oid::regclass::text not in ${LEFT_OUT}
  order by 1`;

/** Reads the tables, each after those that it refers to. */
export async function readTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table & { refersTo: string[] }>(TABLES);
  const ordered = new Map<string, Table>();
  const add = ({ refersTo, ...table }: Table & { refersTo: string[] }) => {
    if (ordered.has(table.name)) return;
    for (const row of rows) if (refersTo.includes(row.name)) add(row);
    ordered.set(table.name, table);
  };
  rows.forEach(add);
  return [...ordered.values()];
}

/** Identifies the schema: data fits only a database that the same migrations made. */
export async function readSchemaVersion(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ version: string }>(
    `select (select max(filename || ' ' || hash) from graphile_migrate.migrations) || ', graphile-worker '
      || (select max(id) from graphile_worker.migrations) as version`,
  );
  return (rows[0] as { version: string }).version;
}

/** The state of each sequence: its last value, and whether it has returned that value. */
export type Sequences = Record<string, [lastValue: string, isCalled: boolean]>;

export async function readSequences(client: ClientBase): Promise<Sequences> {
  const { rows: names } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
      where c.relkind = 'S' and c.relnamespace::regnamespace::text in ${SCHEMAS} order by 1`,
  );
  const sequences: Sequences = {};
  for (const { name } of names) {
    const { rows } = await client.query(`select last_value, is_called from ${name}`);
    sequences[name] = [rows[0].last_value, rows[0].is_called];
  }
  return sequences;
}
