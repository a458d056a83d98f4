import { randomUUID } from "node:crypto";
import { pipeline } from "node:stream/promises";
import { type Request, type Response, Router } from "express";
import type pg from "pg";
import { bearerToken, type Tokens } from "../auth/tokens.ts";
import { type ErrorCode, errorExtensions, LOG_IN_FIRST } from "../errors/app-error.ts";
import type { Log } from "../process/log.ts";

/** How many bytes are read from the database at a time. */
const SLICE = 262_144;

const FIND = `
  select a.role <> 'app_anonymous' as "isUser", replace(s.id::text, '-', '') as version, s.size
    from app_private.authenticate($1, $2, $3) a, app_private.find_speech($4, $5) s`;
const READ = "select app_private.read_speech($1, $2, $3) as bytes";

interface Found {
  /** Whether the request has a token that is valid now. */
  isUser: boolean;
  /** The speech's id as URLs have it; null where nothing is spoken. */
  version: string | null;
  size: number | null;
}

/** A number in the path that an integer of the database can be; 0, which is no alert and no level, for any other. */
function toInteger(text: unknown): number {
  const number = /^\d+$/.test(String(text)) ? Number(text) : 0;
  return number < 2 ** 31 ? number : 0;
}

function refuse(response: Response, status: number, code: ErrorCode, message: string): void {
  response
    .status(status)
    .set("Cache-Control", "no-store")
    .json({ errors: [{ message, extensions: errorExtensions(code) }] });
}

/** The part asked for, both ends included; undefined for the whole, -1 for one that is not there. */
function wantedPart(
  request: Request,
  etag: string,
  size: number,
): [number, number] | -1 | undefined {
  const condition = request.get("If-Range");
  // Of parts, only a GET may ask.
  if (request.method !== "GET" || (condition !== undefined && condition !== etag)) return undefined;
  const ranges = request.range(size);
  if (ranges === -1) return -1;
  if (!Array.isArray(ranges) || ranges.type !== "bytes") return undefined;
  const [range, ...others] = ranges;
  // Several at once may be answered by the whole.
  return range && others.length === 0 ? [range.start, range.end] : undefined;
}

/**
 * `GET /alerts/:id/audio/:level.mp3`: an alert's text 1, 2 or 3 as speech, whole or a part. For whoever has a valid
 * token, or the `v` of audioUrl1 to 3: players send no headers, and who knows it has read the alert.
 *
 * Errors have the form of GraphQL's, with a status: 401 without either, 404 where nothing is spoken (yet), 416 for a
 * part that is not there.
 */
export function audioRouter(pool: pg.Pool, tokens: Tokens, log: Log): Router {
  async function find(request: Request): Promise<Found> {
    const token = bearerToken(request.headers.authorization);
    const identity = token === undefined ? undefined : tokens.verify(token);
    const { rows } = await pool.query<Found>({
      name: "find-speech",
      text: FIND,
      values: [
        identity?.userId,
        identity?.tokenVersion,
        identity?.tokenId,
        toInteger(request.params.id),
        toInteger(request.params.level),
      ],
    });
    return rows[0] as Found;
  }

  async function* read(version: string, first: number, last: number): AsyncGenerator<Buffer> {
    for (let at = first; at <= last; at += SLICE) {
      const values = [version, at, Math.min(SLICE, last + 1 - at)];
      const { rows } = await pool.query<{ bytes: Buffer }>({
        name: "read-speech",
        text: READ,
        values,
      });
      yield rows[0]?.bytes as Buffer;
    }
  }

  async function serve(request: Request, response: Response): Promise<void> {
    const { isUser, version, size } = await find(request);
    const isVersion = version !== null && request.query.v === version;
    if (!isUser && !isVersion) return refuse(response, 401, "UNAUTHENTICATED", LOG_IN_FIRST);
    if (version === null || size === null) {
      return refuse(response, 404, "NOT_FOUND", "There is no such speech, or not yet.");
    }
    const etag = `"${version}"`;
    response.set({ ETag: etag, "Accept-Ranges": "bytes" });
    if (isVersion) {
      response.set("Cache-Control", "public, max-age=31536000, immutable");
    } else {
      response.set("Cache-Control", "private, no-cache").vary("Authorization");
    }
    if (request.fresh) {
      response.status(304).end();
      return;
    }
    const part = wantedPart(request, etag, size);
    if (part === -1) {
      response.set("Content-Range", `bytes */${size}`);
      return refuse(response, 416, "BAD_USER_INPUT", `The speech has ${size} bytes.`);
    }
    if (part) response.status(206).set("Content-Range", `bytes ${part.join("-")}/${size}`);
    const [first, last] = part ?? [0, size - 1];
    const length = last + 1 - first;
    response.set({ "Content-Type": "audio/mpeg", "Content-Length": String(length) });
    if (request.method === "HEAD") response.end();
    else await pipeline(read(version, first, last), response);
  }

  return Router().get("/alerts/:id/audio/:level.mp3", async (request, response) => {
    try {
      await serve(request, response);
    } catch (error) {
      // The listener went away.
      if ((error as NodeJS.ErrnoException).code === "ERR_STREAM_PREMATURE_CLOSE") return;
      const id = randomUUID();
      log(`error ${id}: ${(error as Error).stack}`);
      if (response.headersSent) return;
      const message = `Something went wrong on our side. Its id in our log is ${id}.`;
      refuse(response, 500, "INTERNAL_SERVER_ERROR", message);
    }
  });
}
