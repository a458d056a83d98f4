import { setPriority } from "node:os";
import type { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { log } from "../ops/log.ts";
import type { FoundStreet } from "./found.ts";
import { openIndex } from "./index-file.ts";
import type { Answer, Question, ThreadData } from "./search.ts";
import { KINDS } from "./street-names.ts";

/** The most answers, and the most words of a question. */
const MOST = 6;
const MOST_WORDS = 8;

const ADDRESS = KINDS.indexOf("address");
const FIND = `
  select text as name, place, longitude, latitude, kind = ${ADDRESS} as "isAddress"
    from search where search match ? and (? or kind <> ${ADDRESS}) order by rowid limit ${MOST}`;

/** Control characters separate words too: a zero byte would end the query. */
const BETWEEN_WORDS = /[\s,\p{C}]+/u;

/**
 * Returns a query for names that have a word beginning with each word of a text; undefined without a letter or digit.
 */
export function queryOf(text: string): string | undefined {
  const words = text.split(BETWEEN_WORDS).filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (words.length === 0) return undefined;
  return words
    .slice(0, MOST_WORDS)
    .map((word) => `"${word.replaceAll('"', '""')}"*`)
    .join(" ");
}

/** Returns a function that finds names in an index. It finds house numbers only if the question has a digit. */
export function finder(database: DatabaseSync): (text: string) => FoundStreet[] {
  const find = database.prepare(FIND);
  return (text) => {
    const query = queryOf(text);
    const rows = query ? find.all(query, Number(/\d/.test(query))) : [];
    return rows.map((row) => ({ ...row, isAddress: row.isAddress === 1 }) as FoundStreet);
  };
}

/** The lowest priority: making the index must not slow down the service. */
const LOWEST = 19;

/** The thread that makes the index and searches in it. */
setPriority(LOWEST);
const { mapFile, directory } = workerData as ThreadData;
const find = finder(await openIndex(mapFile, directory));
const answer = (message: Answer) => parentPort?.postMessage(message);
parentPort?.on("message", ({ id, text }: Question) => {
  try {
    answer({ id, found: find(text) });
  } catch (error) {
    // One bad question must not end the search.
    log(`streets: ${(error as Error).stack}`);
    answer({ id, found: [] });
  }
});
answer("ready");
