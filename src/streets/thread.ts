import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { log } from "../ops/log.ts";
import { finder, openIndex } from "./index-file.ts";
import type { Answer, Question, ThreadData } from "./search.ts";

/** Making the index must not slow down the service. */
const LOWEST_PRIORITY = 19;

/** The thread that makes the index and searches in it. */
setPriority(LOWEST_PRIORITY);
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
