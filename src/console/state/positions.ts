import { signal } from "@preact/signals";
import { follow } from "../api/live.ts";
import {
  LastPositionsDocument,
  type LastPositionsQuery,
  PositionAddedDocument,
} from "../api/operations.ts";
import { request, sentenceOf } from "../api/request.ts";
import { people } from "../words/numbers.ts";

export type LastPosition = NonNullable<LastPositionsQuery["lastPositions"]>[number];

/** What the API gives at once, and how many people a map is made for. */
const PAGE = 1000;
const MOST_PAGES = 50;

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

/** Reads where everyone was last; tells what is wrong with that, or nothing. */
async function load(signal: AbortSignal): Promise<string> {
  for (let page = 0; page < MOST_PAGES; page++) {
    const { lastPositions: rows } = await request(
      LastPositionsDocument,
      { limit: PAGE, offset: page * PAGE },
      { signal },
    );
    for (const row of rows ?? []) take(row);
    positionsChanged.value++;
    if ((rows?.length ?? 0) < PAGE) return "";
  }
  return `The map shows ${people(MOST_PAGES * PAGE)} and whoever moves; there are more.`;
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
      (problem) => {
        positionsProblem.value = problem;
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
