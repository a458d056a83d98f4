import type { Log } from "../ops/log.ts";
import type { Config } from "../settings/config.ts";
import { type OpenDirectory, openDatabase } from "./open.ts";
import { Publication } from "./publication.ts";
import { makePositionPartitions, migrate } from "./run-migrations.ts";
import { requireHostSessions, requireOwnerSessions, warnOfLoggedRows } from "./server-checks.ts";

/** The database of a host that serves. */
export type HostDatabase = Awaited<ReturnType<typeof openHostDatabase>>;

/**
 * Opens the database that the configuration names, checks that its sessions are the host's own, and migrates it.
 * @param open Opens the embedded database.
 */
export async function openHostDatabase(config: Config, log: Log, open?: OpenDirectory) {
  await using started = new AsyncDisposableStack();
  const database = await openDatabase(config, log, open);
  started.defer(() => database.close());
  await requireOwnerSessions(database);
  await migrate(database, log);
  await requireHostSessions(database);
  await warnOfLoggedRows(database, log);
  await makePositionPartitions(database.ownerPool, log);
  const running = started.move();
  return {
    ...database,
    publication: new Publication(database),
    close: () => running.disposeAsync(),
  };
}
