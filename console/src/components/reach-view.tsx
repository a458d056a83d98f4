import { useEffect } from "preact/hooks";
import { draft, draftArea } from "../state/draft.ts";
import { pushProviders } from "../state/push.ts";
import { type Reach, reach, sums } from "../state/reach.ts";
import { count, people, squareKilometres } from "../words/numbers.ts";
import { providerName } from "../words/push-words.ts";
import { t } from "../words/translate.ts";
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
      aria-label={t("Who would be reached")}
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
          {t("{newly, number} for the first time, {again, number} again.", { newly, again })}{" "}
          {alreadyTold > 0 &&
            t("{number, plural, one {# person} other {# people}} told before will not be told.", {
              number: alreadyTold,
            })}
        </p>
      )}
      <Problem text={reach.error.value} retry={() => void reach.load()} />
      <p class="hint">{details(found).join(" · ")}</p>
      <PushProblems found={found} />
    </div>
  );
}

/** Returns further facts about the reach, without those that are zero. */
export function details(found: Reach): string[] {
  const { stale, coarse, withDevice, area } = found;
  return [
    t("{number, number} with a device", { number: withDevice }),
    stale > 0 ? t("{number, number} passed over: position too old", { number: stale }) : "",
    coarse > 0 ? t("{number, number} passed over: position too coarse", { number: coarse }) : "",
    squareKilometres(area),
  ].filter(Boolean);
}

/** Names the providers of these people's devices that take no pushes now. */
function PushProblems({ found }: { found: Reach }) {
  useEffect(() => void pushProviders.load(), []);
  const broken = (pushProviders.data.value ?? []).filter(
    ({ provider, state }) =>
      state !== "ON" && found.byProvider?.some((reached) => reached.provider === provider),
  );
  return (
    <>
      {broken.map(({ provider, state }) => (
        <p key={provider} class="hint attention">
          {state === "OFF"
            ? t("{provider}: pushes are off", { provider: providerName(provider) })
            : t("{provider}: pushes are failing", { provider: providerName(provider) })}
        </p>
      ))}
    </>
  );
}
