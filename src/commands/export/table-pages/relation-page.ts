import { explained, firstSentence, parseComment } from "./comments.ts";
import { callersOf, type DatabaseFunction, usesOf } from "./functions.ts";
import { code, codes, FOLDER, link, list, page, section, table } from "./markdown.ts";
import type { Column, ForeignKey, Grant, Relation } from "./relations.ts";
import type { Sources } from "./sources.ts";
import { linkToType } from "./types-page.ts";

/** What the pages are made of. */
export interface Schema {
  relations: Relation[];
  functions: DatabaseFunction[];
  sources: Sources;
}

export const pagePath = (relation: string) => `${FOLDER}/${relation}.md`;

const linkToPage = (relation: string) => link(code(relation), pagePath(relation));

/** The name of a function or view in code font, linked to its fixture. */
const linkToSource = (name: string, { fixtures }: Sources) => {
  const path = fixtures.get(name);
  return path ? link(code(name), path) : code(name);
};

const columnRow = (column: Column) => [
  code(column.name),
  linkToType(column.type),
  column.isNullable ? "null" : "",
  column.default === null ? "" : code(column.default),
  explained(column.comment),
];

/** A role's privileges, with the columns that they are for. */
function grantRows(grants: Grant[]): string[][] {
  const rows = new Map<string, { role: string; privilege: string; columns: string[] }>();
  for (const { role, privilege, column } of grants) {
    const key = `${role} ${privilege} ${column === null}`;
    const row = rows.get(key) ?? { role, privilege, columns: [] };
    if (column !== null) row.columns.push(column);
    rows.set(key, row);
  }
  return [...rows.values()].map(({ role, privilege, columns }) => [
    code(role),
    privilege,
    columns.length > 0 ? codes(columns) : "the whole table",
  ]);
}

const foreignKeysTo = (name: string, { relations }: Schema): ForeignKey[] =>
  relations.flatMap((r) => r.foreignKeys).filter((key) => key.references === name);

/** The functions that write and that read a table, found from their bodies. */
function functionSections(name: string, { functions, sources }: Schema): string[] {
  const rows = (isOfKind: (use: string) => boolean) =>
    functions.flatMap((f) => {
      const uses = usesOf(f, name).filter(isOfKind);
      if (uses.length === 0) return [];
      const callers = callersOf(f.name, functions);
      return [
        [linkToSource(f.name, sources), uses.join(", "), codes(callers), firstSentence(f.comment)],
      ];
    });
  const isReading = (use: string) => use === "select" || use === "look up";
  const head = ["function", "how", "called by", "what it does"];
  return [
    section(
      "Functions that write it",
      table(
        head,
        rows((use) => !isReading(use)),
      ),
    ),
    section("Functions that read it", table(head, rows(isReading))),
  ];
}

function introduction(relation: Relation, { sources }: Schema): string[] {
  const { text } = parseComment(relation.comment);
  const migrations = sources.migrations.get(relation.name) ?? [];
  const files = migrations.map((path) => link(code(path.split("/").at(-1) as string), path));
  const facts = [
    relation.kind === "view" && `A view, defined in ${linkToSource(relation.name, sources)}.`,
    relation.reads.length > 0 && `Reads ${relation.reads.map(linkToPage).join(", ")}.`,
    files.length > 0 && `Defined in ${files.join(", ")}.`,
    relation.kind === "table" && !relation.hasRowSecurity && "Has no row-level security.",
    relation.partitionKey && `Partitioned by ${code(relation.partitionKey)}.`,
    relation.storage && `Stored with ${code(relation.storage)}.`,
  ];
  return [text, facts.filter(Boolean).join("\n")];
}

/** The page of one table or view. */
export function relationPage(relation: Relation, schema: Schema): string {
  const { name } = relation;
  const { functions, relations, sources } = schema;
  const ofRow = functions.filter((f) => f.ofRowOf === name && f.name.startsWith(`${name}_`));
  return page(
    name,
    ...introduction(relation, schema),
    section(
      "Columns",
      table(["column", "type", "null", "default", "comment"], relation.columns.map(columnRow)),
    ),
    section(
      "Constraints",
      table(
        ["constraint", "definition", "comment, which is the error that clients read"],
        relation.constraints.map((c) => [code(c.name), code(c.definition), explained(c.comment)]),
      ),
    ),
    section(
      "Indexes",
      table(
        ["index", "definition", "comment"],
        relation.indexes.map((i) => [code(i.name), code(i.definition), explained(i.comment)]),
      ),
    ),
    section(
      "Tables that refer to it",
      table(
        ["table", "columns", "definition"],
        foreignKeysTo(name, schema).map((key) => [
          linkToPage(key.table),
          code(key.columns),
          code(key.definition),
        ]),
      ),
    ),
    section(
      "Partitions",
      table(
        ["partition", "bounds", "comment"],
        relation.partitions.map((p) => [code(p.name), code(p.bounds), explained(p.comment)]),
      ),
    ),
    section(
      "Policies",
      table(
        ["policy", "for", "to", "rows that it sees", "rows that it may leave"],
        relation.policies.map((p) => [
          code(p.name),
          p.command,
          code(p.roles),
          p.using === null ? "" : code(p.using),
          p.check === null ? "" : code(p.check),
        ]),
      ),
    ),
    section("Grants", table(["role", "privilege", "columns"], grantRows(relation.grants))),
    section(
      "Triggers",
      table(
        ["trigger", "when", "function"],
        relation.triggers.map((t) => [
          code(t.name),
          code(t.definition),
          linkToSource(t.function, sources),
        ]),
      ),
    ),
    section(
      "Functions of a row",
      table(
        ["function", "what it returns"],
        ofRow.map((f) => [linkToSource(f.name, sources), firstSentence(f.comment)]),
      ),
    ),
    ...functionSections(name, schema),
    section(
      "Views that read it",
      table(
        ["view", "what it shows"],
        relations
          .filter((r) => r.reads.includes(name))
          .map((r) => [linkToPage(r.name), firstSentence(r.comment)]),
      ),
    ),
    section("Smart tags", list(parseComment(relation.comment).tags.map(code))),
  );
}
