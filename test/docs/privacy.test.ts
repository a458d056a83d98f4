import { expect, test } from "@jest/globals";
import { runClone } from "../helpers/database.ts";
import { pageAt, sectionOf } from "./markdown.ts";

const page = pageAt("docs/privacy.md");

const database = runClone();

const query = async (text: string) => (await database.ownerPool.query(text)).rows;

/** Selects the tables whose columns have a user's id, a place, or what identifies somebody. */
const OF_PEOPLE = `
  select distinct c.oid::regclass::text as name
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace in ('app_public'::regnamespace, 'app_private'::regnamespace)
      and c.relkind in ('r', 'p') and not c.relispartition
      and (
        c.oid = 'app_public.users'::regclass
        or a.attname ~ '(^|_)(user|actor|device)_ids?$|^(settled|created|updated|edited)_by$|^(latitude|longitude|email|address|token)$'
        or a.atttypid in ('public.geometry'::regtype, 'inet'::regtype, 'cidr'::regtype)
        or exists (
          select from pg_constraint k
            where k.conrelid = c.oid and k.confrelid = 'app_public.users'::regclass and a.attnum = any (k.conkey)))
    order by 1`;

test("docs/privacy.md names every table that has a user's id, a place or an address", async () => {
  const tables = (await query(OF_PEOPLE)).map(({ name }) => name as string);
  expect(tables.length).toBeGreaterThan(20);
  expect(tables.filter((name) => !page.text.includes(`\`${name}\``))).toEqual([]);
});

test("docs/privacy.md names every setting that says how long something is kept, with its default", async () => {
  const settings = await query(
    `select a.attname as name, case when a.atttypid = 'interval'::regtype then pg_get_expr(d.adbin, d.adrelid) end as value
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = 'app_private.settings'::regclass and a.attname ~ '_(retention|lifetime|only)$'`,
  );
  expect(settings.length).toBeGreaterThan(7);
  const rows = sectionOf(page, "How long").split("\n");
  for (const { name, value } of settings) {
    expect(page.text).toContain(`\`${name}\``);
    const days = /'(\d+ (?:days?|years?))'/.exec(value ?? "")?.[1];
    if (days) expect(rows.filter((row) => row.includes(`\`${name}\` | ${days} |`))).toHaveLength(1);
  }
});

test("docs/privacy.md tells users the default times", () => {
  const text = sectionOf(page, "For your users").replaceAll("\n> ", " ");
  for (const time of ["90 days after your last report", "30 days", "after a year"])
    expect(text).toContain(time);
});
