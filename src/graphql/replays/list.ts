import type { ObservedStatement } from "../../database/observed-statements.ts";
import type { OutputPart } from "../direct-rows/plan-parts.ts";
import { lastWrittenList } from "../direct-rows.ts";
import type { Replay, SoleField } from "./replay.ts";

const soleLists = new WeakMap<OutputPart, SoleField>();

/** Notes that a list is the only field of an operation. */
export function noteSoleList(list: OutputPart, field: SoleField): void {
  soleLists.set(list, field);
}

/**
 * Learns a query from a request that has just been answered: its one statement, with the values
 * that its variables made, whose rows were written as its one list.
 */
export function learnList({ text, values, rows }: ObservedStatement): Replay | undefined {
  const last = lastWrittenList();
  const field = last && soleLists.get(last.list);
  // By the rows themselves: another request may have been answered meanwhile.
  const isOurs =
    last && rows.length === last.rows.length && rows.every((row, i) => row === last.rows[i]);
  if (!last || !field || !isOurs) return undefined;
  const { outer, write } = last;
  return {
    ...field,
    text,
    bind: () => values,
    write: (these, root, path) => write(these, outer, root, path),
  };
}
