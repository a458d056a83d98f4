import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const PROJECT = fileURLToPath(new URL("../..", import.meta.url));

/** A code block of a page. */
export interface Block {
  /** Where it begins: "docs/dba.md:47". */
  place: string;
  language: string;
  code: string;
  /** What it prints, as the page says: the block that follows directly. */
  printed?: string;
}

export interface Page {
  /** Relative to the project. */
  path: string;
  text: string;
}

/** The README, the changelog, and each page of docs. */
export const PAGES: Page[] = [
  "README.md",
  "CHANGELOG.md",
  ...readdirSync(`${PROJECT}/docs`)
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
].map((path) => ({ path, text: readFileSync(`${PROJECT}/${path}`, "utf8") }));

export function pageAt(path: string): Page {
  const page = PAGES.find((page) => page.path === path);
  if (!page) throw new Error(`There is no ${path}.`);
  return page;
}

/** The languages of blocks that show output. */
const PRINTED = ["", "json"];

/** The code blocks of a page, each with what it prints. */
export function blocksOf({ path, text }: Page): Block[] {
  const blocks: Block[] = [];
  let end = -1;
  for (const { 1: language = "", 2: code = "", 0: whole, index } of text.matchAll(
    /^```(\w*)\n(.*?)^```$/gms,
  )) {
    const last = blocks.at(-1);
    if (PRINTED.includes(language) && last && text.slice(end, index).trim() === "") {
      last.printed = code;
    } else {
      const line = text.slice(0, index).split("\n").length;
      blocks.push({ place: `${path}:${line}`, language, code });
    }
    end = index + whole.length;
  }
  return blocks;
}

/** The page without its code blocks. */
export function proseOf({ text }: Page): string {
  return text.replaceAll(/^```.*?^```$/gms, "");
}

/** The anchors that GitHub gives to the headings. */
export function anchorsOf(page: Page): string[] {
  return [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(({ 1: heading = "" }) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** The part of a page under a heading of the second level. */
export function sectionOf(page: Page, heading: string): string {
  const section = page.text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`${page.path} has no section "${heading}".`);
  return section;
}

/** What a part of a page makes its reader do. */
export interface Recipe {
  /** New files. */
  files: { path: string; content: string }[];
  /** Lines to change in files that are there. */
  hunks: { path: string; before: string; after: string }[];
  /** The texts of the current migration, one after the other. */
  migrations: string[];
}

const CURRENT = "migrations/current/1-current.sql";

/** The hunks of a diff whose lines "@@" name their files. */
const hunksOf = (diff: string) =>
  diff
    .split(/^@@ /m)
    .slice(1)
    .map((hunk) => {
      const [path = "", ...lines] = hunk.trimEnd().split("\n");
      const side = (sign: string) =>
        lines
          .filter((line) => line.startsWith(" ") || line.startsWith(sign))
          .map((line) => line.slice(1))
          .join("\n");
      return { path, before: side("-"), after: side("+") };
    });

/** Reads the recipes of a page, one under each heading: "Write `path`" before a file's text, and diffs. */
export function recipesOf(text: string): Recipe[] {
  return text.split(/^### /m).map((section) => {
    const recipe: Recipe = { files: [], hunks: [], migrations: [] };
    let path: string | undefined;
    let end = 0;
    for (const { 1: language, 2: content = "", 0: whole, index } of section.matchAll(
      /^```(\w+)\n(.*?)^```$/gms,
    )) {
      const before = section.slice(end, index);
      end = index + whole.length;
      // A block that follows another one directly is for the same file.
      if (before.trim() !== "") path = before.match(/.*\bWrite\s+`([^`]+)`/s)?.[1];
      if (language === "diff") recipe.hunks.push(...hunksOf(content));
      else if (path === CURRENT) recipe.migrations.push(content);
      else if (path) recipe.files.push({ path, content });
      else throw new Error(`Nothing says which file this is:\n${content}`);
    }
    return recipe;
  });
}
