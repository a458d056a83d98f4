import type { GeoJSON, Position } from "geojson";
import { place } from "../words/place-words.ts";
import { t } from "../words/translate.ts";
import { type Shape, shapesOf } from "./area.ts";
import { unwrapLongitudes } from "./meridian.ts";
import { grouped, isFlat, sizeOf } from "./nesting.ts";

/** The numbers of a position: two to four. */
const NUMBERS = /[-+\d.eE]+(?:\s+[-+\d.eE]+)*/g;

/** Reads POLYGON and MULTIPOLYGON, longitude before latitude. Returns undefined for anything else. */
function readWellKnownText(text: string): GeoJSON | undefined {
  const [, srid, type, body] =
    text.trim().match(/^(?:SRID=(\d+);)?\s*(POLYGON|MULTIPOLYGON)\s*(?:ZM|Z|M)?\s*(\(.*\))$/is) ??
    [];
  if (!type || !body) return undefined;
  const json = body
    .replaceAll(NUMBERS, (text) => (/\s/.test(text) ? `[${text.split(/\s+/).map(Number)}]` : text))
    .replaceAll("(", "[")
    .replaceAll(")", "]");
  try {
    const coordinates = JSON.parse(json);
    const crs = srid && { type: "name", properties: { name: `EPSG:${srid}` } };
    const isOne = type.toUpperCase() === "POLYGON";
    return { type: isOne ? "Polygon" : "MultiPolygon", coordinates, ...(crs && { crs }) };
  } catch {
    return undefined;
  }
}

const NO_AREA = t("There is no Polygon or MultiPolygon in it.");
export const NOT_DEGREES = t("Coordinates must be degrees: longitude, then latitude.");
const NO_NUMBERS = t("Coordinates must be numbers: degrees of longitude, then of latitude.");
const NEITHER = t(
  "This is neither GeoJSON nor well-known text. An area begins like {example} or POLYGON((…",
  {
    example: '{"type": "Polygon", …',
  },
);

/** Returns a list from a file, or an empty list if the file has something else there. */
export const listOf = <Item>(list: Item[]): Item[] => (Array.isArray(list) ? list : []);

/** Rings as a text or a file has them. */
export interface Part {
  rings: Position[][];
  /** Their coordinate system, as well-known text or a code such as EPSG:3003; undefined for degrees of WGS 84. */
  crs: string | undefined;
  /** True if the rings are several polygons, and nothing says which of them are holes. */
  isLoose?: boolean;
}

