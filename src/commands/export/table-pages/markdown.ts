import { posix } from "node:path";

/** The folder of the pages, relative to the project. */
export const FOLDER = "docs/tables";

/** Returns a code span, with double backticks if the text has a backtick. */
export function code(text: string): string {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** Returns code spans, separated by commas. */
export const codes = (texts: string[]) => texts.map(code).join(", ");

/** A link from a page to a file of the project. */
export function link(text: string, path: string): string {
  return `[${text}](${posix.relative(FOLDER, path)})`;
}

const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", "<br>");

/** A table, without the columns that are empty in every row. Empty if there are no rows. */
export function table(head: string[], rows: string[][]): string {
  if (rows.length === 0) return "";
  const used = head.map((_, i) => i === 0 || rows.some((row) => row[i]));
  const line = (cells: string[]) => `| ${cells.filter((_, i) => used[i]).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map((row) => line(row.map(cell)))].join(
    "\n",
  );
}

/** A list, one item a line. Empty if there are no items. */
export function list(items: string[]): string {
  return items.map((item) => `- ${item}`).join("\n");
}

/** A heading with its content. Empty if there is no content. */
export function section(heading: string, ...parts: string[]): string {
  const content = parts.filter(Boolean);
  return content.length > 0 ? [`## ${heading}`, ...content].join("\n\n") : "";
}

/** A page: its title and its parts, separated by blank lines. */
export function page(title: string, ...parts: string[]): string {
  return `${[`# ${title}`, ...parts].filter(Boolean).join("\n\n")}\n`;
}
