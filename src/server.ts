import { Worker } from "node:worker_threads";
import { readDrain } from "./config/drain.ts";
import { Variables } from "./config/variables.ts";
import { followEmbedded } from "./database/embedded/close-from-outside.ts";
import { log } from "./process/log.ts";
import { passSignals } from "./process/watchdog.ts";

/**
 * `npm start`: serves until SIGTERM or SIGINT. The service has a thread of its own, so that a signal ends the process even
 * while that thread is busy.
 */
const closeEmbedded = followEmbedded();
const thread = new Worker(new URL("./service-thread.ts", import.meta.url));
thread.on("error", (error) => log(error.stack ?? String(error)));
thread.on("exit", (code) => process.exit(code));

/** The service's thread says what is wrong with the environment. */
function drainOrNone(): number {
  try {
    return readDrain(new Variables(process.env));
  } catch {
    return 0;
  }
}

passSignals(thread, drainOrNone(), async (reason) => {
  log(`${reason} Ending at once.`);
  await closeEmbedded();
  // Unlike process.exit, this does not wait for threads.
  process.kill(process.pid, "SIGKILL");
});
