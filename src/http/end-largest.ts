/**
 * Destroys the requests or sockets for which the most bytes are held, until at most `most` are held for all together.
 * @param sizeOf How many bytes are held for one of them.
 * @returns Those that were destroyed.
 */
export function endLargest<One extends { destroy(): unknown }>(
  all: Iterable<One>,
  sizeOf: (one: One) => number,
  most: number,
): One[] {
  const sized = Array.from(all, (one) => ({ one, size: sizeOf(one) })).filter(
    ({ size }) => size > 0,
  );
  let total = sized.reduce((sum, { size }) => sum + size, 0);
  // Usually all fit, and need not be sorted.
  if (total <= most) return [];
  const ended: One[] = [];
  for (const { one, size } of sized.sort((a, b) => b.size - a.size)) {
    if (total <= most) break;
    total -= size;
    one.destroy();
    ended.push(one);
  }
  return ended;
}
