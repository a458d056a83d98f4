/// <reference types="node" />
/** Writes the .shp file of one polygon, or of one point. */
export const shp = (...rings: number[][][]) => shpOf([rings]);

/** Writes a .shp file with a record for each polygon or point; `heights` makes polygons with heights. */
export function shpOf(records: number[][][][], { heights = false } = {}): Buffer {
  const contents = records.map((rings) => contentOf(rings, heights));
  const head = Buffer.alloc(100);
  head.writeInt32BE(9994, 0);
  head.writeInt32BE(contents.reduce((sum, { length }) => sum + 8 + length, 100) / 2, 24);
  head.writeInt32LE(1000, 28);
  head.writeInt32LE(contents[0]?.readInt32LE(0) ?? 5, 32);
  const numbered = contents.flatMap((content, index) => {
    const start = Buffer.alloc(8);
    start.writeInt32BE(index + 1, 0);
    start.writeInt32BE(content.length / 2, 4);
    return [start, content];
  });
  return Buffer.concat([head, ...numbered]);
}

function contentOf(rings: number[][][], heights: boolean): Buffer {
  const points = rings.flat();
  const isPoint = points.length === 1;
  const content = isPoint
    ? Buffer.alloc(20)
    : Buffer.alloc(44 + 4 * rings.length + 16 * points.length);
  content.writeInt32LE(isPoint ? 1 : heights ? 15 : 5, 0);
  if (!isPoint) {
    content.writeInt32LE(rings.length, 36);
    content.writeInt32LE(points.length, 40);
    rings.reduce((start, ring, at) => {
      content.writeInt32LE(start, 44 + 4 * at);
      return start + ring.length;
    }, 0);
  }
  const first = isPoint ? 4 : 44 + 4 * rings.length;
  points.forEach(([x = 0, y = 0], at) => {
    content.writeDoubleLE(x, first + 16 * at);
    content.writeDoubleLE(y, first + 16 * at + 8);
  });
  // The range of the heights, and the heights.
  return heights ? Buffer.concat([content, Buffer.alloc(16 + 8 * points.length)]) : content;
}
