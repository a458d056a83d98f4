import { useEffect } from "preact/hooks";
import { cellOf, cells } from "../state/cells.ts";
import { draft, draftArea } from "../state/draft.ts";
import { type Reach, reach, sums } from "../state/reach.ts";
import { LEVELS } from "../words/levels.ts";
import { count, listed, people, squareKilometres } from "../words/numbers.ts";
import { t } from "../words/translate.ts";
import { LevelBadge } from "./badges.tsx";
import { Problem } from "./problem.tsx";

/** Shows how many people are in each zone of the draft now, and who is passed over. */
export function ReachNow() {
  const found = reach.data.value;
  if (!draftArea.value) return null;
  if (!found) {
    return reach.error.value ? (
      <Problem text={reach.error.value} retry={() => void reach.load()} />
    ) : null;
  }
  const { alreadyTold } = found;
  const { levels, again, newly } = sums(found);
  return (
    <div class="reach">
      <p class="reach-levels">
        {LEVELS.map((level, index) => (
          <span key={level}>
            <LevelBadge level={level} /> {count(levels[index] as number)}
          </span>
        ))}
      </p>
      {draft.value.base && (
        <p>
          {t("{newly, number} for the first time, {again, number} again.", { newly, again })}{" "}
          {alreadyTold > 0 &&
            t(
              "{number, plural, one {# person} other {# people}} told before will not be told again.",
              {
                number: alreadyTold,
              },
            )}
        </p>
      )}
      <Problem text={reach.error.value} retry={() => void reach.load()} />
      <p class="hint">{details(found).join(" · ")}</p>
      <ReachByCell found={found} />
    </div>
  );
}

/** Returns further facts about the reach, without those that are zero. */
export function details(found: Reach): string[] {
  const { stale, coarse, area, neighbours, byProvider } = found;
  const mailed = byProvider?.find(({ provider }) => provider === "email")?.users ?? 0;
  const { withDevice } = sums(found);
  return [
    t("{number, number} with a device", { number: withDevice }),
    mailed > 0 ? t("{number, number} by email", { number: mailed }) : "",
    stale > 0 ? t("{number, number} passed over: position too old", { number: stale }) : "",
    coarse > 0 ? t("{number, number} passed over: position too coarse", { number: coarse }) : "",
    squareKilometres(area),
    neighbours?.length ? t("reaches into {names}", { names: listed(neighbours) }) : "",
  ].filter(Boolean);
}

/** Shows how many of these people each cell tells, and which cells do not answer. */
export function ReachByCell({ found }: { found: Reach }) {
  const hasCells = found.cells.length > 0;
  useEffect(() => {
    if (hasCells) void cells.load();
  }, [hasCells]);
  if (!hasCells) return null;
  return (
    <ul class="plain-list" aria-label={t("Cells")}>
      {found.cells.map(({ cell, one, two, three, problem }) => (
        <li key={cell} class={problem === null ? "hint" : "hint attention"}>
          {problem === null
            ? t("{cell}: {people}", {
                cell,
                people: people((one ?? 0) + (two ?? 0) + (three ?? 0)),
              })
            : noAnswer(cell, cellOf(cell)?.people ?? null)}
        </li>
      ))}
    </ul>
  );
}

const noAnswer = (cell: string, number: number | null) =>
  number === null
    ? t("{cell} does not answer: its people are told when it is back", { cell })
    : t(
        "{cell} does not answer: {number, plural, one {its # person is} other {its # people are}} told when it is back",
        { cell, number },
      );
