import { signal } from "@preact/signals";
import { follow } from "../api/live.ts";
import {
  LastPositionsDocument,
  type LastPositionsQuery,
  PositionAddedDocument,
} from "../api/operations.ts";
import { messageOf, request } from "../api/request.ts";
import { people } from "../words/numbers.ts";
import { t } from "../words/translate.ts";

export type LastPosition = NonNullable<LastPositionsQuery["lastPositions"]>[number];

/** The rows of one request, and the most requests: the map is made for 50,000 people. */
const PAGE = 1000;
const MOST_PAGES = 50;

/** The last positions by user id. `positionsChanged` counts their changes, because signals do not see inside a Map. */
export const positions = new Map<number, LastPosition>();
export const positionsChanged = signal(0);
export const positionCount = signal(0);
export const positionsProblem = signal("");

/** The ids of users who have moved since the last `takeMoved`. */
const movedUsers = new Set<number>();

/** Returns the positions of users who have moved since the last call. */
export function takeMoved(): LastPosition[] {
  const lastMoves = Array.from(movedUsers, (userId) => positions.get(userId) as LastPosition);
  movedUsers.clear();
  return lastMoves;
}

/** Stores a position unless a later one is known. Returns true if it is stored. */
function storePosition(position: LastPosition): boolean {
  const known = positions.get(position.userId);
  if (known && known.takenAt > position.takenAt) return false;
  positions.set(position.userId, position);
  movedUsers.add(position.userId);
  positionCount.value = positions.size;
  return true;
}

/** Loads all last positions. Returns a message if there are too many, otherwise an empty text. */
async function load(signal: AbortSignal): Promise<string> {
  for (let page = 0; page < MOST_PAGES; page++) {
    const { lastPositions: rows } = await request(
      LastPositionsDocument,
      { limit: PAGE, offset: page * PAGE },
      { signal },
    );
    for (const row of rows ?? []) storePosition(row);
    positionsChanged.value++;
    if ((rows?.length ?? 0) < PAGE) return "";
  }
  return t("The map shows {people} and whoever moves; there are more.", {
    people: people(MOST_PAGES * PAGE),
  });
}

/** True if the screen shows people on the map. */
export const showsPositions = signal(false);

/** Follows everyone's position and shows people on the map. Returns a function that stops. */
export function followPositions(): () => void {
  showsPositions.value = true;
  let loading = new AbortController();
  const read = () => {
    loading.abort();
    const ownRun = new AbortController();
    loading = ownRun;
    load(ownRun.signal).then(
      (problem) => {
        positionsProblem.value = problem;
      },
      (error) => {
        if (!ownRun.signal.aborted) positionsProblem.value = messageOf(error);
      },
    );
  };
  const stop = follow(
    PositionAddedDocument,
    {},
    ({ positionAdded }) => {
      if (positionAdded && storePosition(positionAdded)) positionsChanged.value++;
    },
    read,
  );
  return () => {
    stop();
    loading.abort();
    showsPositions.value = false;
  };
}
