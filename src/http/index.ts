import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import express from "express";
import { type PostGraphileInstance, postgraphile } from "postgraphile";
import { openCapReader } from "../cap/index.ts";
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
import type { Live } from "../live/index.ts";
import type { Mail } from "../mail/index.ts";
import { channelStateText } from "../ops/channel-state.ts";
import type { Log } from "../ops/log.ts";
import { LoggedRequest, requestId } from "../ops/logged-request.ts";
import type { People } from "../people/index.ts";
import type { Config } from "../settings/config.ts";
import { publicKeySet } from "../settings/token-keys.ts";
import type { Speech } from "../speech/index.ts";
import type { StreetSearch } from "../streets/search.ts";
import { audioRouter } from "./audio.ts";
import { capRouter } from "./cap-router.ts";
import {
  consoleRouter,
  LOGO_URL,
  logoHandler,
  makeAlertDefaults,
  personRouter,
  streets,
} from "./console.ts";
import { errorHandler } from "./errors.ts";
import { personExportRouter } from "./export-download.ts";
import { Grafserv, graphqlHandler, isGraphQL } from "./graphql.ts";
import { type FeatureStates, healthRouter } from "./health.ts";
import {
  closeServer,
  drainServer,
  handOver,
  heldUntil,
  listen,
  makeServer,
} from "./http-server.ts";
import { oidcRouter } from "./oidc-router.ts";
import { makeOrigins, type Origins } from "./origins.ts";
import { isPositions, positionsHandler } from "./positions.ts";
import { unsubscribeRouter } from "./unsubscribe.ts";
import { serveWebsockets } from "./websockets.ts";

/** For running requests when the service ends. */
const CLOSE_GRACE_MS = 10_000;

