import type { Database } from "../database/open.ts";
import { PrimaryClient } from "../database/primary-client.ts";
import type { Log } from "../ops/log.ts";
import { listen } from "./listener.ts";

/**
 * Ends all connections when the database no longer answers, for a process without subscribers. In other processes
 * `startLive` does so. This connection listens to no channel.
 * @returns A function that stops.
 */
export function watchSilence(
  { ownerPool, cutOff }: Pick<Database, "ownerPool" | "cutOff">,
  log: Log,
): Promise<() => Promise<void>> {
  const connect = () =>
    new PrimaryClient({ ...ownerPool.options, application_name: "location-alert worker" });
  return listen(connect, {}, () => {}, log, cutOff);
}
