import { VectorTile, type VectorTileFeature } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";
import { type Entry, type Header, type PMTiles, tileIdToZxy, zxyToTileId } from "pmtiles";

/** Yields the entries of the tiles from an id on, which may be in leaf directories. */
async function* entriesFrom(
  first: number,
  archive: PMTiles,
  header: Header,
  offset = header.rootDirectoryOffset,
  length = header.rootDirectoryLength,
): AsyncGenerator<Entry> {
  const { cache, source } = archive;
  const entries = await cache.getDirectory(source, offset, length, header);
  for (const [index, entry] of entries.entries()) {
    if (entry.runLength > 0) {
      if (entry.tileId >= first) yield entry;
      continue;
    }
    const next = entries[index + 1]?.tileId ?? Number.POSITIVE_INFINITY;
    if (next <= first) continue;
    yield* entriesFrom(
      first,
      archive,
      header,
      header.leafDirectoryOffset + entry.offset,
      entry.length,
    );
  }
}

export interface FoundTile {
  z: number;
  x: number;
  y: number;
  data: ArrayBuffer;
}

/** Yields the tiles of the largest zoom, which have all names. Tiles that repeat, such as the sea's, come once. */
export async function* finestTiles(archive: PMTiles): AsyncGenerator<FoundTile> {
  const header = await archive.getHeader();
  const first = zxyToTileId(header.maxZoom, 0, 0);
  for await (const { tileId } of entriesFrom(first, archive, header)) {
    const [z, x, y] = tileIdToZxy(tileId);
    const tile = await archive.getZxy(z, x, y);
    if (tile) yield { z, x, y, data: tile.data };
  }
}

/** A place on a tile. */
interface TilePoint {
  x: number;
  y: number;
}

/** Returns the square of the distance of a point from an edge. */
function fromEdge(point: TilePoint, a: TilePoint, b: TilePoint): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : ((point.x - a.x) * dx + (point.y - a.y) * dy) / length;
  const share = Math.max(0, Math.min(1, along));
  return (a.x + share * dx - point.x) ** 2 + (a.y + share * dy - point.y) ** 2;
}

/** Returns the line that is nearest to a point; undefined if no line is nearer than `most`. */
export function nearestLine<Line extends { points: TilePoint[] }>(
  point: TilePoint,
  lines: Line[],
  most: number,
): Line | undefined {
  let best = most * most;
  let nearest: Line | undefined;
  for (const line of lines) {
    for (let at = 1; at < line.points.length; at += 1) {
      const distance = fromEdge(
        point,
        line.points[at - 1] as TilePoint,
        line.points[at] as TilePoint,
      );
      if (distance >= best) continue;
      best = distance;
      nearest = line;
    }
  }
  return nearest;
}

/** The kinds of names, in the order in which the search shows them. */
export const KINDS = ["street", "place", "quarter", "point", "address"] as const;
export type Kind = (typeof KINDS)[number];

export interface Name {
  text: string;
  kind: Kind;
  longitude: number;
  latitude: number;
  /** The length of a street's piece in the tile. The longest piece stands for the street. */
  weight: number;
}

/** The kind of places that have streets of their own, in Protomaps' schema. */
const INHABITED = "locality";
const RAIL = "rail";
/** House numbers have no street: each belongs to the nearest one, if that is within this many metres. */
const MAX_DISTANCE_M = 150;
const EQUATOR_M = 40_075_017;

interface Street {
  text: string;
  points: TilePoint[];
}

const lengthOf = (points: TilePoint[]) =>
  points.slice(1).reduce((sum, { x, y }, index) => {
    const before = points[index] as TilePoint;
    return sum + Math.hypot(x - before.x, y - before.y);
  }, 0);
/** Returns the point half way along a line. */
function middleOf(points: TilePoint[]): TilePoint | undefined {
  let left = lengthOf(points) / 2;
  for (const [index, b] of points.slice(1).entries()) {
    const a = points[index] as TilePoint;
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    if (length >= left) {
      const share = length === 0 ? 0 : left / length;
      return { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) };
    }
    left -= length;
  }
  return points.at(-1);
}
const nameOf = ({ properties: { name } }: VectorTileFeature) =>
  typeof name === "string" ? name.trim() : "";

function featuresIn(tile: VectorTile, name: string): VectorTileFeature[] {
  const layer = tile.layers[name];
  return layer ? Array.from({ length: layer.length }, (_, index) => layer.feature(index)) : [];
}

/** Returns the names in a tile. */
export function namesIn({ z, x, y, data }: FoundTile): Name[] {
  const tile = new VectorTile(new PbfReader(new Uint8Array(data)));
  const extent = Object.values(tile.layers)[0]?.extent ?? 4096;
  const size = extent * 2 ** z;
  const at = (point: TilePoint) => {
    const mercator = Math.PI * (1 - (2 * (point.y + extent * y)) / size);
    return {
      longitude: ((point.x + extent * x) / size) * 360 - 180,
      latitude: (Math.atan(Math.sinh(mercator)) * 180) / Math.PI,
    };
  };
  const isInside = (point: TilePoint) =>
    point.x >= 0 && point.y >= 0 && point.x < extent && point.y < extent;

  const names: Name[] = [];
  const add = (kind: Kind, text: string, point: TilePoint | undefined, weight = 0) => {
    // Tiles overlap a little: a point outside this one is in the next one too.
    if (text !== "" && point && isInside(point)) names.push({ text, kind, ...at(point), weight });
  };
  const streets: Street[] = [];
  for (const feature of featuresIn(tile, "roads")) {
    const text = nameOf(feature);
    if (text === "" || feature.properties.kind === RAIL) continue;
    for (const points of feature.loadGeometry()) {
      streets.push({ text, points });
      add("street", text, middleOf(points), lengthOf(points));
    }
  }
  for (const feature of featuresIn(tile, "places")) {
    const kind = feature.properties.kind === INHABITED ? "place" : "quarter";
    add(kind, nameOf(feature), feature.loadGeometry()[0]?.[0]);
  }
  for (const feature of featuresIn(tile, "pois")) {
    add("point", nameOf(feature), feature.loadGeometry()[0]?.[0]);
  }
  const metre = size / (EQUATOR_M * Math.cos((at({ x: 0, y: 0 }).latitude * Math.PI) / 180));
  for (const feature of featuresIn(tile, "buildings")) {
    const number = feature.properties.addr_housenumber;
    const point = feature.loadGeometry()[0]?.[0];
    const street =
      number !== undefined && point && nearestLine(point, streets, MAX_DISTANCE_M * metre);
    if (street) add("address", `${street.text} ${number}`, point);
  }
  return names;
}