/** The beginning of a request target in the absolute form, up to its path. */
const ABSOLUTE = /^https?:\/\/[^/?#]*/i;

/** The routes that are logged, as beginnings of paths. A whole path may reveal too much, or contain anything. */
const ROUTES = [
  "/graphql",
  "/graphiql",
  "/healthz",
  "/readyz",
  "/",
  "/assets",
  "/console",
  "/join",
  "/alerts",
  "/alerts.atom",
  "/alerts.geojson",
  "/drills.atom",
  "/drills.geojson",
  "/export",
  "/oidc",
  "/unsubscribe",
  "/positions/owntracks",
  "/positions/osmand",
  "/positions/overland",
  "/.well-known/jwks.json",
];

const routeOf = (url = "") =>
  ROUTES.find(
    (route) => url === route || (/[/?]/.test(url[route.length] ?? "") && url.startsWith(route)),
  ) ?? "other";

/** True for frequent requests that are of no interest if they succeed. */
const isRoutine = (route: string, method: string | undefined) =>
  route === "/healthz" || route === "/readyz" || method === "OPTIONS";

/** Gives a message its id, which its answer has as `X-Request-Id`, and logs it when it ends. */
function logMessage(log: Log, request: IncomingMessage, response: ServerResponse): LoggedRequest {
  const logged = new LoggedRequest(requestId(request.headers));
  response.setHeader("X-Request-Id", logged.id);
  // Found now, because the routers of Express change the URL.
  const route = routeOf(request.url);
  response.on("close", () => {
    logged.end(log, {
      transport: "http",
      route,
      status: response.statusCode,
      isAborted: !response.writableFinished,
      level: isRoutine(route, request.method) ? "debug" : "info",
    });
  });
  return logged;
}

/** What HTTP needs of the rooms of the service. */
interface Parts {
  config: Config;
  database: Database;
  people: Pick<People, "keys" | "oidc" | "seal" | "tickets" | "tokens">;
  push: Pick<PushChannel, "status">;
  mail: Pick<Mail, "status">;
  speech: Pick<Speech, "status">;
  live: Live;
  door: Door;
  maskError: MaskError;
  takeQuota: TakeQuota;
  answerTurns: AnswerTurns;
  log: Log;
  preset: GraphileConfig.Preset;
  /** The preset's fast path. Absent if Grafast executes every request. */
  fastPath?: FastPath | undefined;
  /** Absent without a map's file. */
  streetSearch?: StreetSearch | undefined;
}

/** Makes the HTTP listener. GraphQL and apps' reports come first. Express serves health, speech, pages and GraphiQL. */
async function makeApp(parts: Parts, origins: Origins, isEnding: () => boolean) {
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

  const app = express();
  app.disable("x-powered-by");
  app.use(origins.headers);
  const features: FeatureStates = {
    push: (failing) => providerStates(push.status, failing),
    speech: speech.status,
    mail: (failing) => channelStateText(mail.status, failing),
  };
  app.use(healthRouter(database, isEnding, features));
  app.get("/.well-known/jwks.json", (_request, response) => {
    response.set("Cache-Control", "public, max-age=300").json(publicKeySet(people.keys));
  });
  app.use(audioRouter(database.hostPool, parts.takeQuota));
  const { capMessages } = parts.config;
  if (capMessages) {
    app.use(capRouter(openCapReader(database.hostPool, capMessages), parts.takeQuota));
  }
  app.use(personExportRouter(database.hostPool, people.tickets, parts.takeQuota));
  app.use(unsubscribeRouter(database.hostPool, people.seal, parts.takeQuota));
  if (people.oidc) app.use(oidcRouter(people.oidc, parts.takeQuota, parts.log));
  if (parts.streetSearch) {
    app.get("/console/streets", streets(parts.streetSearch, parts.takeQuota));
  }
  const { logo, ...organisation } = parts.config.organisation;
  if (logo) app.get(`/${LOGO_URL}`, logoHandler(logo));
  app.use(
    consoleRouter(parts.config.map, makeAlertDefaults(database.readinessPool), undefined, {
      hasMail: parts.config.mail !== undefined,
      hasAlertMail: parts.config.push.email !== undefined,
      hasNtfy: parts.config.push.ntfy.url !== undefined,
      hasSms: parts.config.push.sms !== undefined,
      hasTranslation: Object.values(parts.config.translate).some(Boolean),
      publicUrl: parts.config.publicUrl,
      loginProviders: people.oidc?.names ?? [],
      organisation: { ...organisation, logo: logo && LOGO_URL },
      hasFeed: capMessages !== undefined,
    }),
  );
  app.use(personRouter(parts.config.map, capMessages !== undefined));
  app.use(grafserv);
  app.use(errorHandler(parts.log));

  const graphql = graphqlHandler(origins.headers, grafserv, fast, parts.maskError);
  const positions = positionsHandler({ ...parts, pool: database.hostPool });
  const listener: RequestListener = (message, response) => {
    // RFC 9112 3.2.2: a server takes the absolute form too, as it comes from clients that know it as a proxy.
    message.url = message.url?.replace(ABSOLUTE, "").replace(/^(?!\/)/, "/");
    const request = parts.door.receive(message, logMessage(parts.log, message, response));
    if (isGraphQL(message)) return graphql(message, response, request);
    if (isPositions(message)) return void positions(message, response, request);
    app(message, response);
  };
  return { listener, serv, release: async () => await instance.release() };
}

/** Serves the app and websockets on one port. The server holds requests until `answerRequests` is called. */
export async function openHttp(parts: Parts) {
  const { config } = parts;
  const origins = makeOrigins(config.allowedOrigins);
  await using started = new AsyncDisposableStack();
  let isEnding = false;
  const app = await makeApp(parts, origins, () => isEnding);
  started.defer(app.release);
  const { promise: opened, resolve: answerRequests } = Promise.withResolvers<void>();
  const server = makeServer(heldUntil(opened, app.listener), config);
  const websockets = serveWebsockets(server, opened, { ...parts, serv: app.serv, origins });
  const port = await listen(server, config.port);
  const running = started.move();
  return {
    port,
    answerRequests,
    /** @param isReplaced True if another host serves on the same port. */
    async close(isReplaced: boolean): Promise<void> {
      if (isReplaced) await handOver(server, config.timeoutsMs.keepAlive);
      isEnding = true;
      if (!isReplaced) await drainServer(server, config.drainMs);
      await Promise.all([websockets.close(CLOSE_GRACE_MS), closeServer(server, CLOSE_GRACE_MS)]);
      await running.disposeAsync();
    },
  };
}
