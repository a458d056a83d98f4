/**
 * Ends those for which the most bytes are held until no more than `most` are held for all.
 * @param sizeOf How many bytes are held for one of them.
 * @returns Those that were ended.
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
  // As a rule all fit, and need no order.
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
