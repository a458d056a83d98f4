import type { RequestListener } from "node:http";
import cors from "cors";
import express from "express";
import { type PostGraphileInstance, postgraphile } from "postgraphile";
import type { GrafservBase } from "postgraphile/grafserv";
import type { AnswerTurns } from "../database/large-answers.ts";
import type { Database } from "../database/open.ts";
import { createWithPgClient } from "../database/request-adaptor.ts";
import type { PushChannel } from "../delivery/push/index.ts";
import { providerStates } from "../delivery/push/states.ts";
import type { MaskError } from "../graphql/errors/mask-error.ts";
import { makeFastAnswer } from "../graphql/fast-path/answer.ts";
import type { FastPath } from "../graphql/fast-path/index.ts";
import type { Door } from "../graphql/requests/door.ts";
import type { TakeQuota } from "../limits/quotas.ts";
import { type Mail, mailStateText } from "../mail/index.ts";
import type { Log } from "../ops/log.ts";
import type { People } from "../people/index.ts";
import type { Config } from "../settings/config.ts";
import { publicKeySet } from "../settings/token-keys.ts";
import type { Speech } from "../speech/index.ts";
import type { StreetSearch } from "../streets/search.ts";
import { audioRouter } from "./audio.ts";
import { consoleRouter, makeAlertDefaults, personRouter, streets } from "./console.ts";
import { errorHandler } from "./errors.ts";
import { personExportRouter } from "./export-download.ts";
import { Grafserv } from "./graphql/grafserv.ts";
import { graphqlHandler, isGraphQL } from "./graphql.ts";
import { type FeatureStates, healthRouter } from "./health.ts";
import { isPositions, positionsHandler } from "./positions.ts";
import { makeRequestLog } from "./request-log.ts";

/** The beginning of a request target in the absolute form, up to its path. */
const ABSOLUTE = /^https?:\/\/[^/?#]*/i;

/** Makes the HTTP listener. GraphQL and apps' reports come first. Express serves health, speech, pages and GraphiQL. */
export async function makeApp(parts: {
  config: Pick<Config, "allowedOrigins" | "limits" | "map" | "mail">;
  database: Database;
  people: Pick<People, "keys" | "tickets">;
  push: Pick<PushChannel, "status">;
  mail: Pick<Mail, "status">;
  speech: Pick<Speech, "status">;
  door: Door;
  maskError: MaskError;
  takeQuota: TakeQuota;
  answerTurns: AnswerTurns;
  log: Log;
  preset: GraphileConfig.Preset;
  /** The preset's fast path. Absent if Grafast executes every request. */
  fastPath?: FastPath | undefined;
  isEnding: () => boolean;
  /** Absent without a map's file. */
  streetSearch?: StreetSearch | undefined;
}): Promise<{ listener: RequestListener; serv: GrafservBase; release: () => Promise<void> }> {
  const { database, people, push, mail, speech, fastPath, answerTurns } = parts;
  const instance: PostGraphileInstance = postgraphile(parts.preset);
  // Built before the first request, so that a fault in it stops the start.
  const schema = await instance.getSchema();
  const serv = instance.createServ((config) => new Grafserv(config, parts.takeQuota));
  await serv.ready();
  const grafserv = serv.createHandler();
  const withPgClient = createWithPgClient({ pool: database.hostPool, answerTurns });
  const { bytes } = parts.config.limits.answer;
  const fast =
    fastPath &&
    makeFastAnswer(fastPath, schema, withPgClient, parts.takeQuota, parts.maskError, bytes);

  // Any origin may call by default: the token is in a header, and there are no cookies.
  const origins = cors({
    origin: parts.config.allowedOrigins,
    methods: ["GET", "POST"],
    exposedHeaders: ["Retry-After", "X-Request-Id"],
    maxAge: 86400,
  });
  const app = express();
  app.disable("x-powered-by");
  app.use(origins);
  const features: FeatureStates = {
    push: (failing) => providerStates(push.status, failing),
    speech: speech.status,
    mail: (failing) => mailStateText(mail.status, failing),
  };
  app.use(healthRouter(database, parts.isEnding, features));
  app.get("/.well-known/jwks.json", (_request, response) => {
    response.set("Cache-Control", "public, max-age=300").json(publicKeySet(people.keys));
  });
  app.use(audioRouter(database.hostPool, parts.takeQuota));
  app.use(personExportRouter(database.hostPool, people.tickets, parts.takeQuota));
  if (parts.streetSearch) {
    app.get("/console/streets", streets(parts.streetSearch, parts.takeQuota));
  }
  app.use(
    consoleRouter(
      parts.config.map,
      makeAlertDefaults(database.readinessPool),
      undefined,
      parts.config.mail !== undefined,
    ),
  );
  app.use(personRouter(parts.config.map));
  app.use(grafserv);
  app.use(errorHandler(parts.log));

  const logRequest = makeRequestLog(parts.log);
  const graphql = graphqlHandler(origins, grafserv, fast, parts.maskError);
  const positions = positionsHandler({ ...parts, pool: database.hostPool });
  return {
    listener: (message, response) => {
      // RFC 9112 3.2.2: a server takes the absolute form too, as it comes from clients that know it as a proxy.
      message.url = message.url?.replace(ABSOLUTE, "").replace(/^(?!\/)/, "/");
      const logged = logRequest(message, response);
      const request = parts.door.receive(message, logged);
      if (isGraphQL(message)) return graphql(message, response, request);
      if (isPositions(message)) return void positions(message, response, request);
      app(message, response);
    },
    serv,
    release: async () => await instance.release(),
  };
}
