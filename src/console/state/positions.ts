import { signal } from "@preact/signals";
import { follow } from "../api/live.ts";
import {
  PositionAddedDocument,
  PositionsDocument,
  type PositionsQuery,
} from "../api/operations.ts";
import { request, sentenceOf } from "../api/request.ts";

export type LastPosition = NonNullable<PositionsQuery["positions"]>[number];

/** What the API gives at once, and how far back one looks for people who have not moved since. */
const PAGE = 1000;
const MOST_PAGES = 20;

/** Where each user was last, by their id; counts up with each change, as the map itself stays the same. */
export const positions = new Map<number, LastPosition>();
export const positionsChanged = signal(0);
/** How many there are. */
export const positionCount = signal(0);
export const positionsProblem = signal("");

/** Who moved since this was asked last. */
const moved = new Set<number>();

/** Takes the positions of those who moved since it was asked last. */
export function takeMoved(): LastPosition[] {
  const taken = Array.from(moved, (userId) => positions.get(userId) as LastPosition);
  moved.clear();
  return taken;
}

/** Keeps a position, unless a later one is known. */
function take(position: LastPosition): boolean {
  const known = positions.get(position.userId);
  if (known && known.takenAt > position.takenAt) return false;
  positions.set(position.userId, position);
  moved.add(position.userId);
  positionCount.value = positions.size;
  return true;
}

async function load(signal: AbortSignal): Promise<void> {
  for (let page = 0; page < MOST_PAGES; page++) {
    const { positions: rows } = await request(
      PositionsDocument,
      { limit: PAGE, offset: page * PAGE },
      { signal },
    );
    for (const row of rows ?? []) take(row);
    positionsChanged.value++;
    if ((rows?.length ?? 0) < PAGE) return;
  }
}

/** Whether people are on the map, as the screen wants it. */
export const showsPositions = signal(false);

/** Follows where everyone is, on the map too, until the function returned is called. */
export function followPositions(): () => void {
  showsPositions.value = true;
  let loading = new AbortController();
  const read = () => {
    loading.abort();
    const mine = new AbortController();
    loading = mine;
    load(mine.signal).then(
      () => {
        positionsProblem.value = "";
      },
      (error) => {
        if (!mine.signal.aborted) positionsProblem.value = sentenceOf(error);
      },
    );
  };
  const stop = follow(
    PositionAddedDocument,
    {},
    ({ positionAdded }) => {
      if (positionAdded && take(positionAdded)) positionsChanged.value++;
    },
    read,
  );
  return () => {
    stop();
    loading.abort();
    showsPositions.value = false;
  };
}
