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
