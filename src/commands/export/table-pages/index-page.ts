import { firstSentence, parseComment } from "./comments.ts";
import { code, link, page, section, table } from "./markdown.ts";
import { pagePath } from "./relation-page.ts";
import type { Relation } from "./relations.ts";
import { SCHEMAS } from "./schemas.ts";
import { TYPES_PAGE } from "./types-page.ts";

/** A reference of one table to another, for the picture. */
interface Reference {
  from: string;
  to: string;
  columns: string;
  isChecked: boolean;
}

/** The references of a table: its foreign keys, and those that only a smart tag states. */
function referencesOf({ name, comment, foreignKeys }: Relation): Reference[] {
  const stated = parseComment(comment).tags.flatMap((tag) => {
    const [, columns, to] = /^@foreignKey \(([^)]+)\) references ([\w.]+)/.exec(tag) ?? [];
    return columns && to ? [{ from: name, to, columns, isChecked: false }] : [];
  });
  return [
    ...foreignKeys.map(({ references: to, columns }) => ({
      from: name,
      to,
      columns,
      isChecked: true,
    })),
    ...stated,
  ];
}

const withoutSchema = (name: string) => name.replace(/^.*\./, "");

/** The tables and their references as a picture, which GitHub draws. */
function picture(relations: Relation[]): string {
  const lines = relations
    .flatMap(referencesOf)
    .map(
      ({ from, to, columns, isChecked }) =>
        `  ${withoutSchema(to)} ||${isChecked ? "--" : ".."}o{ ${withoutSchema(from)} : "${columns}"`,
    );
  return ["```mermaid", "erDiagram", ...lines, "```"].join("\n");
}

/** The page that links to all others. */
export function indexPage(relations: Relation[]): string {
  return page(
    "Tables and views",
    "`npm run export` makes these pages from the committed migrations. Do not edit them.\n" +
      `${link("Types", TYPES_PAGE)} has the enums, composite types and domains.`,
    ...SCHEMAS.map((schema) =>
      section(
        schema,
        table(
          ["table or view", "what it holds"],
          relations
            .filter((relation) => relation.schema === schema)
            .map(({ name, comment }) => [link(code(name), pagePath(name)), firstSentence(comment)]),
        ),
      ),
    ),
    section(
      "References",
      "A solid line is a foreign key. A dashed line is a reference that no constraint checks.",
      picture(relations),
    ),
  );
}
