/// <reference types="vite/types/importMeta.d.ts" />
import type { Messages } from "../languages/it.ts";

/** The files of the other languages: English is in the code. Tests in Node have English only. */
const FILES = import.meta.env
  ? import.meta.glob<Messages>("./*.ts", { base: "../languages", import: "default" })
  : {};
const fromFile = (tag: string) => FILES[`./${tag}.ts`]?.();

/** The tags of the languages that the console has, such as "it". */
export const LANGUAGES: readonly string[] = [
  "en",
  ...Object.keys(FILES).map((file) => file.slice(2, -3)),
];

const KEY = "location-alerts.language";

function preferredLanguages(): string[] {
  try {
    return [localStorage.getItem(KEY) ?? ""];
  } catch {
    // Storage is off.
    return [];
  }
}

const primary = (tag: string) => tag.split("-", 1)[0];
/** Returns the console's language for a tag such as "it-CH". */
const languageFor = (tag: string) =>
  LANGUAGES.find((language) => language === tag) ??
  LANGUAGES.find((language) => primary(language) === primary(tag));

const wanted =
  [...preferredLanguages(), ...navigator.languages].map(languageFor).find((tag) => tag) ?? "en";

/** Loads the messages that this page uses, from a file that the build made of them. */
async function fetchWords(file: string): Promise<Messages> {
  const response = await fetch(new URL(file, document.baseURI));
  if (!response.ok) throw new Error(file);
  return await response.json();
}

/** Loads the messages of a language. Without them the console is in English. */
async function load(tag: string): Promise<Messages | undefined> {
  try {
    const own = globalThis.document?.documentElement?.getAttribute?.(`data-words-${tag}`);
    return await (own ? fetchWords(own) : fromFile(tag));
  } catch (error) {
    console.warn("Not loaded:", error);
    return undefined;
  }
}

/** The messages of the user's language; undefined for English. They do not change before the page is loaded again. */
export const messages = await load(wanted);

/** Loads the messages of code that a page for phones loads later. Call it before: modules use messages at once. */
export async function completeWords(): Promise<void> {
  if (messages) Object.assign(messages, await fromFile(wanted));
}

/** The tag of the user's language. */
export const language = messages ? wanted : "en";

/** The language's tag with the browser's region, for numbers and times. */
export const locale = navigator.languages.find((tag) => languageFor(tag) === language) ?? language;

/** Stores the chosen language in this browser, and reloads the page. What is drawn and written stays in the draft. */
export function chooseLanguage(tag: string): void {
  try {
    localStorage.setItem(KEY, tag);
  } catch {
    // Storage is off: the browser's languages decide.
  }
  location.reload();
}
