import { editDraft } from "../../state/draft.ts";
import type { Draft } from "../../state/draft-fields.ts";
import { type Reach, sums } from "../../state/reach.ts";
import { isSame } from "../../state/update-draft.ts";
import { t } from "../../words/translate.ts";

/** The number of people in the zones who were told a text that the draft corrects; undefined if that is not known. */
export function countOfOldText({ base, title, texts }: Draft, found: Reach | undefined) {
  if (!base || isSame([base.title, base.texts], [title, texts])) return 0;
  // What the cells' people know is not counted.
  return found && found.cells.length === 0 ? found.alreadyTold + sums(found).again : undefined;
}

/** Asks whether people who know the old text are told the corrected one. */
export function TellAgain(props: {
  told: number | undefined;
  answer: boolean | undefined;
  onAnswer: () => void;
}) {
  const { told, answer, onAnswer } = props;
  const choices = [
    [true, t("Tell them again"), t("They get the corrected text.")],
    [false, t("Do not tell them again"), t("They keep the old text, unless they come closer.")],
  ] as const;
  return (
    <fieldset>
      <legend>
        {told === undefined
          ? t("You corrected a text. People in the zones may know the old one.")
          : t(
              "You corrected a text. {number, plural, one {# person} other {# people}} in the zones know the old one.",
              { number: told },
            )}
      </legend>
      {choices.map(([value, text, hint]) => (
        <label key={text} class="choice">
          <input
            type="radio"
            name="tell-again"
            checked={answer === value}
            onChange={() => {
              editDraft({ isRenotified: value });
              onAnswer();
            }}
          />{" "}
          <span>
            {text}. <span class="hint">{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
