import type { LevelAlert } from "../../api/operations.ts";
import { LevelBadge } from "../../components/badges.tsx";
import { Checkbox } from "../../components/checkbox.tsx";
import { TextEditor } from "../../components/text-editor.tsx";
import { draft, editDraft } from "../../state/draft.ts";
import type { Draft } from "../../state/draft-fields.ts";
import { alertDefaults } from "../../state/host-settings.ts";
import { difference } from "../../words/difference.ts";
import { LEVEL_NAMES, LEVELS, PLACES } from "../../words/levels.ts";
import { t } from "../../words/translate.ts";

type Texts = Pick<Draft, "texts" | "sameAsOne">;

/** True if a level's text follows ONE's text. It no longer does once someone else's update has made them differ. */
export const isSameAsOne = ({ texts, sameAsOne }: Texts, level: LevelAlert) =>
  (sameAsOne?.includes(level) ?? false) && texts[LEVELS.indexOf(level)] === texts[0];

/** Returns the texts with a new text for a level and for the levels that follow it. */
export function withText(draft: Texts, level: LevelAlert, text: string): Texts["texts"] {
  return draft.texts.map((before, at) => {
    const own = LEVELS[at] as LevelAlert;
    return own === level || (level === "ONE" && isSameAsOne(draft, own)) ? text : before;
  }) as Texts["texts"];
}

/** Makes a level's text follow ONE's text, or separates it. A separated text starts as it was. */
export function followOne(draft: Texts, level: LevelAlert, isSame: boolean): Texts {
  const others = (draft.sameAsOne ?? []).filter((other) => other !== level);
  return isSame
    ? { texts: withText(draft, level, draft.texts[0]), sameAsOne: [...others, level] }
    : { texts: draft.texts, sameAsOne: others };
}

/** Shows which words a text leaves out of ONE's text or adds. Shows nothing if they have little in common. */
function Difference({ one, text }: { one: string; text: string }) {
  const parts = one.trim() && text.trim() && one !== text ? difference(one, text) : undefined;
  if (!parts?.some((part) => part.in !== "both")) return null;
  return (
    <p class="difference">
      <span class="hint">{t("Against ONE:")} </span>
      <bdi>
        {parts.map(({ in: place, text: words }, at) => {
          const Tag = place === "first" ? "del" : place === "second" ? "ins" : "span";
          return [<Tag key={at}>{words}</Tag>, " "];
        })}
      </bdi>
    </p>
  );
}

/** Edits the text of one level. The texts of TWO and THREE can follow ONE's. */
export function LevelText({ level, onFocus }: { level: LevelAlert; onFocus: () => void }) {
  const { texts } = draft.value;
  const text = texts[LEVELS.indexOf(level)] as string;
  const isSame = isSameAsOne(draft.value, level);
  const label = t("{level} for those {place}", {
    level: <LevelBadge level={level} />,
    place: PLACES[level],
  });
  return (
    <>
      {isSame ? (
        <p>{label}</p>
      ) : (
        <TextEditor
          label={label}
          language={draft.value.language || alertDefaults.value.language}
          value={text}
          headline={draft.value.title}
          onFocus={onFocus}
          onInput={(value) => editDraft({ texts: withText(draft.value, level, value) })}
        />
      )}
      {!isSame && level !== "ONE" && <Difference one={texts[0]} text={text} />}
      {level !== "ONE" && (
        <Checkbox
          value={isSame}
          onChange={(value) => editDraft(followOne(draft.value, level, value))}
        >
          {t("{level} gets the same text as ONE", { level: LEVEL_NAMES[level] })}
        </Checkbox>
      )}
    </>
  );
}
