/** Kills, races and random cases: many of them with FULL=1, a few in every other run. */
export const inFull = <T>(many: T, few: T): T => (process.env.FULL ? many : few);
