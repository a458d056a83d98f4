import type { PgCodec, PgResource } from "postgraphile/@dataplan/pg";
import type { GraphQLField } from "postgraphile/graphql";
import type { SQL } from "postgraphile/pg-sql2";
import type { Follow } from "./subscriptions/follow.ts";

/** A condition on a table's rows, for the alias that the statement gives the table. */
export type Condition = (alias: SQL) => SQL;

/** The composite type that a function takes, and its columns by the names of the input's fields. */
export interface RowInput {
  codec: PgCodec;
  columns: Readonly<Record<string, string>>;
}

/** A list with `limit` and `offset`: the rows that meet all conditions, in the order of `orderOf`. */
export interface DeclaredList {
  kind: "list";
  resource: PgResource;
  conditions: readonly Condition[];
}

/** What a root field is in SQL, if that is one plain statement. */
export type DeclaredSql =
  | { kind: "constant"; value: string }
  | DeclaredList
  /** The row that a function returns. */
  | { kind: "function"; resource: PgResource; input: RowInput }
  /** The row that each event names. If `from` is a function, it makes the row from the event's keys. */
  | { kind: "events"; resource: Pick<PgResource, "from">; follow: Follow };

/** The one row of a table that a foreign key names. */
export interface RelatedRow {
  resource: PgResource;
  local: readonly string[];
  remote: readonly string[];
}

/** What a field of a row is in SQL: a column or a function of the row, or a related row. */
export type RowField = { value(row: SQL): SQL; codec: PgCodec } | RelatedRow;

/** What is declared for a field, and the plan that it was declared for. */
export type Declared<T> = T & { plan: unknown };

declare module "graphql" {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    declaredSql?: Declared<DeclaredSql>;
    rowField?: Declared<RowField>;
  }
}

interface Field {
  plan?: unknown;
  extensions?: { declaredSql?: Declared<DeclaredSql> } | null | undefined;
}

/** Declares what a field of a row is in SQL, as `declareSql` does for a root field. */
export function declareRowField<T extends Field>(field: T, declared: RowField): T {
  const rowField = { ...declared, plan: field.plan };
  return { ...field, extensions: { ...field.extensions, rowField } };
}

/**
 * Declares what a root field is in SQL, beside its plan. Only the fast path reads it, and only as long as
 * the field still has this plan. A plugin that changes the plan later takes the field off the fast
 * path, unless it declares the field again.
 */
export function declareSql<T extends Field>(field: T, declared: DeclaredSql): T {
  const declaredSql = { ...declared, plan: field.plan };
  return { ...field, extensions: { ...field.extensions, declaredSql } };
}

/** Declares one more condition of a list. The plan of the field must apply the condition already. */
export function declareCondition<T extends Field>(field: T, condition: Condition): T {
  const declared = field.extensions?.declaredSql;
  if (declared?.kind !== "list") return field;
  return declareSql(field, { ...declared, conditions: [...declared.conditions, condition] });
}

/** Returns what was declared for a field, if the field still has the plan that it was declared for. */
export function declaredFor<T>(
  field: GraphQLField<unknown, unknown> | undefined,
  declared: Declared<T> | undefined,
): T | undefined {
  return declared && field?.extensions.grafast?.plan === declared.plan ? declared : undefined;
}
