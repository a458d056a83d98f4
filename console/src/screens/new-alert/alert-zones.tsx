import { AreaByCoordinates } from "../../components/area-by-coordinates.tsx";
import { DistanceSlider } from "../../components/distance-slider.tsx";
import { Problem } from "../../components/problem.tsx";
import { Select } from "../../components/select.tsx";
import { authorityAreas } from "../../map/authority-layers.ts";
import { showPlace } from "../../map/show-areas.ts";
import { CROSSES_ITSELF } from "../../state/alert-input.ts";
import { distancesOf } from "../../state/distances.ts";
import { draft, draftCrossings, editDraft } from "../../state/draft.ts";
import type { Draft } from "../../state/draft-fields.ts";
import { mine } from "../../state/rights.ts";
import { authorityName } from "../../words/role-words.ts";
import { t } from "../../words/translate.ts";
import { dropProblem } from "./drop-area.ts";
import { SaveDrawn } from "./save-drawn.tsx";
import { StartFrom } from "./start-from.tsx";

const MAX_DISTANCE_METRES = 100_000;

/** The change for a new distance of one zone. It moves the other zone if needed, so that THREE stays outside TWO. */
const DISTANCE_CHANGES = {
  TWO: (metres: number, draft: Draft) => {
    const level2Distance = Math.min(metres, MAX_DISTANCE_METRES - 1);
    const [, level3] = distancesOf({ ...draft, level2Distance });
    const level3Distance = Math.min(Math.max(level3, level2Distance + 1), MAX_DISTANCE_METRES);
    return level3 === level3Distance ? { level2Distance } : { level2Distance, level3Distance };
  },
  THREE: (metres: number, draft: Draft) => {
    const level3Distance = Math.max(metres, 2);
    const [level2] = distancesOf(draft);
    const level2Distance = Math.min(level2, level3Distance - 1);
    return level2 === level2Distance ? { level3Distance } : { level2Distance, level3Distance };
  },
};

/** Chooses which authority warns, for users of several. */
function WhoWarns() {
  const { alertId, authorityId } = draft.value;
  const all = mine("AUTHOR");
  if (alertId !== undefined || all.length < 2) return null;
  return (
    <Select
      label={t("Who warns")}
      value={String(authorityId ?? all[0]?.id)}
      options={all.map(({ id, name }) => [String(id), authorityName(name)] as const)}
      onChange={(id) => editDraft({ authorityId: Number(id) })}
    />
  );
}

/** Says that the outline crosses itself, and shows where. */
function Crossings() {
  const [first] = draftCrossings.value;
  return (
    <div role="alert" class={first ? "problem" : undefined}>
      {first && CROSSES_ITSELF}
      {first && (
        <button type="button" class="plain" onClick={() => void showPlace(first)}>
          {t("Show the mark")}
        </button>
      )}
    </div>
  );
}

/** Edits the area and the distances of the zones around it. */
export function AlertZones() {
  const { shapes } = draft.value;
  const [level2Distance, level3Distance] = distancesOf(draft.value);
  return (
    <>
      <WhoWarns />
      <StartFrom />
      <div class="hint headed">
        <span role="status">
          {shapes.length === 0
            ? t("Draw the area on the map.")
            : t("{number, plural, one {One area is drawn.} other {# areas are drawn.}}", {
                number: shapes.length,
              })}{" "}
          {authorityAreas.value.length > 0 &&
            t("It must lie within the dashed line, where the authority may warn.")}
        </span>
        <SaveDrawn />
      </div>
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
    </>
  );
}
