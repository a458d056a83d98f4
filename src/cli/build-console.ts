import { fileURLToPath } from "node:url";
import { log } from "../ops/log.ts";
import { buildConsole } from "./build-console/build.ts";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));

/** The log line for each outcome. */
const LINES = {
  built: "The console is built.",
  "up to date": "",
  "no builder":
    "The console is not built, because the development dependencies are missing. Install them: npm ci --include=dev.",
};

/**
 * `npm run console`: builds the administrator's console if it is missing or stale. `npm start` runs this first. If it
 * fails, the service starts without the console, because the API can warn people without it.
 */
try {
  const line = LINES[await buildConsole(PROJECT)];
  if (line) log(line);
} catch (error) {
  log(`The console cannot be built: ${(error as Error).stack}`);
  process.exitCode = 1;
}
