import type { ClientBase } from "pg";
import { SCHEMAS } from "./schemas.ts";

/** An enum, a composite type or a domain. */
export interface Type {
  name: string;
  comment: string | null;
  /** The values of an enum, in their order. */
  values: string[] | null;
  /** The attributes of a composite type. */
  attributes: { name: string; type: string; comment: string | null }[] | null;
  /** What a domain is made of: its type and its constraints. */
  domain: string | null;
}

const TYPES = `
  select
    t.oid::regtype::text as name,
    obj_description(t.oid, 'pg_type') as comment,
    (select jsonb_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid) as values,
    (
      select jsonb_agg(jsonb_build_object(
          'name', a.attname,
          'type', format_type(a.atttypid, a.atttypmod),
          'comment', col_description(a.attrelid, a.attnum)
        ) order by a.attnum)
        from pg_attribute a where t.typtype = 'c' and a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped
    ) as attributes,
    case when t.typtype = 'd' then concat_ws(' ', format_type(t.typbasetype, t.typtypmod), (
      select string_agg(pg_get_constraintdef(k.oid, true), ' ' order by k.conname)
        from pg_constraint k where k.contypid = t.oid and k.contype = 'c')) end as domain
  from pg_type t
  left join pg_class c on c.oid = t.typrelid
  where t.typnamespace::regnamespace::text = any ($1) and (t.typtype in ('e', 'd') or c.relkind = 'c')
  order by array_position($1, t.typnamespace::regnamespace::text), t.typname`;

/** The types of our schemas, without the row types of tables. */
export async function readTypes(client: ClientBase): Promise<Type[]> {
  return (await client.query<Type>(TYPES, [SCHEMAS])).rows;
}
