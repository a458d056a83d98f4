import { expect, test } from "@jest/globals";
import { describeOnOneServer } from "../helpers/on-one-server.ts";
import { owner, type Scene, stage } from "./scene.ts";

/**
 * What would stop the schema from being spread over several machines by user. There, each row of the users' tables is
 * on the machine of its user, and all other tables are on one machine. The rules hold for every table with a column
 * user_id, so a new table is checked automatically. On a cluster, the tables are spread already.
 */

const { play } = stage();

/** Tables with a column user_id whose rows do not live with that user. */
const ELSEWHERE: Record<string, string> = {
  "app_public.alerts": "Few, and everyone reads them. The user is the author.",
  "app_public.alert_versions": "The same.",
  "app_private.held_publications": "Few, and for administrators. The user is the author.",
  "app_public.alert_templates": "The same.",
  "app_public.saved_areas": "The same.",
  "app_public.shared_drafts": "The same.",
  "app_private.user_emails": "An email is unique over all users: its rows live by email.",
  "app_private.device_tokens": "A token is unique over all users: its rows live by token.",
};

/**
 * Functions that may take an advisory lock, which holds on one machine only: they hold and drain reports, and order
 * changes.
 */
const LOCKING: string[] = [
  "app_private.drain_reports",
  "app_private.note_alert_changes",
  "app_private.order_notifications",
  "app_private.share_report_lock",
];

const OURS = "('app_public'::regnamespace, 'app_private'::regnamespace)";

/** The tables of users, the column with a row's user, and a pattern that finds the table in a function's body. */
const THEIRS = `
  with theirs as (
    select c.oid as id, c.oid::regclass::text as name, a.attname as key, a.attnum as key_number,
        replace(c.oid::regclass::text, '.', '\\.') || '\\M' as pattern
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid
        and a.attname = case c.oid when 'app_public.users'::regclass then 'id' else 'user_id' end
      where c.relnamespace in ${OURS} and c.relkind in ('r', 'p') and not c.relispartition
        and c.oid::regclass::text <> all ($1)
  ), bodies as (
    select p.pronamespace::regnamespace || '.' || p.proname as name, p.pronargs as parameters, p.proargtypes[0] as first_type,
        (select l.lanname from pg_language l where l.oid = p.prolang) as language,
        -- Without comments, which name tables too.
        regexp_replace(p.prosrc, '--[^\\n]*', '', 'g') as body
      from pg_proc p where p.pronamespace in ${OURS}
  )`;

/** For each rule, a query that returns what breaks it. */
const RULES: Record<string, string> = {
  "keys with the user's id": `select i.indexrelid::regclass::text as name from theirs t join pg_index i on i.indrelid = t.id
    where i.indisunique and t.key_number <> all (i.indkey::int2[])`,
  "no trigger": `select g.tgname || ' on ' || t.name as name from theirs t join pg_trigger g on g.tgrelid = t.id
    where not g.tgisinternal`,
  "foreign keys only between users' tables": `select c.conname || ' on ' || c.conrelid::regclass as name from pg_constraint c
    where c.contype = 'f' and c.conparentid = 0
      and (c.conrelid in (select id from theirs)) <> (c.confrelid in (select id from theirs))`,
  "foreign keys only from the user's id to the user's id": `
    select c.conname || ' on ' || c.conrelid::regclass as name from pg_constraint c
      join theirs t on t.id = c.conrelid join theirs f on f.id = c.confrelid
      where c.contype = 'f' and (t.key_number <> all (c.conkey) or f.key_number <> all (c.confkey))`,
  "ids of 64 bits": `select t.name || '.' || a.attname as name from theirs t join pg_attribute a on a.attrelid = t.id
    where a.attidentity <> '' and a.atttypid <> 'int8'::regtype and a.attname <> t.key`,
  "no SQL function with a parameter": `select distinct b.name from bodies b join theirs t on b.body ~ t.pattern
    where b.language = 'sql' and b.parameters > 0`,
  "no function of a row": `select b.name from bodies b
    where b.name like 'app_public.%' and b.first_type in (select c.reltype from pg_class c join theirs t on t.id = c.oid)`,
  "no data-modifying CTE": `select distinct b.name from bodies b
    join theirs t on b.body ~ ('(insert into|update|delete from)\\s+(only\\s+)?' || t.pattern)
    where b.body ~* 'as\\s*((not\\s+)?materialized\\s*)?\\(\\s*(insert|update|delete)\\s'`,
  "no row locks and no samples": `select distinct b.name from bodies b
    join theirs t on b.body ~* (t.pattern || '[^;]*(for (no key )?update|for (key )?share|tablesample)')`,
  "no advisory lock": `select b.name from bodies b where b.body ~ 'pg_(try_)?advisory_'`,
};

