import type { UserImport } from "../api/operations.ts";
import { parseCsv } from "../words/csv.ts";
import { t } from "../words/translate.ts";

/** The headings of the columns, in English and in the user's language. */
const COLUMNS = {
  name: ["name", "full name", t("name|column of a CSV file")],
  email: ["email", "e-mail", "mail", "email address", t("email|column of a CSV file")],
  address: ["address", "postal address", t("address|column of a CSV file")],
  tester: ["tester", "is tester", t("tester|column of a CSV file")],
};
type Column = keyof typeof COLUMNS;

const YES = ["yes", "y", "true", "1", "x", t("yes|in a cell of a CSV file")];
const NO = [t("no|in a cell of a CSV file"), "no", "n", "false", "0", ""];

/** One person of a file. */
export interface Entry {
  line: number;
  user: UserImport;
}

/** An error on a line. */
export interface LineFault {
  line: number;
  fault: string;
}

/** The result of reading a file: its people and its errors. */
export interface ReadFile {
  entries: Entry[];
  faults: LineFault[];
}

const NO_HEADINGS = t(
  "The first line must name the columns: name and email, and if you like address and tester.",
);

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
      faults.push({ line, fault: t("Write yes or no in the column tester.") });
    }
    const user = { name: cell("name"), email: cell("email"), address: cell("address") };
    return { line, user: { ...user, isTester: YES.includes(tester) } };
  });
  if (rows.length === 0) faults.push({ line: 1, fault: t("There is nobody in the file.") });
  return { entries, faults };
}
