import type { Position } from "geojson";
import type { TerraDraw } from "terra-draw";
import { isHole, ringOf, shifted, shiftOf } from "./rings.ts";

/** Moves holes together with the ring around them. terra-draw has no holes and treats them as separate areas. */
export interface HoleKeeper {
  /** Remembers the present position of the rings. */
  remember(): void;
  /** Moves the holes of rings that were dragged since, and removes the holes of deleted rings. */
  follow(): void;
}

/** Makes the keeper of a drawing's holes. */
export function holeKeeper(draw: TerraDraw): HoleKeeper {
  const knownRings = new Map<string | number | undefined, Position[]>();

  function remember(): void {
    knownRings.clear();
    for (const ring of draw.getSnapshot()) {
      if (ring.properties.hasHoles && !isHole(ring)) knownRings.set(ring.id, ringOf(ring));
    }
  }
  function follow(): void {
    if (knownRings.size === 0) return;
    const rings = draw.getSnapshot();
    for (const hole of rings.filter(isHole)) {
      const id = hole.id as string;
      const outerRing = rings.find(
        (ring) => ring.properties.part === hole.properties.part && !isHole(ring),
      );
      const shift = outerRing && shiftOf(knownRings.get(outerRing.id), ringOf(outerRing));
      if (!outerRing) draw.removeFeatures([id]);
      if (!shift) continue;
      const coordinates = [shifted(ringOf(hole), shift)];
      draw.updateFeatureGeometry(id, { type: "Polygon", coordinates });
    }
    remember();
  }
  return { remember, follow };
}
