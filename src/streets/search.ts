import { Worker } from "node:worker_threads";
import type { Log } from "../ops/log.ts";
import type { FoundStreet } from "./index-file.ts";

export interface ThreadData {
  mapFile: string;
  directory: string;
}
export interface Question {
  id: number;
  text: string;
}
export type Answer = "ready" | { id: number; found: FoundStreet[] };

/** The most questions that may wait, in all and of one user, so that nobody waits for many of another user's. */
const MAX_WAITING_QUESTIONS = 100;
const MAX_QUESTIONS_PER_USER = 4;

interface Waiting {
  userId: number;
  answer(found: FoundStreet[]): void;
}

/** Searches the streets and addresses of the map's file. */
export interface StreetSearch {
  /**
   * Finds nothing until the index is made, or if it cannot be made. Undefined if too many questions wait, in all or of
   * the user.
   */
  find(text: string, userId: number): Promise<FoundStreet[]> | undefined;
  close(): Promise<void>;
}

/**
 * Opens the search, if there is a map's file. It runs in a thread of its own, because making the index of a country
 * takes long.
 */
export function openStreets(
  { map, dataDir }: { map?: { file?: string } | undefined; dataDir: string },
  log: Log,
): StreetSearch | undefined {
  if (!map?.file) return undefined;
  const started = performance.now();
  const waiting = new Map<number, Waiting>();
  const hasTooMany = (userId: number) =>
    [...waiting.values()].filter((question) => question.userId === userId).length >=
    MAX_QUESTIONS_PER_USER;
  let isReady = false;
  let last = 0;
  const thread = new Worker(new URL("./thread.ts", import.meta.url), {
    workerData: { mapFile: map.file, directory: dataDir } satisfies ThreadData,
    // node:sqlite is no longer behind a flag, but still prints a warning.
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  // The service may end before the index is made.
  thread.unref();
  const stop = () => {
    isReady = false;
    for (const { answer } of waiting.values()) answer([]);
    waiting.clear();
  };
  thread.on("message", (message: Answer) => {
    if (message === "ready") {
      isReady = true;
      const seconds = Math.round((performance.now() - started) / 1000);
      log(`streets: the map's file can be searched, after ${seconds} s.`);
      return;
    }
    waiting.get(message.id)?.answer(message.found);
    waiting.delete(message.id);
  });
  thread.on("error", (error) => {
    log(`streets: the map's file cannot be searched: ${error.message}`, "error");
    stop();
  });
  return {
    find(text, userId) {
      if (!isReady) return Promise.resolve([]);
      if (waiting.size >= MAX_WAITING_QUESTIONS || hasTooMany(userId)) return undefined;
      last += 1;
      const id = last;
      return new Promise((answer) => {
        waiting.set(id, { userId, answer });
        thread.postMessage({ id, text } satisfies Question);
      });
    },
    async close() {
      await thread.terminate();
      stop();
    },
  };
}
