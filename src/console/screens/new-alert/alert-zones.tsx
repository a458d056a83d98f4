import { AreaByCoordinates } from "../../parts/area-by-coordinates.tsx";
import { DistanceSlider } from "../../parts/distance-slider.tsx";
import { Problem } from "../../parts/problem.tsx";
import { draft, editDraft } from "../../state/draft.ts";
import { dropProblem } from "./drop-area.ts";

/** Where: the area, and how far the zones around it reach. The outer one stays outside. */
export function AlertZones() {
  const { shapes, level2Distance, level3Distance } = draft.value;
  return (
    <section aria-labelledby="where">
      <h2 id="where">1. Where</h2>
      <p class="hint" role="status">
        {shapes.length === 0
          ? "Draw the area on the map."
          : shapes.length === 1
            ? "One area is drawn."
            : `${shapes.length} areas are drawn.`}
      </p>
      <Problem text={dropProblem.value} />
      <AreaByCoordinates />
      <DistanceSlider
        level="TWO"
        value={level2Distance}
        onChange={(metres) =>
          editDraft({
            level2Distance: metres,
            level3Distance: Math.max(level3Distance, metres + 1),
          })
        }
      />
      <DistanceSlider
        level="THREE"
        value={level3Distance}
        onChange={(metres) =>
          editDraft({
            level3Distance: metres,
            level2Distance: Math.min(level2Distance, Math.max(1, metres - 1)),
          })
        }
      />
    </section>
  );
}
