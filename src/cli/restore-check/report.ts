import { table } from "../table.ts";
import type { Rows } from "./rows.ts";

/** What a check found. */
export interface Findings {
  /** The name of the database. */
  place: string;
  rows: Rows;
  /** What the database has beyond its migrations. */
  additions: readonly string[];
  /** What is missing or differs, one line each. */
  faults: readonly string[];
  /** What the service resumes when it starts, one line each. */
  revived: readonly string[];
  /** How many objects these migrations make. */
  expected: number;
  migrations: number;
}

const HINT =
  "The service continues these when it starts. Some may be over: docs/operators.md#what-comes-back says how to end them before it does.";

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
      : `This database is not complete: ${faults.length} of these lines say what is missing in ${place}. Restore it again as docs/operators.md says.`;
  const lines = [
    table(
      ["table", "rows"],
      filled.map(([name, count]) => [name, String(count)]),
    ),
    "",
    ...additions.map((addition) => `not ours: ${addition}`),
    ...faults,
    ...revived.map((line) => `continues: ${line}`),
    ...(revived.length > 0 ? [HINT] : []),
    verdict,
  ];
  return { text: `${lines.join("\n")}\n`, code: faults.length === 0 ? 0 : 1 };
}
