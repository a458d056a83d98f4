import { LRU } from "@graphile/lru";
import { unstorable } from "../metrics/instruments.ts";
import type { Log } from "../process/log.ts";

/** Of how many users and faults it is remembered that they were logged. */
const MOST = 10_000;

/** Notes why something that an app sent can never be stored. */
export type NoteFaults = (app: string, userId: number, faults: readonly string[]) => void;

/** Makes what counts faults, and logs each of a user and an app once: some apps send the same for ever. */
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
