import type { IncomingMessage, ServerResponse } from "node:http";
import type { Log } from "../ops/log.ts";
import { LoggedRequest, requestId } from "../ops/logged-request.ts";

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

/** True for frequent requests that are of no interest if they succeed. */
const isRoutine = (route: string, method: string | undefined) =>
  route === "/healthz" || route === "/readyz" || method === "OPTIONS";

/** Makes the function that gives a request over HTTP its id, which its answer has as `X-Request-Id`, and logs the request when it ends. */
export function makeRequestLog(log: Log) {
  return (request: IncomingMessage, response: ServerResponse): LoggedRequest => {
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
  };
}
