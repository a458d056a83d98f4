import { LevelBadge } from "../../components/level-badge.tsx";
import { PushPreview } from "../../components/push-preview.tsx";
import type { Draft } from "../../state/draft-fields.ts";
import { textsOf, titleIn } from "../../state/placeholders.ts";
import type { Reach } from "../../state/reach.ts";
import { LEVELS, PLACES } from "../../words/levels.ts";
import { people } from "../../words/numbers.ts";
import { t } from "../../words/translate.ts";

/**
 * Shows for each zone how many people are told, and the push that they see. For an update, also shows how many are told
 * for the first time, and how many again.
 */
export function ZonePreviews({ draft, found }: { draft: Draft; found: Reach | undefined }) {
  const numbers = found && [
    [found.one, found.againOne],
    [found.two, found.againTwo],
    [found.three, found.againThree],
  ];
  return LEVELS.map((level, index) => {
    const [all = 0, again = 0] = numbers?.[index] ?? [];
    return (
      <PushPreview
        key={level}
        title={
          <>
            <LevelBadge level={level} /> {found && <strong>{people(all)}</strong>} {PLACES[level]}
            {draft.base &&
              all > 0 &&
              `: ${t("{newly, number} for the first time, {again, number} again", {
                newly: all - again,
                again,
              })}`}
          </>
        }
        headline={titleIn(draft)}
        text={textsOf(draft)[index] as string}
      />
    );
  });
}
