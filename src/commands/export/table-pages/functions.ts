import type { ClientBase } from "pg";
import { SCHEMAS } from "./schemas.ts";

/** A function of our schemas. Overloads of one name count as one. */
export interface DatabaseFunction {
  /** With its schema: "app_public.new_position". */
  name: string;
  comment: string | null;
  /** The body, without comments. */
  body: string;
  /** The table or view whose row is its first argument, as in a computed column. */
  ofRowOf: string | null;
}

const FUNCTIONS = `
  select
    p.oid::regproc::text as name,
    obj_description(p.oid, 'pg_proc') as comment,
    p.prosrc as body,
    case when c.relkind in ('r', 'p', 'v') then c.oid::regclass::text end as "ofRowOf"
  from pg_proc p
  left join pg_type t on t.oid = p.proargtypes[0]
  left join pg_class c on c.oid = t.typrelid
  where p.pronamespace::regnamespace::text = any ($1)
  order by array_position($1, p.pronamespace::regnamespace::text), p.proname, p.oid::regprocedure::text collate "C"`;

export async function readFunctions(client: ClientBase): Promise<DatabaseFunction[]> {
  const { rows } = await client.query<DatabaseFunction>(FUNCTIONS, [SCHEMAS]);
  const byName = new Map<string, DatabaseFunction>();
  for (const row of rows) {
    const body = row.body.replaceAll(/--[^\n]*/g, "");
    const overload = byName.get(row.name);
    if (overload) overload.body += body;
    else byName.set(row.name, { ...row, body });
  }
  return [...byName.values()];
}

/** What a function does with a table, found from the words of its body. */
const USES: [use: string, before: string, after: string][] = [
  ["insert", String.raw`\binsert into `, ""],
  ["update", String.raw`\bupdate (?:only )?`, ""],
  ["delete", String.raw`\bdelete from (?:only )?`, ""],
  ["merge", String.raw`\bmerge into `, ""],
  ["truncate", String.raw`\btruncate (?:table )?`, ""],
  ["add partitions", String.raw`\bpartition of `, ""],
  ["lock", String.raw`\block table `, ""],
  // A function looks up a table by its quoted name as a regclass, for example to find its partitions.
  ["look up", "'", "'::regclass"],
  ["select", String.raw`(?:(?<!\bdelete )\b(?:from|join|using)|,) (?:only )?`, ""],
];

export function usesOf({ body }: DatabaseFunction, table: string): string[] {
  const words = body.replaceAll(/\s+/g, " ");
  const name = table.replaceAll(".", "\\.");
  return USES.filter(([, before, after]) =>
    new RegExp(`${before}${name}(?!\\w)${after}`, "i").test(words),
  ).map(([use]) => use);
}

/** The functions that call a function by name. */
export function callersOf(name: string, functions: DatabaseFunction[]): string[] {
  const call = new RegExp(`(?<!\\w)${name.replaceAll(".", "\\.")}\\(`);
  return functions.filter((f) => f.name !== name && call.test(f.body)).map((f) => f.name);
}
