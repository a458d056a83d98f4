import { signal } from "@preact/signals";
import { follow } from "../api/live.ts";
import {
  LastPositionChangedDocument,
  LastPositionsDocument,
  type LastPositionsQuery,
} from "../api/operations.ts";
import { messageOf, request } from "../api/request.ts";
import { people } from "../words/numbers.ts";
import { t } from "../words/translate.ts";
import { onReturn } from "./connection.ts";

export type LastPosition = NonNullable<LastPositionsQuery["lastPositions"]>[number];

/** The rows per request, and the most requests: the map is made for 50,000 people. */
const PAGE_SIZE = 1000;
const MAX_PAGES = 50;

/** The last positions by user id. `positionsChanged` counts their changes, because signals do not see inside a Map. */
export const positions = new Map<number, LastPosition>();
export const positionsChanged = signal(0);
export const positionCount = signal(0);
export const positionsProblem = signal("");

/** The ids of users who have moved, or are gone, since the last `takeChanges`. */
const changedUsers = new Set<number>();

/** Returns the positions of users who have moved since the last call, and the ids of those who are gone. */
export function takeChanges(): { moved: LastPosition[]; gone: number[] } {
  const moved: LastPosition[] = [];
  const gone: number[] = [];
  for (const userId of changedUsers) {
    const position = positions.get(userId);
    if (position) moved.push(position);
    else gone.push(userId);
  }
  changedUsers.clear();
  return { moved, gone };
}

/** Stores a position unless a later one is known. Returns true if it is stored. */
function storePosition(position: LastPosition): boolean {
  const known = positions.get(position.userId);
  if (known && known.takenAt > position.takenAt) return false;
  positions.set(position.userId, position);
  changedUsers.add(position.userId);
  positionCount.value = positions.size;
  return true;
}

/** Removes a user's position. Returns true if there was one. */
function removePosition(userId: number): boolean {
  if (!positions.delete(userId)) return false;
  changedUsers.add(userId);
  positionCount.value = positions.size;
  return true;
}

/** The pause between two loads for those to whom no event may tell that somebody has moved elsewhere. */
const POLL_MS = 30_000;

/** The ids of users whose position has changed since the loading began. The list may have an older state of them. */
const changedSinceLoad = new Set<number>();

/**
 * Loads all last positions, and removes those that the list no longer has. Returns a message if there are too many,
 * otherwise an empty text.
 */
async function load(signal: AbortSignal): Promise<string> {
  changedSinceLoad.clear();
  const known = new Set(positions.keys());
  for (let page = 0; page < MAX_PAGES; page++) {
    const { lastPositions: rows } = await request(
      LastPositionsDocument,
      { limit: PAGE_SIZE, offset: page * PAGE_SIZE },
      { signal },
    );
    for (const row of rows ?? []) {
      known.delete(row.userId);
      if (!changedSinceLoad.has(row.userId)) storePosition(row);
    }
    const isLast = (rows?.length ?? 0) < PAGE_SIZE;
    if (isLast) {
      for (const userId of known) if (!changedSinceLoad.has(userId)) removePosition(userId);
    }
    positionsChanged.value++;
    if (isLast) return "";
  }
  return t("The map shows {people} and whoever moves; there are more.", {
    people: people(MAX_PAGES * PAGE_SIZE),
  });
}

/** True if the screen shows people on the map. */
export const showsPositions = signal(false);

/** Follows everyone's position and shows people on the map. Returns a function that stops. */
export function followPositions(): () => void {
  showsPositions.value = true;
  let loading = new AbortController();
  let hasFailed = false;
  let isPolled = false;
  let timer: ReturnType<typeof setTimeout>;
  const read = () => {
    loading.abort();
    const ownRun = new AbortController();
    loading = ownRun;
    hasFailed = false;
    clearTimeout(timer);
    const next = () => {
      if (isPolled && !ownRun.signal.aborted) timer = setTimeout(read, POLL_MS);
    };
    const run = load(ownRun.signal).then(
      (problem) => {
        positionsProblem.value = problem;
      },
      (error) => {
        if (ownRun.signal.aborted) return;
        hasFailed = true;
        positionsProblem.value = messageOf(error);
      },
    );
    void run.then(next);
  };
  const stop = follow(
    LastPositionChangedDocument,
    {},
    ({ lastPositionChanged: change }) => {
      if (!change) return;
      const { userId, lastPosition } = change;
      changedSinceLoad.add(userId);
      const isNews = lastPosition ? storePosition(lastPosition) : removePosition(userId);
      if (isNews) positionsChanged.value++;
    },
    read,
    () => {
      isPolled = true;
      read();
    },
  );
  const ignoreReturn = onReturn(() => {
    if (hasFailed) read();
  });
  return () => {
    stop();
    ignoreReturn();
    clearTimeout(timer);
    loading.abort();
    showsPositions.value = false;
  };
}
