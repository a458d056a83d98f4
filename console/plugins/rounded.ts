import type { MultiLineString, MultiPolygon, Position } from "geojson";

/** Rounds the points of a line, and leaves out each that equals the one before. */
function roundLine(line: Position[], decimals: number): Position[] {
  const points = line.map((point) => point.map((degrees) => Number(degrees.toFixed(decimals))));
  return points.filter((point, at) => String(point) !== String(points[at - 1]));
}

/** Rounds lines to decimals of degrees. Those that shrink to a point are left out. */
export const roundedLines = (
  { coordinates }: MultiLineString,
  decimals: number,
): MultiLineString => ({
  type: "MultiLineString",
  coordinates: coordinates
    .map((line) => roundLine(line, decimals))
    .filter(({ length }) => length >= 2),
});

/** Rounds polygons to decimals of degrees. Rings without an area are left out. */
export const roundedPolygons = ({ coordinates }: MultiPolygon, decimals: number): MultiPolygon => ({
  type: "MultiPolygon",
  coordinates: coordinates
    .map((rings) =>
      rings.map((ring) => roundLine(ring, decimals)).filter(({ length }) => length >= 4),
    )
    .filter(({ length }) => length > 0),
});
