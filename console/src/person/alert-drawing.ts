import type { Position } from "geojson";
import { cutOf } from "./meridian-cut.ts";
import { type Place, type Point, projectionAt } from "./nearest.ts";

/** The size of the drawing, in units that stretch with the page. */
export const [WIDTH, HEIGHT] = [320, 240];
const MARGIN_PIXELS = 16;
/** A person further away than this many times the width of the zones is not drawn. */
const MAX_ZONE_WIDTHS = 6;

/** How positions are drawn. */
export interface View {
  draw(position: Position): Point;
  /** West, south, east, north, in degrees. */
  bounds: [number, number, number, number];
  /** Units per metre. */
  scale: number;
  showsPlace: boolean;
}

/** Returns the extent of points: the least and the greatest coordinates. */
function extentOf(points: readonly Point[]): [Point, Point] {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    [west, east] = [Math.min(west, x), Math.max(east, x)];
    [south, north] = [Math.min(south, y), Math.max(north, y)];
  }
  return [
    [west, south],
    [east, north],
  ];
}

/** Chooses what the drawing shows: the rings of the widest zone, and the person unless they are far away. */
export function viewOf(rings: Position[][], place: Place | undefined): View | undefined {
  const [longitude, latitude] = rings[0]?.[0] ?? [];
  if (longitude === undefined || latitude === undefined) return undefined;
  const project = projectionAt({ longitude, latitude });
  const points = rings.flat().map(project);
  const [low, high] = extentOf(points);
  const size = Math.max(high[0] - low[0], high[1] - low[1], 1);
  const own = place && project([place.longitude, place.latitude]);
  const middle = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2] as const;
  const showsPlace =
    own !== undefined &&
    Math.hypot(own[0] - middle[0], own[1] - middle[1]) < size * MAX_ZONE_WIDTHS;
  const [[west, south], [east, north]] = extentOf(showsPlace ? [...points, own] : points);
  const scale = Math.min(
    (WIDTH - 2 * MARGIN_PIXELS) / Math.max(east - west, 1),
    (HEIGHT - 2 * MARGIN_PIXELS) / Math.max(north - south, 1),
  );
  const [x0, y0] = [(west + east) / 2, (south + north) / 2];
  const degree = project([longitude + 1, latitude + 1]);
  const [dx, dy] = [WIDTH / 2 / scale, HEIGHT / 2 / scale];
  return {
    draw(position) {
      const [x, y] = project(position);
      return [WIDTH / 2 + (x - x0) * scale, HEIGHT / 2 - (y - y0) * scale];
    },
    bounds: [
      longitude + (x0 - dx) / degree[0],
      Math.max(-89, latitude + (y0 - dy) / degree[1]),
      longitude + (x0 + dx) / degree[0],
      Math.min(89, latitude + (y0 + dy) / degree[1]),
    ],
    scale,
    showsPlace,
  };
}

/**
 * Returns rings as a path. A ring that is cut at the 180th meridian stays open there, so that the cut is not drawn as a
 * line.
 */
export function pathOf(rings: Position[][], draw: View["draw"]): string {
  const isCut = cutOf(rings);
  const corner = (position: Position) =>
    draw(position)
      .map((unit) => unit.toFixed(1))
      .join(" ");
  return rings
    .map((ring) => {
      const start = ring.findIndex((to, at) => isCut(ring[at - 1], to));
      if (start === -1) return `M${ring.map(corner).join("L")}Z`;
      return `M${[...ring.slice(start), ...ring.slice(1, start)].map(corner).join("L")}`;
    })
    .join("");
}
