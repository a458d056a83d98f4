/** Tests of kills, races and random cases run many cases with FULL=1, and a few otherwise. */
export const inFull = <T>(many: T, few: T): T => (process.env.FULL ? many : few);

/**
 * Heavy tests of what both databases compute alike run many cases on a native one, and a few on the embedded one, which
 * is several times slower. FULL=1 runs many cases on both.
 */
export const unlessEmbedded = <T>(many: T, few: T): T =>
  process.env.TEST_DATABASE_URL ? many : inFull(many, few);
