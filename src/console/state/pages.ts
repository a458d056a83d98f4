import { type ReadonlySignal, signal } from "@preact/signals";
import { type Loaded, loaded } from "./loaded.ts";

/** A list that is asked for page by page, as far as one wants to see. */
export interface Pages<Row> extends Loaded<Row[]> {
  /** Whether more may follow. */
  hasMore: ReadonlySignal<boolean>;
  /** Asks for the first page only, of what may be another list now. */
  begin(): Promise<void>;
  /** Asks anew, as far as one had come. */
  load(): Promise<void>;
  /** Asks for the next page. */
  more(): Promise<void>;
}

/** What one page is asked for by. */
export interface Page {
  limit: number;
  offset: number;
}

/** Pages of so many rows. Where rows came in before others, those met again are dropped. */
export function pages<Row extends { id: number }>(
  size: number,
  ask: (page: Page, signal: AbortSignal) => Promise<Row[]>,
): Pages<Row> {
  const hasMore = signal(false);
  let kept: Row[] = [];
  let wanted = size;

  const list = loaded(async (signal) => {
    const rows = new Map(kept.map((row) => [row.id, row]));
    let offset = rows.size;
    let isFull: boolean;
    do {
      const page = await ask({ limit: size, offset }, signal);
      for (const row of page) rows.set(row.id, row);
      offset += page.length;
      isFull = page.length === size;
    } while (isFull && rows.size < wanted);
    hasMore.value = isFull;
    return [...rows.values()];
  });
  const load = () => {
    kept = [];
    return list.load();
  };

  return {
    ...list,
    hasMore,
    load,
    begin() {
      wanted = size;
      return load();
    },
    more() {
      const known = list.data.peek() ?? [];
      wanted = known.length + 1;
      // What is being asked anew must not stay old.
      kept = list.isLoading.peek() ? [] : known;
      return list.load();
    },
  };
}
