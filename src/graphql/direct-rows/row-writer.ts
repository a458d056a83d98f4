import { GraphQLError } from "postgraphile/graphql";
import { columnWriter } from "./column-writer.ts";
import type { LocationPart, OutputPart, RootPart, StepPart } from "./plan-parts.ts";
import { isColumn, runOf, type Slots, type Values } from "./row-reader.ts";

/** Where a value is: the keys of its response from the top, of which the writer must leave none behind. */
type Path = (string | number)[];

/** Writes one value of a row as JSON; throws a GraphQLError where it cannot. */
export type ValueWriter = (values: Values, root: RootPart, path: Path) => string;

/** An error as Grafast words it, with the path of where it arose. */
export function located(error: unknown, { node }: LocationPart, path: Path): GraphQLError {
  if (error instanceof GraphQLError && error.path) return error;
  const original = error as Error & { extensions?: object };
  return new GraphQLError(original.message, {
    nodes: node as never,
    path: path.slice(1),
    originalError: original,
    ...(original.extensions && { extensions: original.extensions as never }),
  });
}

function isNull({ parentTypeName, fieldName, node }: LocationPart, path: Path): GraphQLError {
  return new GraphQLError(
    `Cannot return null for non-nullable field ${parentTypeName}.${fieldName}.`,
    { nodes: node as never, path: path.slice(1) },
  );
}

/** A value that may be null where its type says so; an error becomes null there too, and is noted. */
function guarded(write: ValueWriter, isNonNull: boolean, location: LocationPart): ValueWriter {
  return (values, root, path) => {
    const depth = path.length;
    try {
      const text = write(values, root, path);
      if (isNonNull && text === "null") throw isNull(location, path);
      return text;
    } catch (error) {
      const found = located(error, location, path);
      path.length = depth;
      if (root.errorBehavior === "HALT" || (isNonNull && root.errorBehavior !== "NULL"))
        throw found;
      root.errors.push(found);
      return "null";
    }
  };
}

/** Writes a scalar or an enum by its type's own `serialize`. */
function leafWriter(output: OutputPart, read: (values: Values) => unknown): ValueWriter {
  const { graphqlType } = output.type;
  return (values) => {
    const value = read(values);
    return value == null ? "null" : JSON.stringify(graphqlType?.serialize(value) ?? null);
  };
}

/** Writes a column: mostly by its text alone, and as any other leaf where that does not do. */
function columnLeafWriter(
  output: OutputPart,
  slots: Slots,
  isNonNull: boolean,
  location: LocationPart,
): ValueWriter | undefined {
  const { rootStep: column, type } = output;
  const { attrIndex: index, pgCodec: codec } = column;
  const run = runOf(column);
  const slot = slots.slotOf(column.dependencies[0] as StepPart);
  if (typeof index !== "number" || !run || slot === undefined) return undefined;
  const slowly = guarded(
    leafWriter(output, (values) => run(values[slot] as never)),
    isNonNull,
    location,
  );
  const direct = columnWriter(codec?.name ?? "", type.graphqlType?.name ?? "");
  if (!direct) return slowly;
  return (values, root, path) => {
    const text = (values[slot] as (string | null)[] | null)?.[index];
    return (typeof text === "string" && direct(text)) || slowly(values, root, path);
  };
}

function objectWriter(output: OutputPart, slot: number, reader: Slots): ValueWriter | undefined {
  const fields: { key: string; label: string; write: ValueWriter }[] = [];
  for (const [key, part] of Object.entries(output.keys)) {
    const label = `${fields.length > 0 ? "," : ""}${JSON.stringify(key)}:`;
    if (part.type === "__typename") {
      const text = JSON.stringify(output.type.typeName);
      fields.push({ key, label, write: () => text });
      continue;
    }
    const write = compileRowWriter(part.outputPlan, reader, part.isNonNull, part.locationDetails);
    if (!write) return undefined;
    fields.push({ key, label, write });
  }
  return (values, root, path) => {
    if (values[slot] == null) return "null";
    let text = "{";
    const depth = path.push("") - 1;
    for (const { key, label, write } of fields) {
      path[depth] = key;
      text += label;
      text += write(values, root, path);
    }
    path.length = depth;
    return `${text}}`;
  };
}

/** Compiles what an item of a list is written by; undefined for anything but objects of plain columns. */
export function compileRowWriter(
  output: OutputPart,
  reader: Slots,
  isNonNull: boolean,
  location: LocationPart,
): ValueWriter | undefined {
  const isPlain =
    output.processRoot === null &&
    output.sideEffectStep === null &&
    output.deferredOutputPlans.length === 0;
  if (!isPlain) return undefined;
  const { mode } = output.type;
  if (mode === "leaf" && isColumn(output.rootStep)) {
    return columnLeafWriter(output, reader, isNonNull, location);
  }
  const slot = reader.slotOf(output.rootStep);
  if (slot === undefined || (mode !== "leaf" && mode !== "object")) return undefined;
  const write =
    mode === "leaf"
      ? leafWriter(output, (values) => values[slot])
      : objectWriter(output, slot, reader);
  return write && guarded(write, isNonNull, location);
}