/** Returns the coordinate system that GeoJSON names, as it did before RFC 7946, or the one of what is around it. */
export function crsOf(geojson: unknown, around?: string): string | undefined {
  const { crs } = (geojson ?? {}) as {
    crs?: { type?: string; properties?: { [key: string]: unknown } };
  };
  if (!crs) return around;
  const { name, code, href } = crs.properties ?? {};
  const text = String(name ?? (code ? `${crs.type}:${code}` : (href ?? crs.type)));
  const last = text.split(/[:/#]/).at(-1) as string;
  if (/^(CRS84h?|4326)$/i.test(last)) return undefined;
  if (/EPSG/i.test(text) && /^\d+$/.test(last)) return `EPSG:${last}`;
  throw new Error(
    t("The coordinate system “{name}” is not known. Export it in WGS 84 (EPSG:4326).", {
      name: text,
    }),
  );
}

/** Returns the polygons in GeoJSON; none if it has only points and lines. */
export function partsOfGeoJson(geojson: GeoJSON, around?: string): Part[] {
  const crs = crsOf(geojson, around);
  const own = (polygons: Position[][][]) =>
    polygons.filter((rings) => listOf(rings).length > 0).map((rings) => ({ rings, crs }));
  switch (geojson?.type) {
    case "FeatureCollection":
      return listOf(geojson.features).flatMap((feature) => partsOfGeoJson(feature, crs));
    case "Feature":
      return geojson.geometry ? partsOfGeoJson(geojson.geometry, crs) : [];
    case "GeometryCollection":
      return listOf(geojson.geometries).flatMap((geometry) => partsOfGeoJson(geometry, crs));
    case "Polygon":
      return own([geojson.coordinates]);
    case "MultiPolygon":
      return own(listOf(geojson.coordinates));
    default:
      if (geojson?.type && !/^(Multi)?(Point|LineString)$/.test(geojson.type)) {
        throw new Error(NEITHER);
      }
      return [];
  }
}

const faultAt = (fault: string, [longitude, latitude]: Position) =>
  new Error(
    t("{fault} at {place}. Move a corner there.", {
      fault,
      place: place(longitude as number, latitude as number),
    }),
  );

// Other maps let longitudes run on past 180 too.
const isOnGlobe = ([x, y]: Position) => Math.abs(x as number) <= 360 && Math.abs(y as number) <= 90;

/** Returns a ring as GeoJSON needs it: two dimensions, and closed. */
function tidyRing(ring: Position[]): Position[] {
  const isPosition = (position: Position) =>
    Array.isArray(position) && Number.isFinite(position[0]) && Number.isFinite(position[1]);
  if (!Array.isArray(ring) || !ring.every(isPosition)) throw new Error(NO_NUMBERS);
  const flat = ring.map(([x, y]) => [x, y] as Position);
  const [first] = flat;
  if (first && String(first) !== String(flat.at(-1))) flat.push([...first]);
  if (!first) throw new Error(t("An area needs three corners at least."));
  if (flat.length < 4 || isFlat(flat))
    throw faultAt(t("The corners of a part lie on one line"), first);
  return flat;
}

/**
 * Returns the polygons of a part with tidy rings, the outer one first.
 * @throws Error if a ring would be lost.
 */
export function tidyPart({ rings, crs, isLoose }: Part): Part[] {
  const tidy = rings.map(tidyRing);
  // A hole may be written in another turn of the earth than its area. Other units than degrees have none.
  const hasTurns = !crs && !isLoose && tidy.flat().every(isOnGlobe);
  const polygons = grouped(hasTurns ? unwrapLongitudes(tidy) : tidy);
  const [, apart] = polygons;
  if (apart?.[0] && !isLoose) {
    throw faultAt(t("A hole lies outside of the area"), apart[0][0] as Position);
  }
  for (const [outer, ...holes] of polygons as [Position[], ...Position[][]][]) {
    const hole = holes.find((ring) => sizeOf(ring) === sizeOf(outer));
    if (hole) throw faultAt(t("A hole covers the whole area"), hole[0] as Position);
  }
  return polygons.map((polygon) => ({ rings: polygon, crs }));
}

/** Returns shapes of tidy polygons in degrees. */
export function shapesFrom(parts: Part[]): Shape[] {
  if (!parts.every(({ rings }) => rings.flat().every(isOnGlobe))) throw new Error(NOT_DEGREES);
  return shapesOf({
    type: "MultiPolygon",
    coordinates: parts.map(({ rings }) => unwrapLongitudes(rings)),
  });
}

/**
 * Reads GeoJSON or well-known text.
 * @throws Error if it is neither.
 */
export function readGeoJson(text: string): GeoJSON {
  const area = readWellKnownText(text);
  if (area) return area;
  try {
    return JSON.parse(text) as GeoJSON;
  } catch {
    throw new Error(NEITHER);
  }
}

/**
 * Reads pasted or dropped text: any GeoJSON that contains areas, or well-known text.
 * @throws Error with a message that says what is wrong.
 */
export function readArea(text: string): Shape[] {
  const parts = partsOfGeoJson(readGeoJson(text)).flatMap(tidyPart);
  const crs = parts.find((part) => part.crs)?.crs;
  if (crs) {
    throw new Error(
      t("It is in the coordinate system {crs}: import it as a file, or enter degrees.", { crs }),
    );
  }
  if (parts.length === 0) throw new Error(NO_AREA);
  return shapesFrom(parts);
}
