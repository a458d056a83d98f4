import * as graphql from "postgraphile/graphql";
import { type SQL, sql } from "postgraphile/pg-sql2";
import { type DeclaredSql, declaredFor } from "../declared-sql.ts";
import { rowsFrom } from "../lists/offset.ts";
import { MAX_ROWS } from "../lists/paging.ts";
import { columnOf, NotPlain, type Row, Rows } from "./rows.ts";

/** A statement, with the values of its placeholders. An empty text needs no database. */
type Statement = { text: string; values: readonly unknown[] };

/** Applies arguments to a statement; undefined if Grafast has to handle them. */
type Bind = (text: string, args: Record<string, unknown>) => Statement | undefined;

/** An operation that the fast path runs: one root field. */
export interface FastOperation {
  /** The field's key in the answer, as JSON. */
  label: string;
  node: graphql.FieldNode;
  /** The client's own name for the operation. */
  name: string | undefined;
  declared: DeclaredSql;
  /** The statement, without what arguments add to it. */
  text: string;
  /** The statement for these variables; undefined if Grafast has to handle them, or if events give the values. */
  bind(variables: Readonly<Record<string, unknown>>): Statement | undefined;
  /** Writes the statement's rows as the field's JSON. */
  write(rows: readonly Row[]): string;
}

/** Takes `limit` and `offset`, and no other argument. Grafast answers a limit of 0 without a statement. */
const bindPage =
  (textFrom: (offset: number) => string): Bind =>
  (text, { limit, offset = 0, ...others }) => {
    const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
    const isPage = limit && isCount(limit) && isCount(offset) && Object.keys(others).length === 0;
    if (!isPage) return undefined;
    const count = Math.min(limit as number, MAX_ROWS);
    return { text: `${offset ? textFrom(offset as number) : text} limit ${count}`, values: [] };
  };

/** One error is enough to leave a request to Grafast. */
const FIRST = { maxErrors: 1 };

const placeholder = (type: SQL) => sql`${sql.value(null)}::${type}`;

/** Returns the statement that a root field declares, and the function that applies the field's arguments. */
function statementOf(
  declared: Exclude<DeclaredSql, { kind: "constant" }>,
  { columns, joins }: Rows,
  alias: SQL,
): { statement: SQL; bind?: Bind } {
  const { from } = declared.resource;
  const select = sql`select ${sql.join(columns, ", ")} from`;
  if (declared.kind === "function") {
    const { input } = declared;
    // Related rows are not joined to a row that was just written. Grafast reads them.
    if (typeof from !== "function" || joins.length > 0) throw new NotPlain();
    const called = from({ placeholder: placeholder(input.codec.sqlType) });
    const bind: Bind = (text, args) => {
      const given = Object.entries(args.input as object);
      const row = Object.fromEntries(given.map(([field, value]) => [input.columns[field], value]));
      return { text, values: [input.codec.toPg(row)] };
    };
    return { statement: sql`${select} ${called} ${alias}`, bind };
  }
  const rowsOf = (source: SQL) => sql`${select} ${source} ${alias}${sql.join(joins, "")}`;
  if (declared.kind === "events") {
    const keys = declared.follow.keys.map(({ column, codec }) => ({
      column: columnOf(alias, column),
      placeholder: placeholder(codec.sqlType),
    }));
    if (typeof from === "function") return { statement: rowsOf(from(...keys)) };
    const matches = keys.map((key) => sql`${key.column} = ${key.placeholder}`);
    return { statement: sql`${rowsOf(from)} where ${sql.join(matches, " and ")}` };
  }
  if (typeof from === "function") throw new NotPlain();
  const rows = rowsOf(from);
  const page = (offset: number) => sql`${rows} ${rowsFrom(declared, alias, offset)}`;
  return { statement: page(0), bind: bindPage((offset) => sql.compile(page(offset)).text) };
}

function compileOperation(
  schema: graphql.GraphQLSchema,
  asked: graphql.OperationDefinitionNode,
): FastOperation {
  const { operation, name, selectionSet, directives, variableDefinitions = [] } = asked;
  const [node, ...others] = selectionSet.selections;
  if (node?.kind !== graphql.Kind.FIELD || others.length > 0) throw new NotPlain();
  if (node.directives?.length || directives?.length) throw new NotPlain();
  const field = schema.getRootType(operation)?.getFields()[node.name.value];
  const declared = declaredFor(field, field?.extensions.declaredSql);
  if (!field || !declared) throw new NotPlain();
  const label = JSON.stringify(node.alias?.value ?? node.name.value);
  const base = { label, node, name: name?.value, declared };
  if (declared.kind === "constant") {
    const json = JSON.stringify(declared.value);
    return { ...base, text: "", bind: () => ({ text: "", values: [] }), write: () => json };
  }
  // Only the plan of a subscription takes its argument.
  if (declared.kind === "events" && node.arguments?.length) throw new NotPlain();

  const rows = new Rows();
  const alias = rows.alias();
  const writeRow = rows.object(field.type, node.selectionSet, alias);
  const { statement, bind } = statementOf(declared, rows, alias);
  const { text } = sql.compile(statement);
  return {
    ...base,
    text,
    write(found) {
      if (declared.kind !== "list") return found[0] ? writeRow(found[0]) : "null";
      // join() makes a flat string. A concatenated one would keep all its parts in memory.
      return `[${found.map(writeRow).join()}]`;
    },
    bind(variables) {
      const { coerced } = graphql.getVariableValues(schema, variableDefinitions, variables, FIRST);
      try {
        return coerced && bind?.(text, graphql.getArgumentValues(field, node, coerced));
      } catch {
        // A value is invalid. Grafast says which one.
        return undefined;
      }
    },
  };
}

/** Compiles an operation of a validated document; undefined if it is not plain, or fails to compile. */
export function compile(
  schema: graphql.GraphQLSchema,
  { definitions }: graphql.DocumentNode,
  operation: graphql.OperationDefinitionNode,
): FastOperation | undefined {
  try {
    const isAlone = definitions.every(({ kind }) => kind === graphql.Kind.OPERATION_DEFINITION);
    return isAlone ? compileOperation(schema, operation) : undefined;
  } catch {
    return undefined;
  }
}
