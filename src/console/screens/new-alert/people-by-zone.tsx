import { LevelBadge } from "../../components/level-badge.tsx";
import type { Reach } from "../../state/reach.ts";
import { LEVELS, PLACES } from "../../words/levels.ts";
import { count, people } from "../../words/numbers.ts";

/** Shows how many people are told in each zone. For an update: for the first time, and again. */
export function PeopleByZone({ found, isUpdate }: { found: Reach; isUpdate: boolean }) {
  const numbers = [
    [found.one, found.againOne],
    [found.two, found.againTwo],
    [found.three, found.againThree],
  ] as const;
  return (
    <ul class="plain-list">
      {LEVELS.map((level, index) => {
        const [all, again] = numbers[index] as (typeof numbers)[number];
        return (
          <li key={level}>
            <LevelBadge level={level} /> <strong>{people(all)}</strong> {PLACES[level]}
            {isUpdate &&
              all > 0 &&
              `: ${count(all - again)} for the first time, ${count(again)} again`}
          </li>
        );
      })}
    </ul>
  );
}
