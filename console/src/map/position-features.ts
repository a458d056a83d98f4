import type { Feature, Point } from "geojson";
import { now } from "../state/now.ts";
import { type LastPosition, positions, showsPositions, takeChanges } from "../state/positions.ts";
import { PACES } from "../words/activities.ts";
import type { Overlay } from "./overlay.ts";
import { PACE_LOOKS } from "./position-looks.ts";

/** The time after which everyone is redrawn: positions grow paler with age, even without a move. */
const REDRAW_INTERVAL_MS = 60_000;

function featureOf({ userId, longitude, latitude, movingActivity, takenAt }: LastPosition) {
  const pace = PACES[movingActivity];
  return {
    type: "Feature",
    id: userId,
    properties: {
      userId,
      pace,
      letter: PACE_LOOKS[pace].letter,
      age: now.peek() - takenAt,
      takenAt,
    },
    geometry: { type: "Point", coordinates: [longitude, latitude] },
  } satisfies Feature<Point>;
}

/** Returns a function that updates a source: usually only the people who moved or are gone, sometimes everyone. */
export function showPeople({ source, show }: Overlay): () => void {
  let isShown = false;
  let redrawnAt = 0;
  return () => {
    const { moved, gone } = takeChanges();
    const areFew = moved.length + gone.length < positions.size / 2;
    if (
      showsPositions.peek() &&
      isShown &&
      areFew &&
      performance.now() - redrawnAt < REDRAW_INTERVAL_MS
    ) {
      if (moved.length + gone.length > 0) {
        void source()?.updateData({ add: moved.map(featureOf), remove: gone });
      }
      return;
    }
    isShown = showsPositions.peek();
    redrawnAt = performance.now();
    const features = isShown ? Array.from(positions.values(), featureOf) : [];
    void source()?.setData({ type: "FeatureCollection", features });
    show(features.length > 0);
  };
}
