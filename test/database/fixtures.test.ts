import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";

const MIGRATIONS = join(import.meta.dirname, "../../migrations");
const read = (...path: string[]) => readFileSync(join(MIGRATIONS, ...path), "utf8");

test("each fixture is what the last migration that includes it has", () => {
  const included = new Map<string, string>();
  for (const file of readdirSync(join(MIGRATIONS, "committed")).sort()) {
    const blocks = read("committed", file).matchAll(
      /^--! Included (\S+)\n([\s\S]*?)\n--! EndIncluded \1$/gm,
    );
    for (const [, name, body] of blocks) included.set(name as string, (body as string).trim());
  }
  const fixtures = readdirSync(join(MIGRATIONS, "fixtures"), {
    recursive: true,
    encoding: "utf8",
  }).filter((name) => name.endsWith(".sql"));
  const stale = fixtures.filter((name) => read("fixtures", name).trim() !== included.get(name));
  // What is included in migrations/current comes to the database with the next commit.
  const current = readdirSync(join(MIGRATIONS, "current"))
    .map((file) => read("current", file))
    .join("\n");
  expect(stale.filter((name) => !current.includes(`--! include ${name}`))).toEqual([]);
});

test("the name of each migration has at most 40 characters", () => {
  const names = readdirSync(join(MIGRATIONS, "committed")).map((file) => file.slice(7, -4));
  expect(names.filter((name) => name.length > 40)).toEqual([]);
});
