import type { PgCodec } from "postgraphile/@dataplan/pg";
import {
  type GraphQLSchema,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
} from "postgraphile/graphql";
import type { ObservedStatement } from "../../database/observed-statements.ts";
import type { OutputPart, StepPart } from "../direct-rows/plan-parts.ts";
import { isColumn, runOf, type Values } from "../direct-rows/row-reader.ts";
import { compileRowWriter, type ValueWriter } from "../direct-rows/row-writer.ts";
import type { Replay, SoleField } from "./replay.ts";

/** A function's one argument: the row type it takes, and which column each field of the input is. */
export interface RowInput {
  codec: PgCodec;
  columns: Readonly<Record<string, string>>;
}

declare global {
  namespace GraphileBuild {
    interface GraphileFieldExtensions {
      /** Of a mutation that is a function of one row. */
      rowInput?: RowInput;
    }
  }
}

interface SoleRow extends SoleField {
  write: ValueWriter;
  read(row: unknown): Values;
}
const soleRows = new WeakMap<OperationDefinitionNode, SoleRow>();

/** Notes the only field of a mutation where it is one row of plain columns. */
export function noteSoleRow(
  operation: OperationDefinitionNode,
  row: OutputPart,
  field: SoleField,
): void {
  const { rootStep, layerPlan } = row;
  const isPlain =
    layerPlan.reason.type === "nullableBoundary" &&
    layerPlan.children.length === 0 &&
    rootStep.constructor.$$export?.exportName === "PgSelectSingleStep" &&
    layerPlan.steps.every(
      (step) => step === rootStep || (isColumn(step) && step.dependencies[0] === rootStep),
    );
  const single = runOf(rootStep);
  const slots = { slotOf: (step: StepPart) => (step === rootStep ? 0 : undefined) };
  const write = isPlain && single && compileRowWriter(row, slots, false, field.location);
  if (write) soleRows.set(operation, { ...field, write, read: (row) => [single(row as never)] });
}

/** The variable that an operation's one field takes as its `input`, and nothing else. */
function inputVariable({ selectionSet }: OperationDefinitionNode): string | undefined {
  const [field] = selectionSet.selections;
  const [argument, ...others] = (field?.kind === Kind.FIELD && field.arguments) || [];
  if (argument?.name.value !== "input" || others.length > 0) return undefined;
  return argument.value.kind === Kind.VARIABLE ? argument.value.name.value : undefined;
}

/** Which variables and fields of theirs are given, and which are null: what a mutation's SQL may depend on. */
export function shapeOf(variables: Record<string, unknown>): string {
  return JSON.stringify(variables, (_key, value) =>
    typeof value === "object" ? value : typeof value,
  );
}

/**
 * Learns a mutation that is a function of one row: its one statement, whose one placeholder is the
 * input as PostgreSQL writes a row.
 */
export function learnRow(
  operation: OperationDefinitionNode,
  { text, values, rows }: ObservedStatement,
  schema: GraphQLSchema,
  variables: Record<string, unknown>,
): Replay | undefined {
  const sole = soleRows.get(operation);
  const variable = inputVariable(operation);
  const input = sole?.location.fieldName
    ? schema.getMutationType()?.getFields()[sole.location.fieldName]?.extensions.rowInput
    : undefined;
  if (!sole || !variable || !input || rows.length !== 1) return undefined;
  const { codec, columns } = input as RowInput;

  function bind(given: Record<string, unknown>): readonly unknown[] | undefined {
    const definitions = operation.variableDefinitions ?? [];
    const { coerced } = getVariableValues(schema, definitions, given);
    const fields = coerced?.[variable as string];
    // Variables that do not fit, or none: Grafast says what is wrong.
    if (typeof fields !== "object" || fields === null) return undefined;
    const row = Object.fromEntries(
      Object.entries(fields).map(([field, value]) => [columns[field], value]),
    );
    return [codec.toPg(row as never)];
  }
  const bound = bind(variables);
  if (values.length !== 1 || bound?.[0] !== values[0]) return undefined;
  const { key, isNonNull, location, write, read } = sole;
  return {
    key,
    isNonNull,
    location,
    text,
    bind,
    write: ([row], root, path) => (row === undefined ? "null" : write(read(row), root, path)),
  };
}
