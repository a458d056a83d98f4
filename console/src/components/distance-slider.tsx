import { useId, useState } from "preact/hooks";
import type { LevelAlert } from "../api/operations.ts";
import { LEVEL_NAMES, PLACES } from "../words/levels.ts";
import { metres } from "../words/numbers.ts";
import { t } from "../words/translate.ts";
import { LevelBadge } from "./badges.tsx";

/** The slider's distances in metres, closer together at the short end. */
const STEPS = [
  50, 100, 200, 300, 400, 500, 750, 1000, 1500, 2000, 3000, 4000, 5000, 7500, 10_000, 15_000,
  20_000, 30_000, 50_000, 75_000, 100_000,
];

const nearest = (distance: number) =>
  STEPS.reduce((best, step, index) => {
    const off = Math.abs(Math.log(step / distance));
    return off < Math.abs(Math.log((STEPS[best] as number) / distance)) ? index : best;
  }, 0);

/** Sets how far a zone reaches around the area: in steps by a slider, or to the metre by a number. */
export function DistanceSlider(props: {
  level: LevelAlert;
  value: number;
  onChange: (value: number) => void;
}) {
  const { level, value, onChange } = props;
  const id = useId();
  // What is typed, until the field is left: the draft may be saved, and drawn again, meanwhile.
  const [typed, setTyped] = useState<string>();
  return (
    <div class="distance">
      <label for={id}>
        {t("{level} {place}, up to", { level: <LevelBadge level={level} />, place: PLACES[level] })}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={STEPS.length - 1}
        value={nearest(value)}
        aria-valuetext={metres(value)}
        onInput={({ currentTarget }) => onChange(STEPS[Number(currentTarget.value)] as number)}
      />
      <span class="metres">
        <input
          type="number"
          min={1}
          max={100_000}
          aria-label={t("Metres that zone {level} reaches", { level: LEVEL_NAMES[level] })}
          value={typed ?? value}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          onChange={({ currentTarget }) => {
            const reach = Math.round(Number(currentTarget.value));
            if (reach >= 1) onChange(Math.min(reach, 100_000));
            else currentTarget.value = String(value);
            setTyped(undefined);
          }}
        />{" "}
        m
      </span>
    </div>
  );
}
