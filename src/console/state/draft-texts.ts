import type { LevelAlert } from "../api/operations.ts";
import { LEVELS } from "../words/levels.ts";
import type { Draft } from "./draft-fields.ts";

type Texts = Pick<Draft, "texts" | "sameAsOne">;

/** True if a level's text follows that of ONE. No more if an update of someone else has set them apart. */
export const isSameAsOne = ({ texts, sameAsOne }: Texts, level: LevelAlert) =>
  (sameAsOne?.includes(level) ?? false) && texts[LEVELS.indexOf(level)] === texts[0];

/** Returns the texts with a new one for a level, and for those that follow it. */
export function withText(draft: Texts, level: LevelAlert, text: string): Texts["texts"] {
  return draft.texts.map((before, at) => {
    const own = LEVELS[at] as LevelAlert;
    return own === level || (level === "ONE" && isSameAsOne(draft, own)) ? text : before;
  }) as Texts["texts"];
}

/** Makes a level's text follow that of ONE, or stand apart. It begins apart as it was. */
export function followOne(draft: Texts, level: LevelAlert, isSame: boolean): Texts {
  const others = (draft.sameAsOne ?? []).filter((other) => other !== level);
  return isSame
    ? { texts: withText(draft, level, draft.texts[0]), sameAsOne: [...others, level] }
    : { texts: draft.texts, sameAsOne: others };
}
