import "./ops/graphile-env.ts";
import { openAudit } from "./audit/index.ts";
import { openCap } from "./cap/index.ts";
import { openDatabase } from "./database/open.ts";
import { migrate } from "./database/run-migrations.ts";
import { awaitDatabase, requireOwnerSessions } from "./database/server-checks.ts";
import { startJobs } from "./delivery/jobs.ts";
import { openPush } from "./delivery/push/index.ts";
import { endSignal } from "./hosts/this-host.ts";
import { serveMetrics } from "./http/metrics/serve-metrics.ts";
import { watchSilence } from "./live/listener.ts";
import { openMail } from "./mail/index.ts";
import { ConfigError } from "./ops/config-error.ts";
import { openLog } from "./ops/open-log.ts";
import { cannotStart, run } from "./ops/run.ts";
import { Erasures } from "./people/erasures.ts";
import { signingKeys } from "./people/index.ts";
import { makeSeal } from "./people/seal.ts";
import { readConfig } from "./settings/config.ts";
import { openSpeech } from "./speech/index.ts";
import { openWebhooks } from "./webhooks/index.ts";

/** `npm run worker`: runs jobs until SIGTERM or SIGINT, beside hosts with JOBS=false. */
async function main(): Promise<undefined> {
  const config = readConfig();
  const log = openLog(config.observation.logLevel);
  if (!config.databaseUrl) {
    throw new ConfigError(
      "DATABASE_URL must be set: the jobs of the embedded database run in its service.",
    );
  }
  if (!(await awaitDatabase(config.databaseUrl, endSignal, log))) {
    log(`${await endSignal}: ending.`);
    return;
  }
  await using started = new AsyncDisposableStack();
  const database = await openDatabase(config, log);
  started.defer(() => database.close());
  await requireOwnerSessions(database);
  started.defer(await watchSilence(database, log));
  await migrate(database, log);
  const erasures = new Erasures(database.ownerPool, config.erasures, log);
  await erasures.start();
  const push = await openPush(config, log);
  started.defer(() => push.close());
  const { metricsPort } = config.observation;
  const metrics = await serveMetrics(metricsPort, database, push.status);
  started.defer(() => metrics?.close());
  const mail = await openMail(config.mail, log);
  const speech = await openSpeech(log);
  const audit = await openAudit(config, log);
  const cap = openCap(config, log);
  const webhooks = openWebhooks(config, makeSeal(await signingKeys(config, log)));
  const rooms = [push, mail, speech, audit, erasures, cap, webhooks];
  const jobs = await startJobs(database.ownerPool, rooms, log);
  started.defer(() => jobs.stop());
  log("Running jobs.");
  log(`${await endSignal}: ending.`);
}

run(main, cannotStart("The worker"));
