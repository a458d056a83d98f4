import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "las-squawk-"));
});
afterAll(() => rm(directory, { recursive: true }));

/** Runs squawk as `npm run lint` does. Returns the rules that a migration breaks, or undefined if it breaks none. */
async function lint(sql: string): Promise<string[] | undefined> {
  const file = join(directory, "000999-migration.sql");
  await writeFile(file, sql);
  const args = ["--config", ".squawk.toml", "--reporter", "json", file];
  return await new Promise((resolve) => {
    execFile("node_modules/.bin/squawk", args, (error, stdout) => {
      resolve(
        error
          ? JSON.parse(stdout).map((fault: { rule_name: string }) => fault.rule_name)
          : undefined,
      );
    });
  });
}

test.each([
  ["creates an index under a lock", "create index new_index on app_private.deliveries (state)"],
  [
    "validates a constraint under a lock",
    "alter table app_public.users add constraint c check (name <> '')",
  ],
  [
    "adds a column that old rows lack",
    "alter table app_public.users add column phone text not null",
  ],
  ["rewrites a table", "alter table app_public.users alter column id type bigint"],
  ["drops a column that older hosts read", "alter table app_public.users drop column name"],
])("a migration that %s is refused", async (_what, sql) => {
  expect(await lint(`${sql};`)).toHaveLength(1);
});

test.each([
  [
    "replaces a function",
    "create or replace function app_private.one() returns integer language sql as 'select 1'",
  ],
  ["adds a table", "create table app_private.notes (id integer primary key, why text)"],
  [
    "adds a column with a default",
    "alter table app_public.users add column phone text not null default ''",
  ],
])("a migration that %s is accepted", async (_what, sql) => {
  expect(await lint(`${sql};`)).toBeUndefined();
});
