import type { AlertInput, AlertTextInput, AlertUpdateInput } from "../api/operations.ts";
import type { Area } from "../geo/area.ts";
import { crossingsOf } from "../geo/crossings.ts";
import { languageName } from "../words/languages.ts";
import { LEVEL_NAMES, LEVELS } from "../words/levels.ts";
import { listed } from "../words/numbers.ts";
import { t } from "../words/translate.ts";
import type { BaseVersion, Draft, Translation } from "./draft-fields.ts";
import { textsOf, titleIn, translatedTexts, translationsOf, unfilled } from "./placeholders.ts";
import { positionAge } from "./position-age.ts";
import { serviceSeconds } from "./service-clock.ts";
import { excessCharacters } from "./text-length.ts";
import { areaBefore, isSame } from "./update-draft.ts";

export const CROSSES_ITSELF = t("The outline crosses itself: move a corner at the mark.");
/** The most characters of a title, which phones show in one line. The API counts code points. */
export const MAX_TITLE_CHARACTERS = 60;
const LONG_TITLE = t("Shorten the title to {most} characters.", { most: MAX_TITLE_CHARACTERS });
export const UNKNOWN_LANGUAGE = t("The language is a short code, such as it, en or pt-BR.");

/** A language tag of BCP 47, or an empty text. */
const LANGUAGE = /^([A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,8})?$/;

/** Returns a sentence about what is missing before the draft can be published; empty if it is complete. */
export function missing(draft: Draft, area: Area | undefined): string {
  if (!area) return t("Draw the area first.");
  if (crossingsOf(area).length > 0) return CROSSES_ITSELF;
  const titles = [titleIn(draft), ...translationsOf(draft).map((one) => one.title)];
  if (titles.some((title) => [...title.trim()].length > MAX_TITLE_CHARACTERS)) return LONG_TITLE;
  const texts = textsOf(draft);
  const without = texts.filter((text) => text.trim() === "").length;
  if (without > 0)
    return without === 3 ? t("Write the three texts.") : t("Write the texts that are missing.");
  const tooLong = LEVELS.filter((_level, index) => excessCharacters(texts[index] as string) > 0);
  if (tooLong.length > 0)
    return t("Shorten text {levels}.", {
      levels: listed(tooLong.map((level) => LEVEL_NAMES[level])),
    });
  const lacking = unfilled([titleIn(draft), ...texts, ...translatedTexts(translationsOf(draft))]);
  if (draft.templateId != null && lacking) return lacking;
  if (positionAge(draft) === null) return t("Positions may be from 1 minute to 30 days old.");
  if ([...draft.event.trim()].length > 200) return t("Say what happens in 200 characters at most.");
  if (!LANGUAGE.test(draft.language.trim())) return UNKNOWN_LANGUAGE;
  const unwritten = draft.translations?.find((one) => one.texts.some((text) => !text.trim()));
  if (unwritten)
    return t("Write the texts in {language}.", { language: languageName(unwritten.language) });
  const unread = draft.translations?.filter((one) => one.isUnread) ?? [];
  if (unread.length > 0)
    return t("Read and confirm what a machine wrote: {languages}.", {
      languages: listed(unread.map((one) => languageName(one.language))),
    });
  return "";
}

/** Returns the time `hours` from now, in seconds since 1970, by the service's clock, because that ends the alert. */
const inHours = (hours: number) => serviceSeconds() + Math.round(hours * 3600);

type Texts = Draft["texts"];

/** Returns the fields that new alerts and updates share. */
function essentials({ level2Distance, level3Distance }: Draft, area: Area, texts: Texts) {
  const [text1, text2, text3] = texts;
  return { area, level2Distance, level3Distance, text1, text2, text3 };
}

/** Returns the languages for a reach, which does not depend on their texts. */
export const reachTexts = (translations: readonly Translation[]): AlertTextInput[] =>
  translations.map(({ language }) => ({ language, text1: "…", text2: "…", text3: "…" }));

