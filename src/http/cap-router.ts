import { type Request, type RequestHandler, type Response, Router } from "express";
import type { FeedWish } from "../cap/cap-feed.ts";
import type { CapReader } from "../cap/index.ts";
import type { Request as Asking } from "../graphql/requests/request.ts";
import { pay, type TakeQuota } from "../limits/quotas.ts";
import { toInteger } from "./audio.ts";
import { refuse } from "./errors.ts";

const TYPES = { atom: "application/atom+xml", geojson: "application/geo+json" };
const ONE_FIELD = { reports: 0, others: 1 };

/** Numbers separated by commas, each between its least and most. Undefined if they are others. */
function numbers(given: unknown, ranges: [number, number][]): number[] | undefined {
  const words = String(given).split(",");
  const found = words.map((word) => (/^-?\d+(\.\d+)?$/.test(word) ? Number(word) : Number.NaN));
  const isRight = ranges.every(([least, most], at) => {
    const number = found[at] ?? Number.NaN;
    return number >= least && number <= most;
  });
  return isRight && found.length === ranges.length ? found : undefined;
}

const box = (west: number, south: number, east: number, north: number) =>
  `((${west} ${south},${east} ${south},${east} ${north},${west} ${north},${west} ${south}))`;

const LATITUDE: [number, number] = [-90, 90];
const LONGITUDE: [number, number] = [-180, 180];

/** The place that a request names, as well-known text; undefined if it names none. Null if it is malformed. */
function placeOf({ point, bbox }: Request["query"]): string | undefined | null {
  if (point !== undefined && bbox !== undefined) return null;
  if (point !== undefined) {
    const [latitude, longitude] = numbers(point, [LATITUDE, LONGITUDE]) ?? [];
    return latitude === undefined ? null : `POINT(${longitude} ${latitude})`;
  }
  if (bbox === undefined) return undefined;
  const ranges = [LONGITUDE, LATITUDE, LONGITUDE, LATITUDE];
  const [west, south, east, north] = (numbers(bbox, ranges) ?? []) as [number, ...number[]];
  if (south === undefined || east === undefined || north === undefined) return null;
  if (south >= north || west === east) return null;
  // West of 180 degrees to the east of it.
  return west < east
    ? `POLYGON${box(west, south, east, north)}`
    : `MULTIPOLYGON(${box(west, south, 180, north)},${box(-180, south, east, north)})`;
}

const MALFORMED =
  "point is latitude,longitude, bbox is west,south,east,north in degrees, of which one may be given, and zones is one.";

/** True if the client has this answer. Unlike Express, also if it sends no-cache, as fetch() does, which means caches. */
function isCurrent(request: Request, etag: string, updated: Date): boolean {
  const tags = request.get("If-None-Match");
  if (tags !== undefined) return tags.includes(etag);
  return Date.parse(request.get("If-Modified-Since") ?? "") >= Math.floor(+updated / 1000) * 1000;
}

/** Serves the messages of CAP at `/alerts/:id/cap/:version-:zone.xml`, and their feeds, to everybody. */
export function capRouter(cap: CapReader, takeQuota: TakeQuota): Router {
  // Every message has one before Express gets it.
  const payOne = ({ request }: Request) => pay(takeQuota, request as Asking, ONE_FIELD);

  async function message(request: Request, response: Response): Promise<void> {
    await payOne(request);
    const [alert, version, zone] = ["id", "version", "zone"].map((name) =>
      toInteger(request.params[name]),
    ) as [number, number, number];
    const isThere = zone >= 1 && zone <= 3;
    const level = request.query.zones === "one" ? 0 : zone;
    const found = isThere ? await cap.message(alert, version, level) : null;
    if (!found) return refuse(response, 404, "NOT_FOUND", "There is no such message, or not yet.");
    response.set("Cache-Control", "public, max-age=31536000, immutable");
    response.type("application/cap+xml").send(found);
  }

  const feed =
    (name: FeedWish["name"], format: FeedWish["format"]): RequestHandler =>
    async (request, response) => {
      const { zones } = request.query;
      const place = placeOf(request.query);
      if (place === null || (zones !== undefined && zones !== "one")) {
        return refuse(response, 400, "BAD_USER_INPUT", MALFORMED);
      }
      if (place) await payOne(request);
      const { body, etag, updated } = await cap.feed({
        name,
        format,
        isSingle: zones === "one",
        place,
      });
      response.set({
        ETag: etag,
        "Last-Modified": updated.toUTCString(),
        "Cache-Control": "public, max-age=1",
      });
      if (isCurrent(request, etag, updated)) response.status(304).end();
      else response.type(TYPES[format]).send(body);
    };

  const router = Router().get("/alerts/:id/cap/:version-:zone.xml", message);
  for (const name of ["alerts", "drills"] as const) {
    for (const format of ["atom", "geojson"] as const) {
      router.get(`/${name}.${format}`, feed(name, format));
    }
  }
  return router;
}
