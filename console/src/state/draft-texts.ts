import type { LevelAlert } from "../api/operations.ts";
import { LEVELS } from "../words/levels.ts";
import type { Draft } from "./draft-fields.ts";

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
