import { median, spread, table } from "./statistics.ts";

/** One measurement at one size. Cases with the same `what` are a series, compared with its first case. */
export interface Case {
  what: string;
  /** The size of the data. */
  size: number;
  /** The number of rows that it returns or writes. */
  rows: number;
  /** Returns the (median) duration in milliseconds. */
  measure(): Promise<number>;
}

/** The factor by which a case may exceed the limit, because of noise on shared machines. */
const NOISE = 1.3;

/** Returns the logarithm of a size, or of ten if the size is smaller. */
const logarithm = (size: number) => Math.log(Math.max(size, 10));

/** Measures all cases in turns, after one round of warm-up. */
export async function measureInTurns(cases: Case[], rounds: number): Promise<number[][]> {
  const figures: number[][] = cases.map(() => []);
  for (let turn = -1; turn < rounds; turn += 1) {
    for (const [index, { measure }] of cases.entries()) {
      const milliseconds = await measure();
      if (turn >= 0) figures[index]?.push(milliseconds);
    }
  }
  return figures;
}

/**
 * Returns a table of each series' growth: the ratio to the first case (the median of the rounds' ratios), and the
 * allowed ratio, which is the logarithm of the size times the number of rows.
 */
export function growthTable(cases: Case[], figures: number[][]): string {
  return table(
    cases.map(({ what, size, rows }, index) => {
      const firstIndex = cases.findIndex((other) => other.what === what);
      const first = cases[firstIndex] as Case;
      const own = figures[index] as number[];
      const ratio = median(own.map((figure, turn) => figure / (figures[firstIndex]?.[turn] ?? 1)));
      const allowed =
        (logarithm(size) / logarithm(first.size)) * (Math.max(rows, 1) / Math.max(first.rows, 1));
      return {
        what,
        size: size.toLocaleString("en"),
        rows: rows.toLocaleString("en"),
        ms: spread(own, 3),
        "÷ first": ratio.toFixed(2),
        allowed: allowed.toFixed(2),
        met: ratio <= allowed * NOISE ? "yes" : "NO",
      };
    }),
  );
}
