import { draft, draftArea } from "../state/draft.ts";
import { type Reach, reach, sums } from "../state/reach.ts";
import { count, people, squareKilometres } from "../words/numbers.ts";
import { LevelBadge } from "./level-badge.tsx";
import { Problem } from "./problem.tsx";

/** Shows how many people the draft would reach now at each level. */
export function ReachNow() {
  const found = reach.data.value;
  if (!draftArea.value) return null;
  if (!found) {
    return reach.error.value ? (
      <Problem text={reach.error.value} retry={() => void reach.load()} />
    ) : null;
  }
  const { one, two, three, alreadyTold } = found;
  const { all, again, newly } = sums(found);
  return (
    <div
      class="reach"
      role="status"
      aria-label="Whom it would reach"
      aria-busy={reach.isLoading.value}
    >
      <p class="reach-levels">
        <span>
          <LevelBadge level="ONE" /> {count(one)}
        </span>
        <span>
          <LevelBadge level="TWO" /> {count(two)}
        </span>
        <span>
          <LevelBadge level="THREE" /> {count(three)}
        </span>
        <strong>{people(all)}</strong>
      </p>
      {draft.value.base && (
        <p>
          {count(newly)} for the first time, {count(again)} again.
          {alreadyTold > 0 && ` ${people(alreadyTold)} told before will not be told.`}
        </p>
      )}
      <Problem text={reach.error.value} />
      <p class="hint">{details(found).join(" · ")}</p>
    </div>
  );
}

/** Returns further facts about the reach, without those that are zero. */
export function details(found: Reach): string[] {
  const { stale, coarse, withDevice, area } = found;
  return [
    `${count(withDevice)} with a device`,
    stale > 0 ? `${count(stale)} passed over: position too old` : "",
    coarse > 0 ? `${count(coarse)} passed over: position too coarse` : "",
    squareKilometres(area),
  ].filter(Boolean);
}
