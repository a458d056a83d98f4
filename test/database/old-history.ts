import type { Pool } from "pg";

/** The hashes of the first migrations that were replaced before the first release, in their order. */
const REPLACED = [
  "sha1:3cbf2a1494ad51506f98ec8bc996bb2072b4f9ec",
  "sha1:329e72bf27dd9b6d16761f3a6552d1a5d30e6ba2",
  "sha1:10613ab887fe60e0a4fd44e2caff0b5370c8ccc4",
];

/** Makes an empty database look as those migrations left it. */
export async function makeOldDatabase(pool: Pool): Promise<void> {
  await pool.query(`
    create schema graphile_migrate;
    create table graphile_migrate.migrations (
      hash text primary key,
      previous_hash text references graphile_migrate.migrations,
      filename text not null,
      date timestamptz not null default now()
    );
    create schema app_public;
    create table app_public.users (id integer generated always as identity primary key, email text not null);
    insert into app_public.users (email) values ('ada@example.org')`);
  await pool.query(
    `insert into graphile_migrate.migrations (hash, previous_hash, filename)
      select hash, lag(hash) over (order by number), to_char(number, 'FM000000') || '.sql'
      from unnest($1::text[]) with ordinality as m (hash, number)`,
    [REPLACED],
  );
}
