/** Makes random numbers from 0 up to 1 by mulberry32, the same for the same seed. */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Makes one seed of several numbers. */
export function seedOf(...numbers: number[]): number {
  return numbers.reduce(
    (hash, number) => Math.imul(hash ^ number, 0x9e3779b1) ^ (hash >>> 15),
    0x85ebca6b,
  );
}
