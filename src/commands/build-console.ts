import { fileURLToPath } from "node:url";
import { log } from "../process/log.ts";
import { buildConsole } from "./build-console/build.ts";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));

/** What is said of each outcome; where nothing was to do, nothing. */
const SAID = {
  built: "The console is built.",
  "up to date": "",
  "no builder":
    "The console is not built: that takes the development dependencies. Install them by npm ci --include=dev.",
};

/**
 * `npm run console`: builds the administrator's console where it is missing or stale. `npm start` runs this first, and
 * goes on without the console where it fails, as warning people by the API does.
 */
try {
  const said = SAID[await buildConsole(PROJECT)];
  if (said) log(said);
} catch (error) {
  log(`The console cannot be built: ${(error as Error).stack}`);
  process.exitCode = 1;
}
