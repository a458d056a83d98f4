import { AreaByCoordinates } from "../../components/area-by-coordinates.tsx";
import { DistanceSlider } from "../../components/distance-slider.tsx";
import { Problem } from "../../components/problem.tsx";
import { showPlace } from "../../map/show-areas.ts";
import { CROSSES_ITSELF } from "../../state/alert-input.ts";
import { draft, draftCrossings, editDraft } from "../../state/draft.ts";
import type { Draft } from "../../state/draft-fields.ts";
import { dropProblem } from "./drop-area.ts";

/** The change for a new distance of one zone. It moves the other zone if needed, so that THREE stays outside TWO. */
const DISTANCE_CHANGES = {
  TWO: (metres: number, { level3Distance }: Draft) => ({
    level2Distance: metres,
    level3Distance: Math.max(level3Distance, metres + 1),
  }),
  THREE: (metres: number, { level2Distance }: Draft) => ({
    level3Distance: metres,
    level2Distance: Math.min(level2Distance, Math.max(1, metres - 1)),
  }),
};

/** Says that the outline crosses itself, and shows where. */
function Crossings() {
  const [first] = draftCrossings.value;
  return (
    <div role="alert" class={first ? "problem" : undefined}>
      {first && CROSSES_ITSELF}
      {first && (
        <button type="button" class="plain" onClick={() => void showPlace(first)}>
          Show the mark
        </button>
      )}
    </div>
  );
}

/** Edits the area and the distances of the zones around it. */
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
      <Crossings />
      <AreaByCoordinates />
      {(["TWO", "THREE"] as const).map((level) => (
        <DistanceSlider
          key={level}
          level={level}
          value={level === "TWO" ? level2Distance : level3Distance}
          onChange={(metres) => editDraft(DISTANCE_CHANGES[level](metres, draft.value))}
        />
      ))}
    </section>
  );
}
