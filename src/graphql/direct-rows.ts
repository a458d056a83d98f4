import type { LayerPart, OutputPart, RootPart, Writer } from "./direct-rows/plan-parts.ts";
import { compileRowReader } from "./direct-rows/row-reader.ts";
import { compileRowWriter } from "./direct-rows/row-writer.ts";

/** Every list in what an operation answers. */
function* listsOf(output: OutputPart): Iterable<OutputPart> {
  if (output.type.mode === "array") yield output;
  if (output.child) yield* listsOf(output.child);
  for (const part of Object.values(output.keys)) {
    if (part.type === "outputPlan") yield* listsOf(part.outputPlan);
  }
}

/** Whether a layer is nothing but the items of this list. */
function isItemsOf(layer: LayerPart, list: OutputPart): boolean {
  return (
    layer.reason.type === "listItem" &&
    !layer.reason.stream &&
    layer.children.length === 0 &&
    layer.parentSideEffectStep === null &&
    layer.reason.parentLayerPlan === list.layerPlan &&
    list.layerPlan.children.includes(layer)
  );
}

/** Writes the rows of a list, given what its layer has worked out for them. */
export type RowsWriter = (
  rows: readonly unknown[],
  outer: readonly unknown[],
  root: RootPart,
  path: (string | number)[],
) => string;

/** A list as it was written for a request. */
export interface WrittenList {
  list: OutputPart;
  rows: readonly unknown[];
  outer: readonly unknown[];
  write: RowsWriter;
}
let last: WrittenList | undefined;

/** The list that was written last, for whichever request: tell by its rows whether it is yours. */
export const lastWrittenList = (): WrittenList | undefined => last;

/**
 * Has a list of plain rows written straight from what the database answered, where Grafast would
 * run each column of each row as a step of its own. True if it could.
 */
function writeDirectly(list: OutputPart): boolean {
  const item = list.child;
  if (!item || list.processRoot !== null || !isItemsOf(item.layerPlan, list)) return false;
  const reader = compileRowReader(item.layerPlan, list.layerPlan);
  const write = reader && compileRowWriter(item, reader, list.childIsNonNull, list.locationDetails);
  if (!reader || !write) return false;

  const { id } = list.rootStep;
  const { executeString } = list;
  const writeAll: RowsWriter = (rows, outer, root, path) => {
    let text = "[";
    const depth = path.push(-1) - 1;
    for (let i = 0; i < rows.length; i += 1) {
      path[depth] = i;
      if (i > 0) text += ",";
      text += write(reader.read(rows[i], outer), root, path);
    }
    path.length = depth;
    return `${text}]`;
  };
  list.executeString = function writeRows(root, path, bucket, index, given, flags) {
    const rows = given ?? bucket.store.get(id)?.at(index);
    // No rows, an error, or null: nothing to gain.
    if (!Array.isArray(rows) || rows.length === 0) {
      return executeString.call(this, root, path, bucket, index, given, flags);
    }
    const outer = reader.outer.map((step) => bucket.store.get(step.id)?.at(index));
    last = { list, rows, outer, write: writeAll };
    return writeAll(rows, outer, root, path);
  };
  // Those who want objects, as a websocket does, get them from the text.
  list.execute = function readRows(...args: Parameters<Writer>) {
    return JSON.parse(list.executeString(...args) as string);
  };
  // The items' steps have nothing left to do.
  const siblings = list.layerPlan.children;
  siblings.splice(siblings.indexOf(item.layerPlan), 1);
  return true;
}

/** How many lists of a plan are written directly. */
const lists = new WeakMap<object, number>();

/** How many lists of an operation's plan are written directly; undefined for a plan never seen. */
export function listsWrittenDirectly(plan: object): number | undefined {
  return lists.get(plan);
}

/** Speeds up lists: see `writeDirectly`. A plan is compiled once, for as long as Grafast keeps it. */
export const DirectRowsPlugin: GraphileConfig.Plugin = {
  name: "DirectRowsPlugin",
  description: "Writes lists of plain rows straight from the database's answer",
  grafast: {
    middleware: {
      establishOperationPlan(next) {
        const plan = next();
        if (!lists.has(plan)) {
          const { rootOutputPlan } = plan as unknown as { rootOutputPlan: OutputPart };
          lists.set(plan, [...listsOf(rootOutputPlan)].filter(writeDirectly).length);
        }
        return plan;
      },
    },
  },
};
