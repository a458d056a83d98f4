import { useState } from "preact/hooks";
import type { LevelAlert } from "../../api/operations.ts";
import { LevelBadge } from "../../components/level-badge.tsx";
import { PushPreview } from "../../components/push-preview.tsx";
import { TextEditor } from "../../components/text-editor.tsx";
import { draft, editDraft } from "../../state/draft.ts";
import type { Draft } from "../../state/draft-fields.ts";
import { textsOf } from "../../state/placeholders.ts";
import { LEVELS, PLACES } from "../../words/levels.ts";
import { DraftFillIn } from "./draft-fill-in.tsx";

/** Edits the text of each level, and previews on a phone the text in focus. */
export function AlertTexts() {
  const [shown, setShown] = useState<LevelAlert>("ONE");
  const { texts } = draft.value;
  return (
    <section aria-labelledby="what">
      <h2 id="what">2. What they are told</h2>
      <DraftFillIn />
      {LEVELS.map((level, index) => (
        <TextEditor
          key={level}
          label={
            <>
              <LevelBadge level={level} /> for those {PLACES[level]}
            </>
          }
          value={texts[index] as string}
          onFocus={() => setShown(level)}
          onInput={(text) => editDraft({ texts: texts.with(index, text) as Draft["texts"] })}
        />
      ))}
      <PushPreview
        title={
          <>
            What <LevelBadge level={shown} /> sees
          </>
        }
        text={textsOf(draft.value)[LEVELS.indexOf(shown)] as string}
      />
    </section>
  );
}
