import { median, spread, table } from "./statistics.ts";

/** One question at one size. Those with the same `what` are a series, its first the one to compare with. */
export interface Case {
  what: string;
  /** Of what grows. */
  size: number;
  /** Rows that it returns or writes. */
  rows: number;
  /** Asks once or some times; returns the median in milliseconds. */
  measure(): Promise<number>;
}

/** How much dearer than allowed a case may seem, on machines that others use too. */
const NOISE = 1.3;

/** Growth like the logarithm: of sizes below ten, as of ten. */
const logarithm = (size: number) => Math.log(Math.max(size, 10));

/** Measures all cases in turns, each once before that counts. */
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
 * A table of how each series grows: its ratio to the first case (the median of the rounds' ratios),
 * and the ratio that is allowed, the logarithm of what grows times the rows returned.
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