/** Returns the input for `alertReach`. It fills in empty texts, because the API needs three. */
export function reachInput(draft: Draft, area: Area): AlertInput {
  // The reach does not depend on the texts, and incomplete texts are not an error yet.
  const texts = textsOf(draft).map((text) => text.trim() || "…") as Texts;
  const maxPositionAge = positionAge(draft);
  const translated = draft.translations ?? [];
  return {
    ...essentials(draft, area, texts),
    ...(translated.length > 0 && {
      language: draft.language.trim() || null,
      texts: reachTexts(translated),
    }),
    status: draft.status,
    ...(draft.authorityId && { authorityId: draft.authorityId }),
    ...(maxPositionAge ? { maxPositionAge } : {}),
  };
}

/** Returns the input for `newAlert`. */
export function alertInput(draft: Draft, area: Area): AlertInput {
  const { event, severity, urgency, certainty, category, responseType, language } = draft;
  const title = titleIn(draft).trim();
  const input: AlertInput = {
    ...reachInput(draft, area),
    ...(title && { title }),
    event: event.trim() || null,
    severity,
    urgency,
    certainty,
    ...(category && { category }),
    ...(responseType && { responseType }),
    language: language.trim() || null,
    ...(draft.translations?.length && { texts: translationsOf(draft).map(textInput) }),
    ...(draft.templateId != null && { templateId: draft.templateId }),
    ...(draft.row && { draftId: draft.row.id }),
  };
  return draft.hours === undefined ? input : { ...input, expiresAt: inHours(draft.hours) };
}

/** Returns the API's input for texts in another language. */
export const textInput = ({
  language,
  title,
  texts: [text1, text2, text3],
}: Translation): AlertTextInput => ({
  language,
  ...(title.trim() && { title: title.trim() }),
  text1,
  text2,
  text3,
});

/** True if an update changes the words of which a translation says what it said before. */
export function isOutdated(draft: Draft, { language, title, texts, isConfirmed }: Translation) {
  const { base } = draft;
  const before = base?.translations?.find((one) => one.language === language);
  if (!base || !before || isConfirmed || !isSame([before.title, before.texts], [title, texts]))
    return false;
  return before.isOld || !isSame([base.title ?? "", base.texts], [titleIn(draft), textsOf(draft)]);
}

/**
 * Returns the input for `alertUpdate`: only the changed fields, so that it does not undo another administrator's
 * changes.
 */
export function updateInput(draft: Draft, base: BaseVersion, area: Area): AlertUpdateInput {
  const { level2Distance, level3Distance, hours, isRenotified } = draft;
  const title = titleIn(draft);
  const texts = textsOf(draft);
  const text = (at: 0 | 1 | 2) => (texts[at] === base.texts[at] ? undefined : texts[at]);
  const input: AlertUpdateInput = {
    // The draft's shapes are not compared: while the area is dragged, they are still the old ones.
    area: isSame(area, areaBefore(base)) ? undefined : area,
    level2Distance: level2Distance === base.level2Distance ? undefined : level2Distance,
    level3Distance: level3Distance === base.level3Distance ? undefined : level3Distance,
    title: title === (base.title ?? "") ? undefined : title.trim(),
    text1: text(0),
    text2: text(1),
    text3: text(2),
    texts: isSame(translationsOf(draft), base.translations ?? [])
      ? undefined
      : translationsOf(draft).map((one) => ({ ...textInput(one), isOld: isOutdated(draft, one) })),
    expiresAt: hours ? inHours(hours) : undefined,
    renotify: isRenotified,
    expectedVersion: base.version,
  };
  return JSON.parse(JSON.stringify(input));
}

/** Returns a sentence about what is missing before the update can be published; empty if it is complete. */
export function missingInUpdate(draft: Draft, area: Area | undefined): string {
  const lacking = missing(draft, area);
  if (lacking || !area || !draft.base) return lacking;
  const { renotify, expectedVersion: _, ...changes } = updateInput(draft, draft.base, area);
  return renotify || Object.keys(changes).length > 0 ? "" : t("Change something first.");
}
