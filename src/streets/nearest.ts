/** A place on a tile. */
export interface TilePoint {
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
