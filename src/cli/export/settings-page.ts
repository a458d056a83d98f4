import { settingsOf } from "../../settings/read-table.ts";
import { LIMITS, SETTINGS, type Table } from "../../settings/table.ts";

/** The page with the tables of settings, between marks. */
export const SETTINGS_PAGE = "docs/settings.md";

const row = (cells: readonly string[]) =>
  `|${cells.map((cell) => cell && ` ${cell}`).join(" |")} |`;

const tableOf = (table: Table) =>
  [
    ["variable", "default", "what it sets"],
    ["---", "---", "---"],
    ...settingsOf(table).map(({ name, shown, sentence }) => [`\`${name}\``, shown, sentence]),
  ].map(row);

/** Returns the page with its tables of settings as they are now. */
export function withSettings(page: string): string {
  return Object.entries({ settings: SETTINGS, limits: LIMITS }).reduce((text, [name, table]) => {
    const begin = `<!-- ${name}: npm run export writes this table -->`;
    const end = `<!-- end of ${name} -->`;
    const [before, rest = ""] = text.split(begin, 2);
    const [, after] = rest.split(end, 2);
    if (after === undefined) throw new Error(`${SETTINGS_PAGE} lacks "${begin}" or "${end}".`);
    return [`${before}${begin}`, ...tableOf(table), `${end}${after}`].join("\n");
  }, page);
}
