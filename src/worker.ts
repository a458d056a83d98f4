import "./process/graphile-env.ts";
import { ConfigError, readConfig } from "./config/config.ts";
import { migrate } from "./database/migrate.ts";
import { openDatabase } from "./database/open.ts";
import { startJobs } from "./jobs/index.ts";
import { log } from "./process/log.ts";
import { cannotStart, run } from "./process/run.ts";
import { signalled } from "./process/signals.ts";
import { openProviders } from "./push/open.ts";
import { findSpeech } from "./speech/index.ts";

/** `npm run worker`: runs jobs, beside hosts with JOBS=false, until SIGTERM or SIGINT. */
async function main(): Promise<undefined> {
  const config = readConfig();
  if (!config.databaseUrl) {
    throw new ConfigError(
      "DATABASE_URL must be set: the jobs of the embedded database run in its service.",
    );
  }
  const database = await openDatabase(config, log);
  try {
    await migrate(database, log);
    const push = await openProviders(config, log);
    const jobs = await startJobs(database.ownerPool, { ...push, ...(await findSpeech(log)) }, log);
    log("Running jobs.");
    log(`${await signalled}: ending.`);
    await jobs.stop();
    await push.close();
  } finally {
    await database.close();
  }
}

run(main, cannotStart("The worker"));
