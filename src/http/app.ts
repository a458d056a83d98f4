import cors from "cors";
import express, { type Express } from "express";
import { type PostGraphileInstance, postgraphile } from "postgraphile";
import type { GrafservBase } from "postgraphile/grafserv";
import { grafserv } from "postgraphile/grafserv/express/v4";
import type { Tokens } from "../auth/tokens.ts";
import type { Config } from "../config/config.ts";
import type { Database } from "../database/open.ts";
import type { Log } from "../process/log.ts";
import { audioRouter } from "./audio.ts";
import { consoleRouter } from "./console.ts";
import { type FeatureStates, healthRouter } from "./health.ts";
import { plainJson } from "./plain-json.ts";

/** The Express app around PostGraphile: other origins, health, speech, console, GraphQL. */
export async function makeApp(parts: {
  config: Pick<Config, "allowedOrigins" | "map">;
  database: Database;
  tokens: Tokens;
  log: Log;
  preset: GraphileConfig.Preset;
  isEnding: () => boolean;
  features?: FeatureStates;
}): Promise<{ app: Express; serv: GrafservBase; release: () => Promise<void> }> {
  const app = express();
  app.disable("x-powered-by");
  // The token is in a header and there are no cookies: any origin may ask.
  app.use(cors({ origin: parts.config.allowedOrigins, methods: ["GET", "POST"], maxAge: 86400 }));
  app.use(plainJson);
  app.use(healthRouter(parts.database, parts.isEnding, parts.features));
  app.use(audioRouter(parts.database.hostPool, parts.tokens, parts.log));
  app.use(consoleRouter(parts.config.map));

  const instance: PostGraphileInstance = postgraphile(parts.preset);
  // Built now, so that the first request finds it, and a fault stops the start.
  await instance.getSchema();
  const serv = instance.createServ(grafserv);
  await serv.addTo(app, null as never, false);
  return {
    app,
    serv,
    release: async () => await instance.release(),
  };
}
