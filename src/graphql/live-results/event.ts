import type { ObservedStatement } from "../../database/observed-statements.ts";
import type { OutputPart } from "../direct-rows/plan-parts.ts";
import { compileRowReader, runOf } from "../direct-rows/row-reader.ts";
import { compileRowWriter } from "../direct-rows/row-writer.ts";
import type { Replay, SoleField } from "../replays/replay.ts";
import type { Plan } from "../replays.ts";

/** How a subscription's events are read and written: by one statement, whose values the event gives. */
export type EventReplay = Pick<Replay, keyof SoleField | "text" | "write">;

/** An event's row as it was written last, for whichever subscriber: tell by the row whether it is yours. */
interface WrittenRow {
  row: unknown;
  field: SoleField;
  write: Replay["write"];
}
let last: WrittenRow | undefined;

/** Has it known how the row of an event is written, where that is an object of plain columns. */
export function noteSoleEvent({ rootOutputPlan }: Plan): void {
  const [[key, part] = [], ...others] = Object.entries(rootOutputPlan.keys);
  if (!key || part?.type !== "outputPlan" || others.length > 0) return;
  const { outputPlan: object, isNonNull, locationDetails: location } = part;
  const { layerPlan, rootStep } = object;
  const isPlain =
    object.type.mode === "object" &&
    layerPlan.reason.type === "nullableBoundary" &&
    layerPlan.children.length === 0 &&
    rootStep.layerPlan === rootOutputPlan.layerPlan &&
    rootStep.constructor.$$export?.exportName === "PgSelectSingleStep";
  const single = runOf(rootStep);
  const reader = isPlain
    ? compileRowReader(layerPlan, rootOutputPlan.layerPlan, rootStep)
    : undefined;
  const writeRow = reader && compileRowWriter(object, reader, false, location);
  if (!single || !reader || !writeRow) return;

  const { execute } = object;
  object.execute = function noteRow(root, path, bucket, index, ...rest) {
    const outer = reader.outer.map((step) => bucket.store.get(step.id)?.at(index));
    last = {
      row: bucket.store.get(rootStep.id)?.at(index),
      field: { key, isNonNull, location },
      write: ([row], ...target) =>
        row === undefined ? "null" : writeRow(reader.read(single(row as never), outer), ...target),
    };
    return execute.call(this, root, path, bucket, index, ...rest);
  } as OutputPart["execute"];
}

/** Learns from an event that has just been executed by its plan, which asked one statement. */
export function learnEvent(
  { text, values, rows }: ObservedStatement,
  expected: readonly unknown[],
): EventReplay | undefined {
  const isOurs = last && rows.length === 1 && last.row === rows[0];
  const areBound =
    values.length === expected.length && values.every((value, i) => value === expected[i]);
  if (!last || !isOurs || !areBound) return undefined;
  const { field, write } = last;
  return { ...field, text, write };
}
