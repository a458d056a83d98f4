import type { PgCodec } from "postgraphile/@dataplan/pg";
import * as graphql from "postgraphile/graphql";
import { type SQL, sql } from "postgraphile/pg-sql2";
import { declaredFor } from "../declared-sql.ts";
import { cellWriter } from "./cells.ts";
import type { RowField } from "./fields.ts";

/** A row as PostgreSQL sent it: each column as text. */
export type Row = readonly (string | null)[];
export type RowWriter = (row: Row) => string;

/** Thrown for a document that Grafast has to execute. */
export class NotPlain extends Error {}

/** The fields of a selection set by their keys, without directives and fragments, each key once. */
function fieldsOf(
  selections: graphql.SelectionSetNode | undefined,
): Map<string, graphql.FieldNode> {
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

  /** Selects what a selection set asks of a row, and returns what writes the row as a JSON object. */
  object(
    type: graphql.GraphQLObjectType,
    selections: graphql.SelectionSetNode | undefined,
    alias: SQL,
  ): RowWriter {
    const fields = [...fieldsOf(selections)].map(([key, node], at) => ({
      label: `${at > 0 ? "," : "{"}${JSON.stringify(key)}:`,
      write: this.#field(type, node, alias),
    }));
    return (row) => {
      let text = "";
      for (const { label, write } of fields) text += label + write(row);
      return `${text}}`;
    };
  }

  #field(
    parent: graphql.GraphQLObjectType,
    { name, selectionSet }: graphql.FieldNode,
    alias: SQL,
  ): RowWriter {
    if (name.value === "__typename") return () => JSON.stringify(parent.name);
    const field = parent.getFields()[name.value];
    const rowField = declaredFor(field, field?.extensions.rowField);
    if (!field || !rowField) throw new NotPlain();
    const type = graphql.getNullableType(field.type);
    const { index, write } =
      "attribute" in rowField
        ? this.#cell(rowField, type, alias)
        : this.#related(rowField, type, selectionSet, alias);
    const isNonNull = graphql.isNonNullType(field.type);
    return (row) => {
      if (row[index] !== null) return write(row);
      if (isNonNull) throw new Error(`${parent.name}.${name.value} is null`);
      return "null";
    };
  }

  #cell({ attribute, codec }: Extract<RowField, { attribute: string }>, type: unknown, alias: SQL) {
    if (!graphql.isLeafType(type)) throw new NotPlain();
    const index = this.#column(sql`${alias}.${sql.identifier(attribute)}`, codec);
    const write = cellWriter(codec, type);
    return { index, write: (row: Row) => write(row[index] as string) };
  }

  #related(
    { resource, local, remote }: Exclude<RowField, { attribute: string }>,
    type: unknown,
    selections: graphql.SelectionSetNode | undefined,
    alias: SQL,
  ) {
    const named = graphql.getNamedType(type as graphql.GraphQLObjectType);
    if (!graphql.isObjectType(named) || typeof resource.from === "function") throw new NotPlain();
    const joined = this.alias();
    const key = remote.map((column) => sql`${joined}.${sql.identifier(column)}`);
    const own = local.map((column) => sql`${alias}.${sql.identifier(column)}`);
    const on = sql.join(
      key.map((column, at) => sql`${own[at] as SQL} = ${column}`),
      " and ",
    );
    this.joins.push(sql` left join ${resource.from} ${joined} on ${on}`);
    const index = this.#column(key[0] as SQL);
    return { index, write: this.object(named, selections, joined) };
  }
}
