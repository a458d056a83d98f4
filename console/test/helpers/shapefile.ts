/// <reference types="node" />
/** Writes the .shp file of one polygon, or of one point. Outer rings run clockwise. */
export function shp(...rings: number[][][]): Buffer {
  const points = rings.flat();
  const isPoint = points.length === 1;
  const content = isPoint
    ? Buffer.alloc(20)
    : Buffer.alloc(44 + 4 * rings.length + 16 * points.length);
  content.writeInt32LE(isPoint ? 1 : 5, 0);
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
  const head = Buffer.alloc(108);
  head.writeInt32BE(9994, 0);
  head.writeInt32BE((head.length + content.length) / 2, 24);
  head.writeInt32LE(1000, 28);
  head.writeInt32LE(isPoint ? 1 : 5, 32);
  head.writeInt32BE(1, 100);
  head.writeInt32BE(content.length / 2, 104);
  return Buffer.concat([head, content]);
}
