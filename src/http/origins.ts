import type { IncomingMessage } from "node:http";
import cors from "cors";
import { ownOrigin } from "../graphql/requests/door.ts";
import type { Config } from "../settings/config.ts";

/** Says which pages may call. Any may by default: the token is in a header, and there are no cookies. */
export function makeOrigins(allowed: Config["allowedOrigins"]) {
  return {
    /** Sets the headers by which browsers let pages of other origins read answers, and answers their preflights. */
    headers: cors({
      origin: allowed,
      methods: ["GET", "POST"],
      exposedHeaders: ["Retry-After", "X-Request-Id"],
      maxAge: 86400,
    }),
    /** True if a websocket may be opened: browsers ask for no permission, and send the origin of our own pages too. */
    mayConnect(message: IncomingMessage): boolean {
      const { origin } = message.headers;
      if (allowed === "*" || origin === undefined || allowed.includes(origin)) return true;
      return ownOrigin(message) !== undefined;
    },
  };
}

export type Origins = ReturnType<typeof makeOrigins>;
