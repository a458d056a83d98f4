import { GraphQLError } from "postgraphile/graphql";
import type { LocationPart, OutputPart, RootPart } from "./plan-parts.ts";
import type { Slots, Values } from "./row-reader.ts";

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

/** Writes a scalar or an enum by its type's own `serialize`, numbers and texts that are so already at once. */
function leafWriter(output: OutputPart, slot: number): ValueWriter | undefined {
  const { graphqlType } = output.type;
  if (!graphqlType) return undefined;
  return (values) => {
    const value = values[slot];
    if (value == null) return "null";
    const serialized = graphqlType.serialize(value);
    return typeof serialized === "number" && Number.isFinite(serialized)
      ? `${serialized}`
      : JSON.stringify(serialized ?? null);
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
  const slot = reader.slotOf(output.rootStep);
  const isPlain =
    slot !== undefined &&
    output.processRoot === null &&
    output.sideEffectStep === null &&
    output.deferredOutputPlans.length === 0;
  if (!isPlain) return undefined;
  const write =
    output.type.mode === "leaf"
      ? leafWriter(output, slot)
      : output.type.mode === "object"
        ? objectWriter(output, slot, reader)
        : undefined;
  return write && guarded(write, isNonNull, location);
}
