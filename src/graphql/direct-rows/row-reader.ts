import type { LayerPart, StepPart } from "./plan-parts.ts";

/** The values of a row's steps, by their slots. */
export type Values = unknown[];

/** Finds the values that one row's steps have come to. */
export interface Slots {
  slotOf(step: StepPart): number | undefined;
}

export interface RowReader extends Slots {
  /** Steps outside the rows whose values `read` takes, in this order. */
  outer: readonly StepPart[];
  /** Runs the steps over one row. */
  read(row: unknown, outerValues: readonly unknown[]): Values;
}

/** Whether a step is a column of a row, which its writer reads for itself. */
export function isColumn(step: StepPart): boolean {
  return step.constructor.$$export?.exportName === "PgClassExpressionStep";
}

type Run = (...inputs: never[]) => unknown;
const NOTHING = {};

/** What a step does with the values that it depends on; undefined where it needs more than those. */
export function runOf(step: StepPart): Run | undefined {
  if (step.hasSideEffects) return undefined;
  switch (step.constructor.$$export?.exportName) {
    case "PgSelectRowsStep":
      return (selected: { items: unknown }) => selected.items;
    case "ListStep":
      return (...values) => values;
    case "LambdaStep":
    case "FirstStep":
    case "RemapKeysStep":
    case "PgSelectSingleStep":
    case "PgClassExpressionStep":
    case "AccessStep":
      return step.isSyncAndSafe && step.unbatchedExecute
        ? (value) => step.unbatchedExecute?.(NOTHING, value)
        : undefined;
    default:
      return undefined;
  }
}

function isItem(step: StepPart): boolean {
  return step.constructor.$$export?.exportName === "__ItemStep";
}

/**
 * Compiles the steps of a list's items, or of one row's fields, into a loop; undefined where one of
 * them needs more than its row and what the layer outside has worked out.
 * @param item the row, where it is not an item of a list
 */
export function compileRowReader(
  items: LayerPart,
  outside: LayerPart,
  item = items.steps.find(isItem),
): RowReader | undefined {
  if (!item) return undefined;
  const isNeeded = (step: StepPart) =>
    !isColumn(step) || items.steps.some(({ dependencies }) => dependencies.includes(step));
  const left = new Set(items.steps.filter((step) => step !== item && isNeeded(step)));
  const slots = new Map<StepPart, number>([[item, 0]]);
  const outer: StepPart[] = [];
  for (const { dependencies } of left) {
    for (const dependency of dependencies) {
      if (items.steps.includes(dependency) || slots.has(dependency)) continue;
      if (dependency.layerPlan !== outside) return undefined;
      slots.set(dependency, slots.size);
      outer.push(dependency);
    }
  }
  const runs: { run: Run; inputs: number[] }[] = [];
  while (left.size > 0) {
    const next = [...left].find((step) => step.dependencies.every((one) => slots.has(one)));
    const run = next && runOf(next);
    if (!next || !run) return undefined;
    left.delete(next);
    runs.push({ run, inputs: next.dependencies.map((one) => slots.get(one) as number) });
    slots.set(next, slots.size);
  }
  const first = 1 + outer.length;
  return {
    slotOf: (step) => slots.get(step),
    outer,
    read(row, outerValues) {
      const values: Values = [row, ...outerValues];
      for (let i = 0; i < runs.length; i += 1) {
        const { run, inputs } = runs[i] as (typeof runs)[number];
        values[first + i] =
          inputs.length === 1
            ? run(values[inputs[0] as number] as never)
            : run(...(inputs.map((slot) => values[slot]) as never[]));
      }
      return values;
    },
  };
}
