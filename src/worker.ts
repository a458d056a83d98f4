import "./process/graphile-env.ts";
import { auditKey } from "./audit/key.ts";
import { makeWitness } from "./audit/witness.ts";
import { openChannels } from "./channels/index.ts";
import { readConfig } from "./config/config.ts";
import { migrate } from "./database/migrate.ts";
import { openDatabase } from "./database/open.ts";
import { Publication } from "./database/publication.ts";
import { requireOwnerSessions } from "./database/require-sessions.ts";
import { Erasures } from "./erasure/erasures.ts";
import { ConfigError } from "./errors/config-error.ts";
import { startJobs } from "./jobs/index.ts";
import { watchSilence } from "./live/watch-silence.ts";
import { openLog } from "./log/open-log.ts";
import { openMail } from "./mail/index.ts";
import { serveMetrics } from "./metrics/serve.ts";
import { cannotStart, run } from "./process/run.ts";
import { signalled } from "./process/signals.ts";
import { findSpeech } from "./speech/index.ts";

/** `npm run worker`: runs jobs until SIGTERM or SIGINT, beside hosts with JOBS=false. */
async function main(): Promise<undefined> {
  const config = readConfig();
  const log = openLog(config.observation.logLevel);
  if (!config.databaseUrl) {
    throw new ConfigError(
      "DATABASE_URL must be set: the jobs of the embedded database run in its service.",
    );
  }
  await using started = new AsyncDisposableStack();
  const database = await openDatabase(config, log);
  started.defer(() => database.close());
  await requireOwnerSessions(database);
  started.defer(await watchSilence(database, log));
  await migrate(database, log);
  const erasures = new Erasures(database.ownerPool, config.erasures, log);
  await erasures.start();
  const channels = await openChannels(config, log);
  started.defer(() => channels.close());
  const { metricsPort } = config.observation;
  const metrics = await serveMetrics(metricsPort, database, undefined, channels.push.status);
  started.defer(() => metrics?.close());
  const mail = await openMail(config.mail, log);
  const { engine } = await findSpeech(log);
  const publication = new Publication(database);
  const witness = makeWitness(config.audit.checkpoints, await auditKey(config), log);
  const sources = { channels, engine, publication, witness, erasures, mail };
  const jobs = await startJobs(database.ownerPool, sources, log);
  started.defer(() => jobs.stop());
  log("Running jobs.");
  log(`${await signalled}: ending.`);
}

run(main, cannotStart("The worker"));
