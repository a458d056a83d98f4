import { pipeline } from "node:stream/promises";
import { type Request as Message, type Response, Router } from "express";
import type pg from "pg";
import { readSpeech } from "../database/read-speech.ts";
import type { Request } from "../graphql/requests/request.ts";
import { pay, type TakeQuota } from "../limits/quotas.ts";
import { Secrets } from "../limits/secrets.ts";
import { LOG_IN_FIRST } from "../ops/app-error.ts";
import type { Identity } from "../people/tokens.ts";
import { requestedRange } from "./byte-range.ts";
import { refuse } from "./errors.ts";

const FIND = `
  select a.role <> 'app_anonymous' as "isUser", replace(s.id::text, '-', '') as version, s.size
    from app_private.authenticate($1, $2) a, app_private.find_speech($3, $4, $5) s`;

/** A speech's id as in `audioUrl1`. */
const VERSION = /^[0-9a-f]{32}$/;

interface Found {
  /** True if the request has a valid token. */
  isUser: boolean;
  /** The speech's id as in `audioUrl1`; null if the text has no speech. */
  version: string | null;
  size: number | null;
}

/** Reads a number in the path. Returns 0, which no alert and no level has, if it is not an integer in PostgreSQL. */
export function toInteger(text: unknown): number {
  const number = /^\d+$/.test(String(text)) ? Number(text) : 0;
  return number < 2 ** 31 ? number : 0;
}

/**
 * Serves `GET /alerts/:id/audio/:level.mp3`: an alert's text 1, 2 or 3 as speech, with ranges, in the language of `v`,
 * or else its own. A request needs a valid token, or the parameter `v` of audioUrl1 to 3: audio players send no headers, and a client that knows `v`
 * has read the alert.
 *
 * A request whose `v` is known to be right counts against no quota. Others count against the user's, or as guesses of
 * the address.
 *
 * Errors look like GraphQL errors, with a status: 401 without token and `v`, 404 if there is no speech (yet), 416 for
 * a range outside the file, 503 if a quota is used up.
 */
export function audioRouter(pool: pg.Pool, takeQuota: TakeQuota): Router {
  const versions = new Secrets(takeQuota);

  async function find(
    alert: number,
    level: number,
    version: string | null,
    identity: Identity | undefined,
  ): Promise<Found> {
    const { rows } = await pool.query<Found>({
      name: "find-speech",
      text: FIND,
      values: [identity?.userId, identity?.sessionId, alert, level, version],
    });
    return rows[0] as Found;
  }

  /** Asks the database, if a quota allows it. `ask` says whether `v` is right. */
  async function askFor(secret: string, request: Request, ask: () => Promise<boolean>) {
    if (!request.identity || versions.isKnown(secret))
      return await versions.check(secret, request.address, ask);
    await pay(takeQuota, request, { reports: 0, others: 1 });
    const isRight = await ask();
    versions.note(secret, isRight);
    return isRight;
  }

  async function serve(message: Message, response: Response): Promise<void> {
    // Every message has one before Express gets it.
    const request = message.request as Request;
    const { identity } = request;
    const { v } = message.query;
    // The database is not asked if there is neither a token nor anything that could be a `v`.
    const asked = VERSION.test(String(v)) ? String(v) : null;
    if (!identity && !asked) {
      return refuse(response, 401, "UNAUTHENTICATED", LOG_IN_FIRST);
    }
    const alert = toInteger(message.params.id);
    const level = toInteger(message.params.level);
    let found: Found = { isUser: false, version: null, size: null };
    const hasVersion = await askFor(`${alert}/${level}/${v}`, request, async () => {
      found = await find(alert, level, asked, identity);
      return found.version !== null && asked === found.version;
    });
    const { isUser, version, size } = found;
    if (!isUser && !hasVersion) return refuse(response, 401, "UNAUTHENTICATED", LOG_IN_FIRST);
    if (version === null || size === null) {
      return refuse(
        response,
        404,
        "NOT_FOUND",
        "This text has no speech, not yet or no longer: while the alert is active, try again in a few seconds.",
      );
    }
    const etag = `"${version}"`;
    response.set({ ETag: etag, "Accept-Ranges": "bytes" });
    if (hasVersion) {
      response.set("Cache-Control", "public, max-age=31536000, immutable");
    } else {
      response.set("Cache-Control", "private, no-cache").vary("Authorization");
    }
    if (message.fresh) {
      response.status(304).end();
      return;
    }
    const range = requestedRange(message, etag, size);
    if (range === -1) {
      response.set("Content-Range", `bytes */${size}`);
      return refuse(response, 416, "BAD_USER_INPUT", `The speech has ${size} bytes.`);
    }
    if (range) response.status(206).set("Content-Range", `bytes ${range.join("-")}/${size}`);
    const [first, last] = range ?? [0, size - 1];
    const length = last + 1 - first;
    response.set({ "Content-Type": "audio/mpeg", "Content-Length": String(length) });
    if (message.method === "HEAD") response.end();
    else await pipeline(readSpeech(pool, version, first, last), response);
  }

  return Router().get("/alerts/:id/audio/:level.mp3", async (request, response) => {
    try {
      await serve(request, response);
    } catch (error) {
      // The client has closed the connection.
      if ((error as NodeJS.ErrnoException).code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
    }
  });
}
