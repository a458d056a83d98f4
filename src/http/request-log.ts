import type { IncomingMessage, ServerResponse } from "node:http";
import { LoggedRequest, requestId } from "../log/request.ts";
import type { Log } from "../process/log.ts";

/** What is served outside GraphQL, by the beginning of its path. A path itself may say too much, or anything. */
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
  "/export",
  "/positions/owntracks",
  "/positions/osmand",
  "/positions/overland",
  "/.well-known/jwks.json",
];

const routeOf = (url = "") =>
  ROUTES.find(
    (route) => url === route || (/[/?]/.test(url[route.length] ?? "") && url.startsWith(route)),
  ) ?? "other";

/** What comes again and again, and says nothing if it succeeds. */
const isRoutine = (route: string, method: string | undefined) =>
  route === "/healthz" || route === "/readyz" || method === "OPTIONS";

/** Makes what logs each request over HTTP when it has ended, and names it. Its id is the header `X-Request-Id` of the answer. */
export function makeRequestLog(log: Log) {
  return (request: IncomingMessage, response: ServerResponse): LoggedRequest => {
    const logged = new LoggedRequest(requestId(request.headers));
    // Now, because the routers of Express change the URL.
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
  };
}
