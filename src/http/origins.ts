import type { IncomingMessage } from "node:http";
import cors from "cors";
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
    mayConnect({ headers: { origin, host } }: IncomingMessage): boolean {
      if (allowed === "*" || origin === undefined || allowed.includes(origin)) return true;
      return host !== undefined && origin.split("://")[1] === host;
    },
  };
}

export type Origins = ReturnType<typeof makeOrigins>;
