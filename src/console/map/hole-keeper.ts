import type { Position } from "geojson";
import type { TerraDraw } from "terra-draw";
import { isHole, ringOf, shifted, shiftOf } from "./rings.ts";

/** Lets holes go with the ring around them: to terra-draw they are areas like others. */
export interface HoleKeeper {
  /** Takes note of where the rings are. */
  remember(): void;
  /** Drags the holes of rings that were dragged since, and removes those of rings that are gone. */
  follow(): void;
}

/** Keeps the holes of a drawing in their rings. */
export function holeKeeper(draw: TerraDraw): HoleKeeper {
  const known = new Map<string | number | undefined, Position[]>();

  function remember(): void {
    known.clear();
    for (const ring of draw.getSnapshot()) {
      if (ring.properties.hasHoles && !isHole(ring)) known.set(ring.id, ringOf(ring));
    }
  }
  function follow(): void {
    if (known.size === 0) return;
    const rings = draw.getSnapshot();
    for (const hole of rings.filter(isHole)) {
      const id = hole.id as string;
      const around = rings.find(
        (ring) => ring.properties.part === hole.properties.part && !isHole(ring),
      );
      const shift = around && shiftOf(known.get(around.id), ringOf(around));
      if (!around) draw.removeFeatures([id]);
      if (!shift) continue;
      const coordinates = [shifted(ringOf(hole), shift)];
      draw.updateFeatureGeometry(id, { type: "Polygon", coordinates });
    }
    remember();
  }
  return { remember, follow };
}
