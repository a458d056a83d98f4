import { table } from "../table.ts";
import type { Rows } from "./rows.ts";

/** What a check found. */
export interface Findings {
  /** The name of the database. */
  place: string;
  rows: Rows;
  /** What is not of the migrations. */
  additions: readonly string[];
  /** What lacks or differs, one line each. */
  faults: readonly string[];
  /** What the service goes on with when it starts, one line each. */
  revived: readonly string[];
  /** How many things so many migrations make. */
  expected: number;
  migrations: number;
}

const HINT =
  "The service goes on with these when it starts. Some may be over: docs/operators.md#what-comes-back says how to end them before.";

/** What the check prints, and its exit code. */
export function report({
  place,
  rows,
  additions,
  faults,
  revived,
  expected,
  migrations,
}: Findings): {
  text: string;
  code: number;
} {
  const filled = [...rows].filter(([, count]) => count > 0);
  const verdict =
    faults.length === 0
      ? `This database is complete: ${place} has the ${expected} things that its ${migrations} migrations make.`
      : `This database is not complete: ${faults.length} of these lines say what lacks in ${place}. Restore it again as docs/operators.md says.`;
  const lines = [
    table(
      ["table", "rows"],
      filled.map(([name, count]) => [name, String(count)]),
    ),
    "",
    ...additions.map((addition) => `not ours: ${addition}`),
    ...faults,
    ...revived.map((line) => `goes on: ${line}`),
    ...(revived.length > 0 ? [HINT] : []),
    verdict,
  ];
  return { text: `${lines.join("\n")}\n`, code: faults.length === 0 ? 0 : 1 };
}
