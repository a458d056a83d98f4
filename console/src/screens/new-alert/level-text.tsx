import type { LevelAlert } from "../../api/operations.ts";
import { Checkbox } from "../../components/checkbox.tsx";
import { LevelBadge } from "../../components/level-badge.tsx";
import { TextEditor } from "../../components/text-editor.tsx";
import { draft, editDraft } from "../../state/draft.ts";
import { followOne, isSameAsOne, withText } from "../../state/draft-texts.ts";
import { difference } from "../../words/difference.ts";
import { LEVEL_NAMES, LEVELS, PLACES } from "../../words/levels.ts";
import { t } from "../../words/translate.ts";

/** Shows which words a text leaves out of ONE's text or adds. Shows nothing if they have little in common. */
function Difference({ one, text }: { one: string; text: string }) {
  const parts = one.trim() && text.trim() && one !== text ? difference(one, text) : undefined;
  if (!parts?.some((part) => part.in !== "both")) return null;
  return (
    <p class="difference" dir="auto">
      <span class="hint">{t("Against ONE:")} </span>
      {parts.map(({ in: place, text: words }, at) => {
        const Tag = place === "first" ? "del" : place === "second" ? "ins" : "span";
        return [<Tag key={at}>{words}</Tag>, " "];
      })}
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
          value={text}
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
