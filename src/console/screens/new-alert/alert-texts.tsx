import { useState } from "preact/hooks";
import type { LevelAlert } from "../../api/operations.ts";
import { Field } from "../../components/field.tsx";
import { LevelBadge } from "../../components/level-badge.tsx";
import { PushPreview } from "../../components/push-preview.tsx";
import { MOST_IN_TITLE } from "../../state/alert-input.ts";
import { draft, editDraft } from "../../state/draft.ts";
import { textsOf, titleIn } from "../../state/placeholders.ts";
import { LEVELS } from "../../words/levels.ts";
import { DraftFillIn } from "./draft-fill-in.tsx";
import { LevelText } from "./level-text.tsx";

/** Edits the title and the text of each level, and previews on a phone the text in focus. */
export function AlertTexts() {
  const [shown, setShown] = useState<LevelAlert>("ONE");
  const { title = "" } = draft.value;
  return (
    <section aria-labelledby="what">
      <h2 id="what">2. What they are told</h2>
      <DraftFillIn />
      <Field
        label="Title"
        value={title}
        placeholder="Gas leak in the Marais"
        hint={`What happens and where: ${[...titleIn(draft.value)].length} of ${MOST_IN_TITLE} characters, one line on a phone. Without it, the first line of each text is its title.`}
        onInput={(value) => editDraft({ title: value })}
      />
      {LEVELS.map((level) => (
        <LevelText key={level} level={level} onFocus={() => setShown(level)} />
      ))}
      <PushPreview
        title={
          <>
            What <LevelBadge level={shown} /> sees
          </>
        }
        headline={titleIn(draft.value)}
        text={textsOf(draft.value)[LEVELS.indexOf(shown)] as string}
      />
      <p class="hint">
        A locked iPhone shows about four lines of 42 characters. Most Android phones show the first
        line until one opens it.
      </p>
    </section>
  );
}
