/** Takes only the lock, prints whether it did or why not, and holds it until it is killed. */
import { writeSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { DirectoryLock } from "../../../embedded/directory-lock.ts";

try {
  DirectoryLock.take(process.argv[2] as string);
  // `gc` exists only with --expose-gc.
  globalThis.gc?.();
  await nextTurn();
  writeSync(1, "open\n");
  setInterval(() => {}, 1000);
} catch (error) {
  writeSync(1, `refused ${(error as Error).message}\n`);
}
