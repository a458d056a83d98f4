import type { PgCodec } from "postgraphile/@dataplan/pg";
import * as graphql from "postgraphile/graphql";
import { type GraphQLLeafType, isEnumType } from "postgraphile/graphql";
import { type SQL, sql } from "postgraphile/pg-sql2";
import { declaredFor, type RelatedRow } from "../declared-sql.ts";

/** Writes one column's text, as PostgreSQL sent it, as JSON. Throws what the type's `serialize` throws. */
type CellWriter = (text: string) => string;

/** True if a whole number has so few digits that JavaScript represents it exactly. */
const isExact = (text: string) => text.length <= 15;

/** The types whose texts usually are valid JSON already, each with the test for it. */
const DIRECT: Record<string, (text: string) => boolean> = {
  "int4 as Int": isExact,
  "int8 as Int64": isExact,
  "epochSeconds as Int64": isExact,
  // JavaScript writes exponents, NaN, Infinity and minus zero in another way.
  "float8 as Float": (text) => /^-?\d+(\.\d+)?$/.test(text) && text !== "-0",
  "bool as Boolean": (text) => text === "true" || text === "false",
};

/** The writer for a column of this codec, shown in GraphQL as this type. */
export function cellWriter(codec: PgCodec, type: GraphQLLeafType): CellWriter {
  const write: CellWriter = (text) => JSON.stringify(type.serialize(codec.fromPg(text)));
  const isDirect = DIRECT[`${codec.name} as ${type.name}`];
  if (isDirect) return (text) => (isDirect(text) ? text : write(text));
  if (codec.name === "text" && type.name === "String") return JSON.stringify;
  if (!isEnumType(type)) return write;
  const known = new Map<string, string>();
  return (text) => {
    const json = known.get(text) ?? write(text);
    known.set(text, json);
    return json;
  };
}

/** A row as PostgreSQL sent it: each column as text. */
export type Row = readonly (string | null)[];
export type RowWriter = (row: Row) => string;

/** Thrown for a document that Grafast has to execute. */
export class NotPlain extends Error {}

/** The SQL of a column of the table or row with this alias. */
export const columnOf = (alias: SQL, name = "") => sql`${alias}.${sql.identifier(name)}`;

type Selections = graphql.SelectionSetNode | undefined;

/** The fields of a selection set by their keys. */
function fieldsOf(selections: Selections): Map<string, graphql.FieldNode> {
  const fields = new Map<string, graphql.FieldNode>();
  for (const node of selections?.selections ?? []) {
    if (node.kind !== graphql.Kind.FIELD || node.directives?.length) throw new NotPlain();
    const key = node.alias?.value ?? node.name.value;
    // Two selections of one related row would have to be merged.
    if (fields.get(key)?.selectionSet) throw new NotPlain();
    fields.set(key, node);
  }
  return fields;
}

/** The columns and joins of one statement, and the writers that make its rows JSON. */
export class Rows {
  readonly columns: SQL[] = [];
  readonly joins: SQL[] = [];
  #aliases = 0;

  alias(): SQL {
    this.#aliases += 1;
    return sql.identifier(`t${this.#aliases}`);
  }

  #column(expression: SQL, codec?: PgCodec): number {
    this.columns.push(codec?.castFromPg?.(expression) ?? sql`${expression}::text`);
    return this.columns.length - 1;
  }

  /** Selects what a selection set asks of a row, and returns the writer that makes the row a JSON object. */
  object(type: graphql.GraphQLOutputType, selections: Selections, alias: SQL): RowWriter {
    const object = graphql.getNamedType(type);
    if (!graphql.isObjectType(object)) throw new NotPlain();
    const fields = [...fieldsOf(selections)].map(([key, node], at) => ({
      label: `${at > 0 ? "," : "{"}${JSON.stringify(key)}:`,
      write: this.#field(object, node, alias),
    }));
    return (row) => {
      let text = "";
      for (const { label, write } of fields) text += label + write(row);
      return `${text}}`;
    };
  }

  #field(parent: graphql.GraphQLObjectType, node: graphql.FieldNode, alias: SQL): RowWriter {
    const name = node.name.value;
    if (name === "__typename") return () => JSON.stringify(parent.name);
    const field = parent.getFields()[name];
    const rowField = declaredFor(field, field?.extensions.rowField);
    const type = field && graphql.getNullableType(field.type);
    if (!rowField || !type) throw new NotPlain();
    let index: number;
    let write: RowWriter;
    if ("resource" in rowField) {
      const related = this.alias();
      index = this.#join(rowField, alias, related);
      write = this.object(type, node.selectionSet, related);
    } else {
      if (!graphql.isLeafType(type)) throw new NotPlain();
      index = this.#column(rowField.value(alias), rowField.codec);
      const writeCell = cellWriter(rowField.codec, type);
      write = (row) => writeCell(row[index] as string);
    }
    return (row) => {
      if (row[index] !== null) return write(row);
      if (type !== field.type) throw new Error(`${parent.name}.${name} is null`);
      return "null";
    };
  }

  /** Joins the row that a foreign key names. Returns the place of a column that is null if there is no such row. */
  #join({ resource, local, remote }: RelatedRow, alias: SQL, related: SQL): number {
    if (typeof resource.from === "function") throw new NotPlain();
    const matches = remote.map(
      (name, at) => sql`${columnOf(alias, local[at])} = ${columnOf(related, name)}`,
    );
    this.joins.push(sql` left join ${resource.from} ${related} on ${sql.join(matches, " and ")}`);
    return this.#column(columnOf(related, remote[0]));
  }
}
