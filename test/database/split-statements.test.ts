import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { MIGRATIONS_FOLDER } from "../../src/database/check-history.ts";
import { splitStatements } from "../../src/database/split-statements.ts";

/** The first words of statements in migrations. A piece that begins with another word is only a part of a statement. */
const STARTS = new Set(
  "alter comment create delete do drop grant insert lock revoke select update with".split(" "),
);

const split = (sql: string) => splitStatements(sql).map(({ text }) => text.trim());

test.each([
  ["nothing", "", []],
  ["nothing but comments", "-- select 1;\n/* select 2; */ ;", []],
  ["a last one without a semicolon", "select 1; select 2", ["select 1;", "select 2"]],
  ["comments before one", "--! split: 1\nselect 1; -- end\n", ["--! split: 1\nselect 1;"]],
  ["a quote in a comment", "-- it's\nselect 1; select 2;", ["-- it's\nselect 1;", "select 2;"]],
  ["comments in comments", "/* a /* b; */ ; */ select 1;", ["/* a /* b; */ ; */ select 1;"]],
  ["a comment without an end", "select 1; /* a; select 2;", ["select 1;"]],
  ["strings", "select 'a;''b;', 'c\\'; select 2;", ["select 'a;''b;', 'c\\';", "select 2;"]],
  [
    "strings with escapes",
    "select E'a\\';''b;', e'\\\\';select 2",
    ["select E'a\\';''b;', e'\\\\';", "select 2"],
  ],
  [
    "a type before a string",
    "select date'2000-01-01\\'; select 2",
    ["select date'2000-01-01\\';", "select 2"],
  ],
  ["names", `select 1 as "a;""b;'"; select 2`, [`select 1 as "a;""b;'";`, "select 2"]],
  [
    "dollar quotes",
    "do $$ begin; $a$ ' end $$; select 2",
    ["do $$ begin; $a$ ' end $$;", "select 2"],
  ],
  [
    "dollar quotes with a tag",
    "do $ä_1$ a; $$ b; $ä_1$; select $1",
    ["do $ä_1$ a; $$ b; $ä_1$;", "select $1"],
  ],
  ["dollars in names", "select a$b$ from c$b$; select 2", ["select a$b$ from c$b$;", "select 2"]],
  [
    "rules",
    "create rule r as on insert to t do (select 1; select 2); select 3",
    ["create rule r as on insert to t do (select 1; select 2);", "select 3"],
  ],
  [
    "bodies in SQL",
    "create function f() returns int begin atomic select case 1 when 2 then 3 end; select 4; end; select 5",
    [
      "create function f() returns int begin atomic select case 1 when 2 then 3 end; select 4; end;",
      "select 5",
    ],
  ],
  ["transactions", "begin; select 1; end; select 2", ["begin;", "select 1;", "end;", "select 2"]],
])("splitStatements handles %s", (_, sql, statements) => {
  expect(split(sql)).toEqual(statements);
});

test("a tag in another case does not end a dollar quote", () => {
  expect(split("do $A$ a; $a$; $A$; select 2")).toEqual(["do $A$ a; $a$; $A$;", "select 2"]);
});

test("each piece of the committed migrations is one statement", async () => {
  const folder = join(MIGRATIONS_FOLDER, "committed");
  const firsts = new Set<string>();
  for (const file of await readdir(folder)) {
    for (const text of split(await readFile(join(folder, file), "utf8"))) {
      expect(text).toMatch(/;$/);
      firsts.add(/^(?:\s*--.*\n)*\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? text);
    }
  }
  expect([...firsts].filter((word) => !STARTS.has(word))).toEqual([]);
});

test("each statement has its start position, and together they make up the script", () => {
  const script = "select 1;\n-- a\nselect 2;";
  const statements = splitStatements(script);
  expect(statements.map(({ start }) => start)).toEqual([0, 9]);
  expect(statements.map(({ text }) => text).join("")).toBe(script);
});
