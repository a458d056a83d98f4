/** @database server */
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "@jest/globals";
import { BUILT_CONSOLE } from "../../../src/http/console.ts";
import { readMessages } from "../helpers/messages.ts";

/** The largest allowed size of the person's page, in bytes as sent: its code, and its words in one language. */
const MOST = 60_000;
/** The largest allowed size of the console's login, in bytes as sent: code and styles. */
const MOST_OF_LOGIN = 50_000;

const LANGUAGES = globSync("console/src/languages/*.ts").map((file) => basename(file, ".ts"));

const read = (file: string) => readFileSync(join(BUILT_CONSOLE, file));
/** Returns the size of a file's smallest copy. Small files have no compressed copies. */
const size = (file: string) =>
  Math.min(
    ...["", ".gz", ".br"]
      .map((ending) => join(BUILT_CONSOLE, `${file}${ending}`))
      .filter(existsSync)
      .map((path) => statSync(path).size),
  );

/** Returns the files that the page's service worker keeps. */
const keptFiles = () => [
  ...new Set(String(read("person-worker.js")).match(/assets\/[\w.-]+\.(?:json|js)/g)),
];

test("the person's page stays below its size limit in each language", () => {
  const files = keptFiles();
  const words = files.filter((file) => file.endsWith(".json"));
  const code = files.filter((file) => file.endsWith(".js"));
  const tags = words.map((file) => file.replace(/.*-words-|-[\w-]{8}\.json$/g, ""));
  expect(tags.sort()).toEqual(LANGUAGES.toSorted());
  // The page loads what the worker keeps, and the worker keeps all that the page loads.
  const loaded = String(read("person.html")).match(/assets\/[\w.-]+\.(?:json|js)/g);
  expect(files.sort()).toEqual([...new Set(loaded)].sort());
  const sum = code.reduce((bytes, file) => bytes + size(file), 0);
  expect(sum).toBeGreaterThan(20_000);
  for (const file of words) expect(sum + size(file)).toBeLessThan(MOST);
});

test.each(LANGUAGES.flatMap((tag) => ["person", "join"].map((page) => [tag, page] as const)))(
  "the words in %s of the page %s have each message of its modules, and few others",
  async (tag, page) => {
    const { default: all } = (await import(`../../src/languages/${tag}.ts`)) as {
      default: Record<string, string>;
    };
    const [, name = ""] =
      new RegExp(`data-words-${tag}="./([^"]+)"`).exec(String(read(`${page}.html`))) ?? [];
    const words: Record<string, string> = JSON.parse(String(read(name)));
    const own = readMessages()
      .calls.filter(({ at }) => at.startsWith(`${page}/`))
      .map(({ message }) => message);
    expect(own.length).toBeGreaterThan(20);
    expect(words).toMatchObject(Object.fromEntries(own.map((message) => [message, all[message]])));
    expect(Object.keys(words).length).toBeLessThan(Object.keys(all).length / 2);
  },
);

test.each(["index", "join", "person"])(
  "the page %s refers to its files by relative paths, as a proxy may serve it under any path",
  (page) => {
    const addresses = String(read(`${page}.html`)).match(/(?:href|src|data-words-\w+)="[^"]+"/g);
    expect(addresses?.length).toBeGreaterThan(3);
    expect(addresses?.filter((address) => !address.includes('="./'))).toEqual([]);
  },
);

test("the built console can be read by other users of the machine", () => {
  expect(statSync(BUILT_CONSOLE).mode & 0o777).toBe(0o755);
});

test("the console's login stays below its size limit", () => {
  const page = String(read("index.html"));
  const [entry = ""] = page.match(/assets\/index-[\w-]+\.js/) ?? [];
  // The entry loads the console with these, and the map's code only for somebody who is logged in.
  const next = String(read(entry)).match(/(?<="\.\/)[\w.-]+\.(?:css|js)(?=")/g) ?? [];
  const files = new Set([
    ...(page.match(/assets\/[\w.-]+\.(?:css|js)/g) ?? []),
    ...next.map((file) => `assets/${file}`),
  ]);
  const sum = [...files].reduce((bytes, file) => bytes + size(file), 0);
  expect(sum).toBeGreaterThan(20_000);
  expect(sum).toBeLessThan(MOST_OF_LOGIN);
});