/** Returns what breaks a rule. */
async function broken(s: Scene, rule: string): Promise<string[]> {
  const rows = await s.as(owner, `${THEIRS} ${RULES[rule]} order by 1`, [Object.keys(ELSEWHERE)]);
  const names = rows.map(({ name }) => name as string);
  return rule === "no advisory lock" ? names.filter((name) => !LOCKING.includes(name)) : names;
}

describeOnOneServer("the tables of users can be distributed by user:", () => {
  test.each(Object.keys(RULES))("%s", async (rule) =>
    play(async (s) => expect(await broken(s, rule)).toEqual([]))(),
  );

  test(
    "every table of users is found",
    play(async (s) => {
      const rows = await s.as(owner, `${THEIRS} select name from theirs order by 1`, [
        Object.keys(ELSEWHERE),
      ]);
      expect(rows.map(({ name }) => name)).toEqual([
        "app_private.deliveries",
        "app_private.device_keys",
        "app_private.devices",
        "app_private.email_links",
        "app_private.erased_users",
        "app_private.joined_users",
        "app_private.left_devices",
        "app_private.login_addresses",
        "app_private.lone_positions",
        "app_private.password_links",
        "app_private.position_hashes",
        "app_private.refresh_tokens",
        "app_private.user_credentials",
        "app_public.last_positions",
        "app_public.notifications",
        "app_public.positions",
        "app_public.quiet_hours",
        "app_public.sessions",
        "app_public.users",
      ]);
    }),
  );
});

describeOnOneServer("each rule finds what breaks it:", () => {
  const body = (statement: string) => `as $$ begin ${statement}; end $$ language plpgsql`;
  const FAULTS: [rule: string, what: string, fault: string, found: string][] = [
    [
      "keys with the user's id",
      "a key of its own",
      "create table app_private.notes (id bigint primary key, user_id integer)",
      "app_private.notes_pkey",
    ],
    [
      "no trigger",
      "a row trigger",
      `create function app_private.refuse() returns trigger ${body("return new")};
        create trigger refuse before update on app_public.users for each row execute function app_private.refuse()`,
      "refuse on app_public.users",
    ],
    [
      "no trigger",
      "a statement trigger of a new table",
      `create function app_private.refuse() returns trigger ${body("return new")};
        create table app_private.notes (user_id integer primary key);
        create trigger refuse after insert on app_private.notes for each statement execute function app_private.refuse()`,
      "refuse on app_private.notes",
    ],
    [
      "foreign keys only between users' tables",
      "of an alert",
      "alter table app_public.alerts add constraint author foreign key (user_id) references app_public.users",
      "author on app_public.alerts",
    ],
    [
      "foreign keys only from the user's id to the user's id",
      "by another column",
      "alter table app_private.devices add friend integer, add constraint friend foreign key (friend) references app_public.users",
      "friend on app_private.devices",
    ],
    [
      "ids of 64 bits",
      "an identity of 32 bits",
      "alter table app_private.devices add number integer generated always as identity",
      "app_private.devices.number",
    ],
    [
      "no SQL function with a parameter",
      "one that reads users",
      "create function app_private.f(id integer) returns bigint language sql as 'select count(*) from app_public.users u where u.id = $1'",
      "app_private.f",
    ],
    [
      "no function of a row",
      "a computed column",
      "create function app_public.users_f(u app_public.users) returns text language sql as 'select $1.name'",
      "app_public.users_f",
    ],
    [
      "no data-modifying CTE",
      "one that deletes",
      `create function app_private.f() returns void ${body(
        "insert into app_private.workers (id) with gone as (delete from app_private.devices returning token) select token from gone",
      )}`,
      "app_private.f",
    ],
    [
      "no row locks and no samples",
      "for update",
      `create function app_private.f() returns void ${body("perform from app_public.users u where u.is_admin for update")}`,
      "app_private.f",
    ],
    [
      "no advisory lock",
      "one of a new function",
      `create function app_private.f() returns void ${body("perform pg_advisory_xact_lock(1)")}`,
      "app_private.f",
    ],
  ];

  test.each(FAULTS)("%s: %s", async (rule, _what, fault, found) =>
    play(async (s) => {
      await s.client.query(fault);
      expect(await broken(s, rule)).toEqual([found]);
    })(),
  );
});
