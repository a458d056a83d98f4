import { type ReadonlySignal, signal } from "@preact/signals";
import { type Loaded, loaded } from "./loaded.ts";

/** A list that loads page by page. */
export interface Pages<Row> extends Loaded<Row[]> {
  /** True if there may be more rows. */
  hasMore: ReadonlySignal<boolean>;
  /** Loads the first page only, for example for a new search. */
  begin(): Promise<void>;
  /** Reloads all pages that were loaded. */
  load(): Promise<void>;
  /** Loads the next page. */
  more(): Promise<void>;
}

export interface Page {
  limit: number;
  offset: number;
}

/** Makes a paged list. New rows shift the offsets, so a page may repeat rows; each row appears once. */
export function pages<Row extends { id: number }>(
  size: number,
  ask: (page: Page, signal: AbortSignal) => Promise<Row[]>,
): Pages<Row> {
  const hasMore = signal(false);
  let keptRows: Row[] = [];
  let wantedCount = size;

  const list = loaded(async (signal) => {
    const rows = new Map(keptRows.map((row) => [row.id, row]));
    let offset = rows.size;
    let isFull: boolean;
    do {
      const page = await ask({ limit: size, offset }, signal);
      for (const row of page) rows.set(row.id, row);
      offset += page.length;
      isFull = page.length === size;
    } while (isFull && rows.size < wantedCount);
    hasMore.value = isFull;
    return [...rows.values()];
  });
  const load = () => {
    keptRows = [];
    return list.load();
  };

  return {
    ...list,
    hasMore,
    load,
    begin() {
      wantedCount = size;
      return load();
    },
    more() {
      const knownRows = list.data.peek() ?? [];
      wantedCount = knownRows.length + 1;
      // During a reload the old rows must not survive.
      keptRows = list.isLoading.peek() ? [] : knownRows;
      return list.load();
    },
  };
}
