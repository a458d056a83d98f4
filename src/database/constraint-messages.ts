import type pg from "pg";

/** Maps the name of a constraint or unique index to its comment in the database, which is the message for clients. */
export type ConstraintMessages = ReadonlyMap<string, string>;

/** Reads the comments on the application's constraints and indexes. */
const CONSTRAINT_MESSAGES = `
  select c.conname as name, obj_description(c.oid, 'pg_constraint') as message
    from pg_constraint c
    where c.connamespace in ('app_public'::regnamespace, 'app_private'::regnamespace)
      and obj_description(c.oid, 'pg_constraint') is not null
  union all
  select i.relname, obj_description(i.oid, 'pg_class')
    from pg_class i
    where i.relkind = 'i' and i.relnamespace in ('app_public'::regnamespace, 'app_private'::regnamespace)
      and obj_description(i.oid, 'pg_class') is not null`;

/** Reads what to tell a client that breaks a constraint. */
export async function readConstraintMessages(
  database: Pick<pg.ClientBase, "query">,
): Promise<ConstraintMessages> {
  const { rows } = await database.query<{ name: string; message: string }>(CONSTRAINT_MESSAGES);
  return new Map(rows.map(({ name, message }) => [name, message]));
}
