/** A row of a CSV file, and the line on which it begins, from 1. */
export interface CsvRow {
  line: number;
  cells: string[];
  /** Set if a cell's closing quote is missing, or has text after it: then cells may have swallowed others. */
  hasWrongQuote?: true;
}

/**
 * Splits a CSV file into rows, without empty ones. Cells may be in quotes, with commas, line breaks and doubled quotes
 * inside. A first line such as "sep=;" names what separates cells.
 */
export function parseCsv(text: string): CsvRow[] {
  const plain = text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
  const [named, mark] = /^"?sep=([^\n])"?[,;\t ]*(?=\n|$)/i.exec(plain) ?? [""];
  const separator = mark ?? separatorOf(plain);
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  let wasQuoted = false;
  let hasWrongQuote = false;
  let [line, start] = [1, 1];
  const endCell = () => {
    cells.push(cell);
    [cell, wasQuoted] = ["", false];
  };
  const endRow = () => {
    endCell();
    if (cells.some((text) => text.trim() !== "")) {
      rows.push({ line: start, cells, ...(hasWrongQuote && { hasWrongQuote }) });
    }
    [cells, hasWrongQuote, start] = [[], false, line];
  };
  for (let at = named.length; at < plain.length; at++) {
    const character = plain[at] as string;
    if (character === "\n") line++;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (plain[at + 1] === '"') {
        cell += '"';
        at++;
      } else [isQuoted, wasQuoted] = [false, true];
    } else if (character === '"' && cell === "" && !wasQuoted) isQuoted = true;
    else if (character === separator) endCell();
    else if (character === "\n") endRow();
    else {
      hasWrongQuote ||= wasQuoted && character !== " ";
      cell += character;
    }
  }
  hasWrongQuote ||= isQuoted;
  endRow();
  return rows;
}

/** The headings tell what separates cells: spreadsheets write semicolons where the comma is decimal. */
function separatorOf(text: string): string {
  const [first = ""] = text.trimStart().split("\n", 1);
  const counts = [",", ";", "\t"].map((mark) => [mark, first.split(mark).length] as const);
  return counts.reduce((most, next) => (next[1] > most[1] ? next : most))[0];
}

/** A leading sign would make a spreadsheet run the cell as a formula. */
const safe = (cell: string) => (/^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell);

/** Writes rows as a CSV file. */
export const writeCsv = (rows: readonly (readonly string[])[]) =>
  rows
    .map((row) => row.map((cell) => `"${safe(cell).replaceAll('"', '""')}"`).join(","))
    .join("\r\n");
