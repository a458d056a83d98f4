import type { UserImport } from "../api/operations.ts";
import { type CsvRow, parseCsv } from "../words/csv.ts";
import { t } from "../words/translate.ts";

/** The headings of the columns, in English and in the user's language. */
const COLUMNS = {
  name: ["name", "full name", t("name|column of a CSV file")],
  email: ["email", "e-mail", "mail", "email address", t("email|column of a CSV file")],
  address: ["address", "postal address", t("address|column of a CSV file")],
  tester: ["tester", "is tester", t("tester|column of a CSV file")],
};
type Column = keyof typeof COLUMNS;

const columnOf = (heading: string) =>
  (Object.keys(COLUMNS) as Column[]).find((column) => COLUMNS[column].includes(heading));

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
  /** True if there is a user with this email: the line can be skipped. */
  isKnown?: boolean;
}

/** The result of reading a file: its people and its errors. */
export interface ReadFile {
  entries: Entry[];
  faults: LineFault[];
  /** The headings of columns that are not imported. */
  leftOut: string[];
}

const NO_HEADINGS = t(
  "The first line must name the columns: name and email, and if you like address and tester.",
);
const WRONG_QUOTE = t(
  "A quotation mark that opens here has no end, or text follows its end. Correct the marks, because cells of other people may be inside.",
);
const TOO_MANY_CELLS = t(
  "There are more cells than headings. A cell with a comma or semicolon in it must stand in quotation marks.",
);

/** Returns what is wrong with the form of a row. Nothing that it holds may get lost. */
function faultOf({ cells, hasWrongQuote }: CsvRow, headings: string[]): string | undefined {
  // A mark that is closed in a later line leaves a cell that holds the people between.
  if (hasWrongQuote || cells.some((cell) => /\n/.test(cell) && cell.includes("@"))) {
    return WRONG_QUOTE;
  }
  const isOver = cells.some((cell, index) => cell.trim() !== "" && !headings[index]);
  return isOver ? TOO_MANY_CELLS : undefined;
}

/** Reads people from a CSV file. */
export function readPeople(text: string): ReadFile {
  const [head = { line: 1, cells: [] }, ...rows] = parseCsv(text);
  const headings = head.cells.map((cell) => cell.trim());
  const columns = headings.map((heading) => columnOf(heading.toLowerCase()));
  const failed = (fault: string) => ({
    entries: [],
    faults: [{ line: head.line, fault }],
    leftOut: [],
  });
  if (head.hasWrongQuote) return failed(WRONG_QUOTE);
  if (!columns.includes("name") || !columns.includes("email")) return failed(NO_HEADINGS);
  const twice = headings.find((_, at) => columns[at] && columns.indexOf(columns[at]) < at);
  if (twice) return failed(t("Two columns mean the same: {heading}.", { heading: twice }));
  const faults: LineFault[] = [];
  const entries = rows.map((row): Entry => {
    const { line, cells } = row;
    const cell = (column: Column) => cells[columns.indexOf(column)]?.trim() ?? "";
    const fault = faultOf(row, headings);
    if (fault) faults.push({ line, fault });
    const tester = cell("tester").toLowerCase();
    if (!fault && ![...YES, ...NO].includes(tester)) {
      faults.push({ line, fault: t("Write yes or no in the column tester.") });
    }
    const user = { name: cell("name"), email: cell("email"), address: cell("address") };
    return { line, user: { ...user, isTester: YES.includes(tester) } };
  });
  if (rows.length === 0) faults.push({ line: 1, fault: t("There is nobody in the file.") });
  return { entries, faults, leftOut: headings.filter((heading, at) => heading && !columns[at]) };
}
