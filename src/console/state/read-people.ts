import type { UserImport } from "../api/operations.ts";
import { parseCsv } from "../words/csv.ts";

/** The headings of the columns. */
const COLUMNS = {
  name: ["name", "full name"],
  email: ["email", "e-mail", "mail", "email address"],
  address: ["address", "postal address"],
  tester: ["tester", "is tester"],
};
type Column = keyof typeof COLUMNS;

const YES = ["yes", "y", "true", "1", "x"];
const NO = ["no", "n", "false", "0", ""];

/** One person of a file. */
export interface Entry {
  line: number;
  user: UserImport;
}

/** What is wrong on a line. */
export interface LineFault {
  line: number;
  fault: string;
}

/** A file, read: its people, and what is wrong with it. */
export interface ReadFile {
  entries: Entry[];
  faults: LineFault[];
}

const NO_HEADINGS =
  "The first line must name the columns: name and email, and if you like address and tester.";

/** Reads people from a CSV file. */
export function readPeople(text: string): ReadFile {
  const [head, ...rows] = parseCsv(text);
  const headings = head?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  const indexOf = (column: Column) =>
    headings.findIndex((heading) => COLUMNS[column].includes(heading));
  if (indexOf("name") < 0 || indexOf("email") < 0) {
    return { entries: [], faults: [{ line: head?.line ?? 1, fault: NO_HEADINGS }] };
  }
  const faults: LineFault[] = [];
  const entries = rows.map(({ line, cells }): Entry => {
    const cell = (column: Column) => cells[indexOf(column)]?.trim() ?? "";
    const tester = cell("tester").toLowerCase();
    if (![...YES, ...NO].includes(tester)) {
      faults.push({ line, fault: "Write yes or no in the column tester." });
    }
    const user = { name: cell("name"), email: cell("email"), address: cell("address") };
    return { line, user: { ...user, isTester: YES.includes(tester) } };
  });
  if (rows.length === 0) faults.push({ line: 1, fault: "There is nobody in the file." });
  return { entries, faults };
}
