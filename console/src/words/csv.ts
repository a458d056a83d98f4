/** A row of a CSV file, and the line on which it begins, from 1. */
export interface CsvRow {
  line: number;
  cells: string[];
}

/**
 * Splits a CSV file into rows, without empty ones. Cells may be in quotes, with commas, line breaks and doubled quotes
 * inside.
 */
export function parseCsv(text: string): CsvRow[] {
  const plain = text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
  const separator = separatorOf(plain);
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  let [line, start] = [1, 1];
  const endRow = () => {
    cells.push(cell);
    if (cells.some((text) => text.trim() !== "")) rows.push({ line: start, cells });
    [cells, cell, start] = [[], "", line];
  };
  for (let at = 0; at < plain.length; at++) {
    const character = plain[at] as string;
    if (character === "\n") line++;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (plain[at + 1] === '"') {
        cell += '"';
        at++;
      } else isQuoted = false;
    } else if (character === '"' && cell === "") isQuoted = true;
    else if (character === separator) {
      cells.push(cell);
      cell = "";
    } else if (character === "\n") endRow();
    else cell += character;
  }
  endRow();
  return rows;
}

/** The first line tells what separates cells: spreadsheets write semicolons where the comma is decimal. */
function separatorOf(text: string): string {
  const [first = ""] = text.split("\n", 1);
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
