import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { buildSchema, type GraphQLObjectType } from "graphql";
import { SETTINGS_PAGE, withSettings } from "../../src/cli/export/settings-page.ts";
import { anchorsOf, PAGES, PROJECT, pageAt, proseOf, sectionOf } from "./markdown.ts";

/** The names in code font in the first column of a section's tables. */
function firstColumn(section: string, name: RegExp): string[] {
  const cells = [...section.matchAll(/^\| (`[^|]+) \|/gm)].map(({ 1: cell = "" }) => cell);
  return cells.flatMap((cell) => [...cell.matchAll(name)].map(({ 1: found = "" }) => found)).sort();
}

/** The files of the project that a text names in code font. */
const namedFiles = (text: string) =>
  [...text.matchAll(/`((?:src|console|test|migrations|bench|docs)\/[\w./-]+\.\w+)`/g)].map(
    ({ 1: path = "" }) => path,
  );

const rooms = (folder: string) =>
  readdirSync(join(PROJECT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

test("the README is short", () => {
  expect(pageAt("README.md").text.trimEnd().split("\n").length).toBeLessThanOrEqual(150);
});

test("the README leads to every page", () => {
  const { text } = pageAt("README.md");
  const missing = PAGES.filter(({ path }) => path !== "README.md" && !text.includes(`(${path})`));
  expect(missing.map(({ path }) => path)).toEqual([]);
});

test("the README states the versions and the licence of package.json", () => {
  const { engines, version, license, dependencies } = JSON.parse(
    readFileSync(join(PROJECT, "package.json"), "utf8"),
  );
  const { text } = pageAt("README.md");
  for (const stated of [
    `Node.js ${engines.node.replace(">=", "")} or newer (its packages bring ${/\d+\.\d+/.exec(dependencies.node)?.[0]})`,
    `version ${version}, on PostGraphile ${dependencies.postgraphile}.`,
    `(\`${license}\`)`,
  ]) {
    expect(text).toContain(stated);
  }
});

describe.each(PAGES)("$path", (page) => {
  test("its links lead somewhere", () => {
    const broken: string[] = [];
    for (const { 1: target = "" } of proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue;
      const [file = "", anchor] = target.split("#");
      const path = file === "" ? page.path : normalize(join(dirname(page.path), file));
      const linked = PAGES.find((page) => page.path === path);
      const isThere = existsSync(join(PROJECT, path));
      if (!isThere || (anchor !== undefined && !(linked && anchorsOf(linked).includes(anchor)))) {
        broken.push(target);
      }
    }
    expect(broken).toEqual([]);
  });

  test("the files that it names are there", () => {
    // Rows and paragraphs that say "new file" or "Write `path`" name files that the reader makes.
    const parts = proseOf(page).split(/\n\n|\n(?=\||- )/);
    const isMade = (part: string) => /\bWrite\s+`|new files?\b/.test(part);
    const made = parts.filter(isMade).flatMap(namedFiles);
    const named = parts.flatMap(namedFiles).filter((path) => !made.includes(path));
    expect(named.filter((path) => !existsSync(join(PROJECT, path)))).toEqual([]);
  });
});

test("the tables of settings are as `npm run export` writes them", () => {
  const { text } = pageAt(SETTINGS_PAGE);
  expect(withSettings(text)).toBe(text);
});

test("docs/clients.md names the root fields of the schema", () => {
  const schema = buildSchema(readFileSync(join(PROJECT, "schema.graphql"), "utf8"));
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const named = new Set(pageAt("docs/clients.md").text.match(/\w+/g));
  const fields = roots.flatMap((root) => Object.keys((root as GraphQLObjectType).getFields()));
  expect(fields.filter((field) => !named.has(field))).toEqual([]);
});

test("docs/contributing.md names the rooms of src", () => {
  const section = sectionOf(pageAt("docs/contributing.md"), "Rooms");
  const names = firstColumn(section, /`([\w-]+)`/g);
  expect(names).toEqual([...rooms("src"), ...rooms("src/graphql")].sort());
});

test("docs/performance.md names the benchmarks", () => {
  const { text } = pageAt("docs/performance.md");
  const named = [...text.matchAll(/^npm run bench -- (\S+)$/gm)].map(({ 1: name }) => name);
  const there = readdirSync(join(PROJECT, "bench"))
    .filter((name) => name.endsWith(".ts"))
    .map((name) => name.replace(".ts", ""));
  expect(named.sort()).toEqual(there.sort());
});
