import { LRU } from "@graphile/lru";
import { unstorable } from "../ops/instruments.ts";
import type { Log } from "../ops/log.ts";

/** How many combinations of app, user and fault are remembered as logged. */
const MOST = 10_000;

/** Notes why something that an app sent can never be stored. */
export type NoteFaults = (app: string, userId: number, faults: readonly string[]) => void;

/**
 * Returns a function that counts faults, and logs each once for a user and an app: some apps repeat the same one
 * indefinitely.
 */
export function makeNoteFaults(log: Log): NoteFaults {
  const logged = new LRU<string, true>({ maxLength: MOST });
  return (app, userId, faults) => {
    if (faults.length > 0) unstorable.inc({ app }, faults.length);
    for (const fault of new Set(faults)) {
      const key = `${app} ${userId} ${fault}`;
      if (logged.get(key)) continue;
      logged.set(key, true);
      log(`positions: cannot store something from ${app} of user ${userId}: ${fault}`, "warn");
    }
  };
}
