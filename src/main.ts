import { Worker } from "node:worker_threads";
import { followEmbedded } from "location-alert-embedded";
import { log } from "./ops/log.ts";
import { cannotStart } from "./ops/run.ts";
import { passSignals } from "./ops/watchdog.ts";
import { readConfig } from "./settings/config.ts";

/** Returns the settings, or defaults if they are wrong: the service then says what is wrong with them. */
function settingsOrDefaults(): { hosts: number; drain: number } {
  try {
    return readConfig();
  } catch {
    return { hosts: 1, drain: 0 };
  }
}

/** Serves in a thread of its own, so that a signal ends the process even while that thread is busy. */
function serve(drain: number): void {
  const closeEmbedded = followEmbedded();
  const thread = new Worker(new URL("./service-thread.ts", import.meta.url));
  thread.on("error", (error) => log(error.stack ?? String(error)));
  thread.on("exit", (code) => process.exit(code));
  passSignals(thread, drain, async (why) => {
    log(`${why} Ending at once.`);
    await closeEmbedded();
    // Unlike process.exit, this does not wait for threads.
    process.kill(process.pid, "SIGKILL");
  });
  // HOSTS=auto may result in one host, which SIGUSR2 would kill by default.
  process.on("SIGUSR2", () => {
    log("SIGUSR2: one host alone cannot do a rolling restart. It keeps serving.");
  });
}

/** `npm start`: serves until SIGTERM or SIGINT, with HOSTS processes. */
const { hosts, drain } = settingsOrDefaults();
if (hosts === 1) serve(drain);
else {
  const { runHosts } = await import("./run-hosts.ts");
  runHosts().catch((error: unknown) => {
    log(cannotStart("The service")(error));
    process.exit(1);
  });
}
