import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { keptSecret } from "./auth/secret.ts";
import { makeTokens } from "./auth/tokens.ts";
import { type Config, ConfigError } from "./config/config.ts";
import { ensureAdministrator, type FirstAdministrator } from "./database/first-administrator.ts";
import { migrate } from "./database/migrate.ts";
import { type Database, openDatabase } from "./database/open.ts";
import { makePreset } from "./graphile.config.ts";
import { CONSTRAINT_MESSAGES } from "./graphql/errors/database-errors.ts";
import { FastPath } from "./graphql/fast-path/index.ts";
import { makeApp } from "./http/app.ts";
import { serveWebsockets } from "./http/websockets.ts";
import { startJobs } from "./jobs/index.ts";
import { startLive } from "./live/index.ts";
import type { Log } from "./process/log.ts";
import { openProviders } from "./push/open.ts";
import { findSpeech } from "./speech/index.ts";

/** How long requests that run may take to finish when the service ends, in milliseconds. */
const GRACE = 10_000;

/** A running service. */
export interface Service {
  url: string;
  port: number;
  database: Database;
  firstAdministrator: FirstAdministrator | undefined;
  /** Takes no new requests, lets those running finish, and closes everything. */
  stop(): Promise<void>;
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port);
  try {
    await once(server, "listening");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    throw new ConfigError(`Port ${port} is in use: set PORT to another one.`);
  }
}

/** Starts the service: database, migrations, first administrator, host, jobs. `stop` undoes it in reverse. */
export async function startService(config: Config, log: Log): Promise<Service> {
  const database = await openDatabase(config, log);
  const closers: (() => Promise<unknown>)[] = [() => database.close()];
  const stopAll = async () => {
    for (const close of closers.reverse().splice(0)) await close();
  };
  try {
    await migrate(database, log);
    await database.ownerPool.query("select app_private.make_position_partitions()");
    const firstAdministrator = await ensureAdministrator(
      database.ownerPool,
      config.adminEmail,
      config.adminPassword,
    );
    const push = await openProviders(config, log);
    closers.push(push.close);
    const speech = await findSpeech(log);
    const secret = config.jwtSecret ?? (await keptSecret(config.dataDir));
    if (secret.length < 32) {
      log(
        "JWT_SECRET is short: whoever guesses it can sign tokens. Use 32 random characters or more.",
      );
    }
    const tokens = makeTokens(secret, config.tokenLifetime);
    const { rows } = await database.ownerPool.query<{ name: string; message: string }>(
      CONSTRAINT_MESSAGES,
    );

    let isEnding = false;
    const live = await startLive(database.hostPool, log);
    closers.push(() => live.stop());
    const fastPath = config.usesFastPath ? new FastPath() : undefined;
    const { listener, serv, release } = await makeApp({
      config,
      database,
      tokens,
      log,
      isEnding: () => isEnding,
      fastPath,
      features: { push: push.status, speech: speech.status },
      preset: makePreset({
        pool: database.hostPool,
        tokens,
        live,
        fastPath,
        constraintMessages: new Map(rows.map(({ name, message }) => [name, message])),
        isProduction: config.isProduction,
        vapidPublicKey: push.vapidPublicKey,
        log,
      }),
    });
    closers.push(release);

    if (config.runsJobs) {
      const jobs = await startJobs(database.ownerPool, { ...push, ...speech }, log);
      closers.push(() => jobs.stop());
    }

    const server = createServer(listener);
    const pool = database.hostPool;
    const websockets = serveWebsockets(server, { serv, tokens, live, pool, config, log });
    await listen(server, config.port);
    closers.push(async () => {
      isEnding = true;
      const left = websockets.close(GRACE);
      const impatient = setTimeout(() => server.closeAllConnections(), GRACE);
      // Those that are kept alive, as soon as their request is answered.
      const idle = setInterval(() => server.closeIdleConnections(), 50);
      await Promise.all([left, new Promise((resolve) => server.close(resolve))]);
      clearInterval(idle);
      clearTimeout(impatient);
    });
    const { port } = server.address() as AddressInfo;
    return {
      url: `http://localhost:${port}`,
      port,
      database,
      firstAdministrator,
      stop: stopAll,
    };
  } catch (error) {
    await stopAll();
    throw error;
  }
}
