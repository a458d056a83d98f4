import type { Pool } from "pg";

/** The hashes of the migrations that were replaced before the first release, in their order. */
const REPLACED = [
  "sha1:00d306cc565d9e3315dbadb772665afb43489111",
  "sha1:f7d276528062c1501d4c955837f8ca42857aa5ef",
  "sha1:2e3fa216cf09856355080a839b77ec555767dac4",
  "sha1:e86f151f6b7ce45c186172cef2592f31e1d89a4f",
  "sha1:fb1b68d42faf81bcbd35f7affca8e1ac53a475eb",
  "sha1:12f4541b1b9162a38cb7aca71850fe5aa2ebb225",
  "sha1:6c5f08b62de74d45166f80bbe783debda2a5596a",
  "sha1:7546001f79cf3add938b7e150c9fdb0074c6588f",
  "sha1:dd69bd30358971c31405039613cfd4a6245df36f",
  "sha1:3d7c31d2d102435bb4e4e23945536e2c301dcdab",
  "sha1:8ccbf691e8d7f3939547b2becf1cef9fb798757e",
  "sha1:e1399f14a5aa3be7c44f44197aacc0c28e991926",
  "sha1:d048aff0c521f371bb80914bfe85ed8ff2e357b8",
  "sha1:c722eb281fb9fd76e2e17ad9ecbf75c5d4294251",
  "sha1:8d7a941283e6f296277748046b2e4d172ff90e39",
  "sha1:b034b26dc21aaf5966fc7508a7405a0ab1035d87",
  "sha1:52162d2ccdbdb1c097987d47a77bc972354f09df",
  "sha1:0c93c248b4274bde3460d803df037fa32319bfd6",
  "sha1:10e46fd29427ceb493e741336d12f2d55ddad23e",
  "sha1:9c6f67107f05b62228bd468d1be05bd20ecdfeac",
  "sha1:28ff1240c25f3df50760ddca52594f696a3b8b94",
  "sha1:754a04e4821d6a2336ea2cbd4eb38a5c7d03de02",
  "sha1:77fecac65b9c29e7bbcd19e7a97308269066c6d3",
  "sha1:ff62ba31439813fdb709313050a143d9ae9f0f61",
  "sha1:8900a0204d721a5112ea1ea3f11ada8a86e8807e",
];

/** Makes an empty database look as the first `count` of those migrations left it. */
export async function makeOldDatabase(pool: Pool, count = REPLACED.length): Promise<void> {
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
    [REPLACED.slice(0, count)],
  );
}
