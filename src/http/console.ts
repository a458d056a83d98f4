import { existsSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import express, { type Request, type RequestHandler, type Response, Router } from "express";
import type { Pool } from "pg";
import { pay, type TakeQuota } from "../limits/quotas.ts";
import { tarpit } from "../limits/tarpit.ts";
import { BusyError, LOG_IN_FIRST } from "../ops/app-error.ts";
import { shareAnswers } from "../ops/share-answers.ts";
import type { Logo } from "../settings/logo.ts";
import { MAP_FILE_URL, type MapConfig, type MapSettings } from "../settings/map.ts";
import type { StreetSearch } from "../streets/search.ts";
import { requestedRange } from "./byte-range.ts";
import { refuse } from "./errors.ts";

/** What a new alert gets for the fields that its input leaves out. */
export interface AlertDefaults {
  /** Metres around the area. */
  level2Distance: number;
  level3Distance: number;
  /** Seconds from publication to the end. */
  duration: number;
  /** The greatest age of a position that counts, in seconds. */
  maxPositionAge: number;
  /** The language of the texts. */
  language: string;
  /** The languages that are spoken (BCP 47, in lower case); one with more parts is, too. */
  voices: string[];
}

/** What the host tells the console at config.json. */
export interface HostSettings {
  map: MapSettings | null;
  /** Null if the database does not answer. */
  alertDefaults: AlertDefaults | null;
  /** True if the host sends mails, such as to people who forgot their password. */
  hasMail: boolean;
  /** True if alerts go out by email. */
  hasAlertMail?: boolean;
  /** True if people can be told by a topic of ntfy. */
  hasNtfy?: boolean;
  /** True if alerts go out by SMS. */
  hasSms?: boolean;
  /** True if drafts can be translated. */
  hasTranslation?: boolean;
  /** The address of the service for people. Absent if it is not set. */
  publicUrl?: string | undefined;
  /** The names of the OpenID providers where people log in. */
  loginProviders?: string[];
  organisation?: Organisation | undefined;
  /** True if others can read the alerts at alerts.atom. */
  hasFeed?: boolean;
}

/** Who warns, as far as the settings say. */
export interface Organisation {
  name?: string | undefined;
  contact?: string | undefined;
  privacyUrl?: string | undefined;
  /** The address of its mark on the host. */
  logo?: string | undefined;
}

/** The address of the organisation's mark. */
export const LOGO_URL = "console/logo";

/** Serves the organisation's mark, in which an SVG may have styles and no more. */
export const logoHandler =
  ({ type, content }: Logo): RequestHandler =>
  (_request, response) => {
    response.set({
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-cache",
    });
    response.type(type).send(content);
  };

const MAX_QUERY_CHARACTERS = 100;

/**
 * Answers `GET /console/streets?text=`: streets and addresses of the map's file. A request needs a valid token, so that
 * only users can make the host search. Streets are no secret, so the database is not asked about the token's session. A
 * search counts as a request of its user.
 */
export const streets =
  (search: StreetSearch, takeQuota: TakeQuota): RequestHandler =>
  async ({ request, query: { text } }, response) => {
    if (!request?.identity) return refuse(response, 401, "UNAUTHENTICATED", LOG_IN_FIRST);
    if (typeof text !== "string" || text.length > MAX_QUERY_CHARACTERS) {
      const message = `text must be a name of at most ${MAX_QUERY_CHARACTERS} characters.`;
      return refuse(response, 400, "BAD_USER_INPUT", message);
    }
    await pay(takeQuota, request, { reports: 0, others: 1 });
    const found = await search.find(text, request.identity.userId);
    if (!found) {
      await tarpit();
      throw new BusyError();
    }
    response.set("Cache-Control", "private, no-store").json(found);
  };

/** The files at the root of the host, by their paths. The build keeps them in the console's folder. */
const FILES: Record<string, string> = {
  "/": "/person.html",
  "/person-worker.js": "/person-worker.js",
  "/manifest.webmanifest": "/manifest.webmanifest",
};
/** The folders of files that the pages share. */
const SHARED = /^\/(?:assets|icons)(?:\/[\w-][\w.-]*)+$/;

const FEED = '<link rel="alternate" type="application/atom+xml" href="alerts.atom">';

/** Serves the person's page with a link in its head by which readers of feeds find that of the alerts. */
const pageWithFeed =
  (directory: string): RequestHandler =>
  async (request, response, next) => {
    const page = join(directory, FILES["/"] as string);
    if (request.url !== FILES["/"] || !existsSync(page)) return next();
    const html = await readFile(page, "utf8");
    response.set("Cache-Control", "no-cache").type("html");
    response.send(html.replace("</head>", `${FEED}</head>`));
  };

/**
 * Serves the person's own page at `/`, with its service worker, whose scope is the worker's folder.
 * @param hasFeed True if the service publishes its alerts by CAP.
 */
export function personRouter(
  map: MapConfig | undefined,
  hasFeed = false,
  directory = BUILT_CONSOLE,
): Router {
  const isOurs: RequestHandler = (request, _response, next) => {
    const { path } = request;
    if (request.method !== "GET" && request.method !== "HEAD") return next("router");
    const file = Object.hasOwn(FILES, path) ? FILES[path] : SHARED.test(path) ? path : undefined;
    if (!file) return next("router");
    request.url = file;
    next();
  };
  return Router().use(
    isOurs,
    pageHeaders(map),
    ...(hasFeed ? [pageWithFeed(directory)] : []),
    ...builtFiles(directory),
    consoleMustBeBuilt(directory),
  );
}

const READ = `
  select level2_distance as "level2Distance", level3_distance as "level3Distance", duration,
      max_position_age as "maxPositionAge", language, voices
    from app_private.alert_defaults()`;

/** Anyone may ask, and the settings hardly ever change. */
const CACHE_LIFETIME_MS = 5_000;

/**
 * Makes a function that returns the defaults of a new alert. While the database is away, it returns the last known
 * ones, or null.
 */
export function makeAlertDefaults(pool: Pick<Pool, "query">): () => Promise<AlertDefaults | null> {
  let known: AlertDefaults | null = null;
  const read = shareAnswers(
    async () => (await pool.query<AlertDefaults>(READ)).rows[0] ?? null,
    CACHE_LIFETIME_MS,
  );
  return async () => {
    // GET /readyz says why it failed. The console works without the defaults.
    known = await read().catch(() => known);
    return known;
  };
}

/** The directory that the build of the console writes. */
export const BUILT_CONSOLE = fileURLToPath(new URL("../../console/dist", import.meta.url));

const YEAR_S = 31_536_000;
const NOT_BUILT =
  "The console is not built: start the service with npm start, or run npm run build --workspace console.\n";

/** Serves the built files of a directory, each in the smallest encoding that the client takes. */
export function builtFiles(directory: string): RequestHandler[] {
  const files = express.static(directory, {
    // Names of scripts and styles contain a hash of their content, so they never change. Browsers revalidate the rest.
    setHeaders(response, path) {
      const isHashed = path.startsWith(join(directory, "assets"));
      response.setHeader(
        "Cache-Control",
        isHashed ? `public, max-age=${YEAR_S}, immutable` : "no-cache",
      );
    },
  });
  return [compressedFiles(directory), files];
}

/** Says how to build the console, if it is not built. */
export const consoleMustBeBuilt =
  (directory: string): RequestHandler =>
  (_request, response, next) => {
    if (existsSync(join(directory, "index.html"))) next();
    else response.status(503).type("text").send(NOT_BUILT);
  };

/** The endings of compressed copies, the best first. */
const ENDINGS = { br: ".br", gzip: ".gz" } as const;

/** Rewrites the URL of a request to the file's smallest copy that the client accepts. The build makes the copies. */
function compressedFiles(directory: string): RequestHandler {
  return (request, response, next) => {
    const path = request.path.endsWith("/") ? `${request.path}index.html` : request.path;
    // Safe without decoding: the build's file names contain no escaped characters.
    const inside = normalize(path);
    const made = (Object.keys(ENDINGS) as (keyof typeof ENDINGS)[]).filter((encoding) =>
      existsSync(join(directory, inside + ENDINGS[encoding])),
    );
    if (made.length === 0) return next();
    response.vary("Accept-Encoding");
    // Browsers list gzip first, but do not prefer it.
    const encoding = made.find((copy) => request.acceptsEncodings(copy));
    if (!encoding) return next();
    response.set("Content-Encoding", encoding).type(extname(inside));
    request.url = path + ENDINGS[encoding];
    next();
  };
}

/** Returns the policy: the console may load from this host only, and from the map's host if MAP_URL is set. */
function contentSecurityPolicy(map: MapConfig | undefined): string {
  const origin =
    map && map.kind !== "file" ? ` ${new URL(map.url.replaceAll(/[{}]/g, "")).origin}` : "";
  const directives = [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self'",
    // MapLibre makes images as data: and blob: URLs.
    `img-src 'self' data: blob:${origin}`,
    "font-src 'self'",
    // Speech that is kept for use without a network is a blob: URL.
    "media-src 'self' blob:",
    `connect-src 'self'${origin}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return directives.join("; ");
}

/** Tiles and directories have fewer; a copy of a country would use up the bandwidth. */
const MAX_RANGE_BYTES = 4_000_000;

/** Answers from one opened file, so that the bytes are of the same file as the ETag even while it is replaced. */
async function serve(path: string, request: Request, response: Response): Promise<void> {
  await using file = await open(path);
  const { size, mtimeNs } = await file.stat({ bigint: true });
  const etag = `"${size}-${mtimeNs}"`;
  // The ETag is the same on all hosts if their copies have the same modification time. It is strong, because readers of
  // PMTiles begin again when it changes. Browsers ask whether their copy is still valid.
  response.set({ ETag: etag, "Accept-Ranges": "bytes", "Cache-Control": "no-cache" });
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  const range = requestedRange(request, etag, Number(size));
  if (range === undefined || range === -1 || range[1] - range[0] >= MAX_RANGE_BYTES) {
    response.removeHeader("ETag");
    response.set("Content-Range", `bytes */${size}`);
    const message = `The map's file is served in ranges of at most ${MAX_RANGE_BYTES} bytes.`;
    return refuse(response, 416, "BAD_USER_INPUT", message);
  }
  const [start, end] = range;
  response.status(206).set({
    "Content-Range": `bytes ${start}-${end}/${size}`,
    "Content-Length": String(end + 1 - start),
    "Content-Type": "application/octet-stream",
  });
  await pipeline(file.createReadStream({ start, end, autoClose: false }), response);
}

/** Serves the map's file in ranges, as it is at the moment of each request. */
export const mapFile =
  (path: string): RequestHandler =>
  async (request, response) => {
    try {
      await serve(path, request, response);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ENOENT" && !response.headersSent) {
        return refuse(response, 404, "NOT_FOUND", "The map's file is gone.");
      }
      // The client has closed the connection.
      if (code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
    }
  };

/** Sets the headers that protect the console's pages and the person's page. */
export function pageHeaders(map: MapConfig | undefined): RequestHandler {
  const policy = contentSecurityPolicy(map);
  return (_request, response, next) => {
    response.set({
      "Content-Security-Policy": policy,
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "same-origin",
      "Cross-Origin-Opener-Policy": "same-origin",
    });
    next();
  };
}

/** Serves the console at `/console/`, and its settings at `/console/config.json`. Redirects `/join` to a page there. */
export function consoleRouter(
  map: MapConfig | undefined,
  alertDefaults: () => Promise<AlertDefaults | null>,
  directory = BUILT_CONSOLE,
  host: Omit<HostSettings, "map" | "alertDefaults"> = { hasMail: false },
): Router {
  const headers = pageHeaders(map);
  const mapSettings = map ? { url: map.url, kind: map.kind, attribution: map.attribution } : null;
  const router = Router()
    .use("/console", headers)
    // The page's own addresses are relative to the folder.
    .get("/console", (request, response, next) => {
      if (request.path !== "/console") return next();
      response.redirect(301, request.originalUrl.replace("/console", "/console/"));
    });
  if (map?.file) router.get(`/console/${MAP_FILE_URL}`, mapFile(map.file));
  return (
    router
      // Relative, so that a proxy may move the path. A secret in the path moves behind #, which is not sent to servers.
      .get("/join{/:secret}", headers, (request, response) => {
        const up = request.path === "/join" ? "." : "..";
        const { secret = "" } = request.params as { secret?: string };
        response.set({ "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" });
        response.redirect(`${up}/console/join.html${secret && `#${encodeURIComponent(secret)}`}`);
      })
      .get("/console/config.json", async (_request, response) => {
        const settings: HostSettings = {
          map: mapSettings,
          alertDefaults: await alertDefaults(),
          ...host,
        };
        response.set("Cache-Control", "no-cache").json(settings);
      })
      // The person's page is at the root of the host.
      .get("/console/person.html", (_request, response) => response.redirect("../"))
      .use("/console", ...builtFiles(directory), consoleMustBeBuilt(directory))
  );
}
