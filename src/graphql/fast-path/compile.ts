import * as graphql from "postgraphile/graphql";
import { type SQL, sql } from "postgraphile/pg-sql2";
import { type DeclaredSql, declaredFor } from "../declared-sql.ts";
import { MOST_ROWS, orderOf } from "../lists/paging.ts";
import { NotPlain, type Row, Rows, type RowWriter } from "./rows.ts";

/** A statement, with the values of its placeholders. An empty text needs no database. */
export interface Statement {
  text: string;
  values: readonly unknown[];
}

/** What arguments make of a statement; undefined if they are for Grafast to refuse. */
type Bind = (text: string, args: Record<string, unknown>) => Statement | undefined;

/** A statement, how it takes its arguments, and what writes its rows as JSON. */
interface Shape {
  statement: SQL;
  bind: Bind;
  write(rows: readonly Row[]): string;
}

/** An operation that the fast path runs: one root field. */
export interface FastOperation {
  /** The field's key in the answer, as JSON. */
  label: string;
  node: graphql.FieldNode;
  declared: DeclaredSql;
  text: string;
  bind(variables: Readonly<Record<string, unknown>>): Statement | undefined;
  write: Shape["write"];
}

const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;

/** Takes `limit` and `offset`, and no other argument. Grafast answers a limit of 0 without asking. */
const bindPage: Bind = (text, { limit, offset = 0, ...others }) => {
  const fits = limit && isCount(limit) && isCount(offset) && Object.keys(others).length === 0;
  if (!fits) return undefined;
  const count = Math.min(limit as number, MOST_ROWS);
  return { text: `${text} limit ${count}${offset ? ` offset ${offset}` : ""}`, values: [] };
};

/** The statement of a root field, by what it declares. */
function shapeOf(declared: DeclaredSql, rows: Rows, alias: SQL, writeRow: RowWriter): Shape {
  if (declared.kind === "constant") {
    const json = JSON.stringify(declared.value);
    return { statement: sql``, bind: (text) => ({ text, values: [] }), write: () => json };
  }
  const { from, codec } = declared.resource;
  const column = (name: string) => sql`${alias}.${sql.identifier(name)}`;
  const placeholder = (type: SQL) => sql`${sql.value(null)}::${type}`;
  const select = sql`select ${sql.join(rows.columns, ", ")} from`;
  const writeOne: Shape["write"] = ([row]) => (row ? writeRow(row) : "null");

  if (declared.kind === "function") {
    const { codec: row, columns } = declared.input;
    // What was just written is not read again through joins, which Grafast does.
    if (typeof from !== "function" || rows.joins.length > 0) throw new NotPlain();
    const called = from({ placeholder: placeholder(row.sqlType) });
    const bind: Bind = (text, { input }) => {
      if (typeof input !== "object" || input === null) return undefined;
      const values = Object.entries(input).map(([field, value]) => [columns[field], value]);
      return { text, values: [row.toPg(Object.fromEntries(values) as never)] };
    };
    return { statement: sql`${select} ${called} ${alias}`, bind, write: writeOne };
  }

  if (typeof from === "function") throw new NotPlain();
  const found = sql`${select} ${from} ${alias}${sql.join(rows.joins, "")} where`;
  if (declared.kind === "events") {
    const keys = declared.follow.keys.map(
      (key) => sql`${column(key.column)} = ${placeholder(key.codec.sqlType)}`,
    );
    // Each event binds it.
    const bind = () => undefined;
    return { statement: sql`${found} ${sql.join(keys, " and ")}`, bind, write: writeOne };
  }
  const conditions = [sql`true`, ...declared.conditions.map((condition) => condition(alias))];
  const { attribute, direction } = orderOf(codec);
  const order = sql`${column(attribute)} ${direction === "ASC" ? sql`asc` : sql`desc`}`;
  return {
    statement: sql`${found} ${sql.join(conditions, " and ")} order by ${order}`,
    bind: bindPage,
    write: (all) => `[${all.map(writeRow).join(",")}]`,
  };
}

function compileOperation(
  schema: graphql.GraphQLSchema,
  { operation, selectionSet, directives, variableDefinitions }: graphql.OperationDefinitionNode,
): FastOperation {
  const [node, ...others] = selectionSet.selections;
  if (node?.kind !== graphql.Kind.FIELD || others.length > 0) throw new NotPlain();
  if (node.directives?.length || directives?.length) throw new NotPlain();
  const field = schema.getRootType(operation)?.getFields()[node.name.value];
  const declared = declaredFor(field, field?.extensions.declaredSql);
  // The argument of a subscription is for its plan.
  const isForPlan = declared?.kind === "events" && node.arguments?.length;
  if (!field || !declared || isForPlan) throw new NotPlain();

  const rows = new Rows();
  const alias = rows.alias();
  const type = graphql.getNamedType(field.type);
  const writeRow = graphql.isObjectType(type)
    ? rows.object(type, node.selectionSet, alias)
    : () => "";
  const { statement, bind, write } = shapeOf(declared, rows, alias, writeRow);
  const { text } = sql.compile(statement);
  return {
    label: JSON.stringify(node.alias?.value ?? node.name.value),
    node,
    declared,
    text,
    write,
    bind(variables) {
      const definitions = variableDefinitions ?? [];
      const { coerced } = graphql.getVariableValues(schema, definitions, variables);
      try {
        return coerced && bind(text, graphql.getArgumentValues(field, node, coerced));
      } catch {
        // A value that does not fit: Grafast says which.
        return undefined;
      }
    },
  };
}

/** Compiles an operation of a validated document, if it is plainly of a known shape. */
export function compile(
  schema: graphql.GraphQLSchema,
  { definitions }: graphql.DocumentNode,
  operation: graphql.OperationDefinitionNode,
): FastOperation | "not plain" {
  try {
    if (definitions.every(({ kind }) => kind === graphql.Kind.OPERATION_DEFINITION)) {
      return compileOperation(schema, operation);
    }
  } catch (error) {
    if (!(error instanceof NotPlain)) throw error;
  }
  return "not plain";
}
