/** Tests of kills, races and random cases run many cases with FULL=1, and a few otherwise. */
export const inFull = <T>(many: T, few: T): T => (process.env.FULL ? many : few);
