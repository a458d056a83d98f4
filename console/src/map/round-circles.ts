import type { Position } from "geojson";
import type { TerraDraw } from "terra-draw";
import { circleOf, circleShape } from "../geo/circle.ts";
import { middleOf, radiusOf } from "../geo/measure.ts";
import { ringOf, rounded, shiftedRing, shiftOf } from "./rings.ts";

type FeatureId = string | number;

/** Keeps circles round on the earth: terra-draw draws, moves and resizes them as circles of the flat map. */
export interface CircleKeeper {
  /** Remembers the present circles. */
  remember(): void;
  /** Makes a circle round that was drawn, or has been moved or resized since. */
  roundCircle(id: FeatureId, action: string): void;
}

/** Returns the centre and radius of a circle after an action. Without one before, it was drawn. */
function changed(before: Position[] | undefined, after: Position[], action: string) {
  if (!before) return { centre: middleOf(after), metres: radiusOf(after) };
  const { centre, metres } = circleOf(before);
  const shift = action === "dragFeature" ? shiftOf(before, after) : undefined;
  const [moved] = shift ? shiftedRing([centre], shift) : [];
  return moved ? { centre: moved, metres } : { centre, metres: radiusOf(after) };
}

/** Makes the keeper of a drawing's circles. */
export function circleKeeper(draw: TerraDraw): CircleKeeper {
  const knownRings = new Map<FeatureId | undefined, Position[]>();
  const circles = () => draw.getSnapshot().filter(({ properties }) => properties.mode === "circle");

  function remember(): void {
    knownRings.clear();
    for (const circle of circles()) knownRings.set(circle.id, ringOf(circle));
  }
  function roundCircle(id: FeatureId, action: string): void {
    const circle = circles().find((feature) => feature.id === id);
    if (circle) {
      const { centre, metres } = changed(knownRings.get(id), ringOf(circle), action);
      const { coordinates } = circleShape(centre, metres);
      draw.updateFeatureGeometry(id, { type: "Polygon", coordinates: coordinates.map(rounded) });
    }
    remember();
  }
  return { remember, roundCircle };
}
