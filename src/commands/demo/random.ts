/** Numbers from 0 up to 1, the same for the same seed: mulberry32. */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One seed of several numbers. */
export function seedOf(...numbers: number[]): number {
  return numbers.reduce(
    (hash, number) => Math.imul(hash ^ number, 0x9e3779b1) ^ (hash >>> 15),
    0x85ebca6b,
  );
}
