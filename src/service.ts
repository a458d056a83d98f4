import { openAudit } from "./audit/index.ts";
import { openCap } from "./cap/index.ts";
import { openCells } from "./cells/index.ts";
import { openHostDatabase } from "./database/index.ts";
import { makeAnswerTurns } from "./database/large-answers.ts";
import type { Database, OpenDirectory } from "./database/open.ts";
import { startJobs } from "./delivery/jobs.ts";
import { openPush } from "./delivery/push/index.ts";
import { makePreset } from "./graphile.config.ts";
import { readConstraintMessages } from "./graphql/errors/database-errors.ts";
import { makeMaskError } from "./graphql/errors/mask-error.ts";
import { FastPath } from "./graphql/fast-path/index.ts";
import { makeDoor } from "./graphql/requests/door.ts";
import { askParent } from "./hosts/shared-quotas.ts";
import { hostNumber } from "./hosts/this-host.ts";
import { openHttp } from "./http/index.ts";
import { serveMetrics } from "./http/metrics/serve-metrics.ts";
import { makeClientAddress } from "./limits/client-address.ts";
import { makeQuotas } from "./limits/quotas.ts";
import { openLive } from "./live/index.ts";
import { openMail } from "./mail/index.ts";
import type { Log } from "./ops/log.ts";
import type { Room } from "./ops/room.ts";
import { ensureAdministrator, type FirstAdministrator, openPeople } from "./people/index.ts";
import type { Config } from "./settings/config.ts";
import { openSpeech } from "./speech/index.ts";
import { openStreets } from "./streets/search.ts";

export interface Service {
  url: string;
  port: number;
  database: Database;
  firstAdministrator: FirstAdministrator | undefined;
  /** The URL of the metrics for Prometheus. Undefined without METRICS_PORT. */
  metricsUrl: string | undefined;
  /**
   * Takes no new requests after the drain, lets the running ones finish, and closes everything.
   * @param isReplaced True if another host serves on the same port.
   */
  stop(isReplaced?: boolean): Promise<void>;
}

import { openWebhooks } from "./webhooks/index.ts";

/**
 * Starts the service, part by part. `started` closes the parts in reverse order: when the service stops, or at once
 * if a part cannot start.
 * @param open Opens the embedded database.
 */
export async function startService(
  config: Config,
  log: Log,
  open?: OpenDirectory,
): Promise<Service> {
  await using started = new AsyncDisposableStack();

  /** Closes a room when the service stops. */
  const closing = <Opened extends Pick<Room, "close"> | undefined>(room: Opened): Opened => {
    started.defer(async () => room?.close?.());
    return room;
  };
  const database = closing(await openHostDatabase(config, log, open));
  const people = closing(await openPeople(config, database, log));
  const push = closing(await openPush(config, log, people.seal));
  const { metricsPort } = config.observation;
  const pushStatus = config.runsJobs ? push.status : undefined;
  const metrics = closing(await serveMetrics(metricsPort, database, pushStatus));
  const mail = closing(await openMail(config.mail, log));
  const speech = closing(await openSpeech(log));
  const cells = closing(openCells(database.ownerPool, log));
  const streetSearch = closing(openStreets(config, log));
  const live = closing(await openLive(database, log));

  const takeQuota = hostNumber === undefined ? makeQuotas(config.quotas) : askParent();
  const door = makeDoor(people.tokens, makeClientAddress(config.trustProxy, log));
  const answerTurns = makeAnswerTurns(config.timeoutsMs.connection);
  let isReplaced = false;
  const fastPath = config.usesFastPath ? new FastPath() : undefined;
  const rooms = { database, people, push, mail, speech, streetSearch, live, cells };
  const limits = { door, takeQuota, answerTurns };
  const maskError = makeMaskError(await readConstraintMessages(database.ownerPool), log);
  const parts = { config, log, ...rooms, ...limits, maskError, fastPath };
  const preset = makePreset(parts);

  if (config.runsJobs) {
    const audit = await openAudit(config, log);
    const cap = openCap(config, log);
    const webhooks = openWebhooks(config, people.seal);
    const rooms = [people, push, mail, speech, audit, cap, webhooks];
    const jobs = await startJobs(database.ownerPool, rooms, log);
    started.defer(() => jobs.stop());
  }

  const http = await openHttp({ ...parts, preset });
  started.defer(() => http.close(isReplaced));
  // Last, because the start prints a generated password. A start that fails earlier creates no administrator.
  const firstAdministrator = await ensureAdministrator(database.ownerPool, config);
  http.answerRequests();

  const running = started.move();
  return {
    url: `http://localhost:${http.port}`,
    port: http.port,
    database,
    firstAdministrator,
    metricsUrl: metrics?.url,
    async stop(byAnother = false) {
      isReplaced = byAnother;
      await running.disposeAsync();
    },
  };
}
