import { moment } from "../words/time.ts";
import { t } from "../words/translate.ts";
import type { Draft, Translation } from "./draft-fields.ts";
import { alertDefaults } from "./host-settings.ts";
import { now } from "./now.ts";

/** The value of each placeholder, by its name. */
export type Values = Record<string, string>;

/** A placeholder such as "{place}". The database refuses alerts from a template that still contain one. */
const PLACEHOLDER = /\{([^{}\s][^{}]{0,49})\}/g;

/** Returns the names of the placeholders in texts, each once. */
export const placeholdersIn = (texts: readonly string[]): string[] => [
  ...new Set(
    texts.flatMap((text) => [...text.matchAll(PLACEHOLDER)].map(([, name]) => name ?? "")),
  ),
];

/** Returns a text in which values replace the placeholders. Placeholders without a value stay. */
export const fillPlaceholders = (text: string, values: Values): string =>
  text.replaceAll(PLACEHOLDER, (whole, name) => values[name]?.trim() || whole);

const LONG = {
  weekday: "long",
  day: "numeric",
  month: "long",
  hour: "2-digit",
  minute: "2-digit",
} as const;

/** Returns an alert's end as the placeholder {end}, in words that are read aloud too. */
export function endIn(seconds: number, language: string): { end: string } {
  const tag = language || alertDefaults.value.language;
  try {
    return { end: new Intl.DateTimeFormat(tag, LONG).format(seconds * 1000) };
  } catch {
    // Not a valid tag. The screen says so.
    return { end: moment(seconds) };
  }
}

/** Returns when an alert would end if its draft was published now. */
export const endOf = ({ hours, base }: Draft): number =>
  hours ? now.value + hours * 3600 : (base?.expiresAt ?? now.value + alertDefaults.value.duration);

/** Returns the values of a draft's placeholders in a language: the end is known, and all can be typed. */
export const valuesOf = (draft: Draft, language = draft.language): Values => ({
  ...endIn(endOf(draft), language),
  ...draft.values,
});

const FIELDS = ["title", "text1", "text2", "text3"] as const;
type Texts = { [Field in (typeof FIELDS)[number]]: string | null };

/** Returns with what an alert has filled in its template, as far as its texts still show it. */
export function valuesIn(template: Texts, alert: Texts): Values {
  const values: Values = {};
  for (const field of FIELDS) {
    const names: string[] = [];
    // Every second part is a name.
    const parts = (template[field] ?? "").split(PLACEHOLDER).map((part, at) => {
      if (at % 2 === 0) return part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
      if (names.includes(part)) return `(?:\\${names.indexOf(part) + 1})`;
      names.push(part);
      return "(.+?)";
    });
    const found = new RegExp(`^${parts.join("")}$`, "s").exec(alert[field] ?? "");
    for (const [at, name] of names.entries()) values[name] ??= found?.[at + 1] ?? "";
  }
  // An update may have another end.
  delete values.end;
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value));
}

/** Returns a draft's texts as people get them. Braces mean placeholders only if the draft comes from a template. */
export const textsOf = (draft: Draft): Draft["texts"] =>
  draft.templateId == null
    ? draft.texts
    : (draft.texts.map((text) => fillPlaceholders(text, valuesOf(draft))) as Draft["texts"]);

/** Returns a draft's title as people get it. */
export const titleIn = (draft: Draft): string =>
  draft.templateId == null
    ? (draft.title ?? "")
    : fillPlaceholders(draft.title ?? "", valuesOf(draft));

const inEachText = (one: Translation, change: (text: string) => string): Translation => ({
  ...one,
  title: change(one.title),
  texts: one.texts.map(change) as Translation["texts"],
});

/** Returns a draft's title and texts in other languages as people get them. */
export const translationsOf = (draft: Draft): readonly Translation[] =>
  draft.templateId == null
    ? (draft.translations ?? [])
    : (draft.translations ?? []).map((one) =>
        inEachText(one, (text) => fillPlaceholders(text, valuesOf(draft, one.language))),
      );

/** Returns all title and texts of a draft in other languages. */
export const translatedTexts = (translations: readonly Translation[] = []): string[] =>
  translations.flatMap(({ title, texts }) => [title, ...texts]);

/** Returns a sentence about placeholders that are left in texts; empty if there is none. */
export function unfilled(texts: readonly string[]): string {
  const names = placeholdersIn(texts);
  return names.length > 0 ? t("Fill in {names}.", { names: names.join(", ") }) : "";
}

/** Returns an update's title and texts, in each language, with {end} where they name the alert's end, so that they name the update's. */
export function withEnd(draft: Draft) {
  const { title = "", texts, translations = [], templateId, base } = draft;
  const own = { language: draft.language, title, texts };
  const [{ title: named, texts: naming }, ...others] = [own, ...translations].map((one) => {
    const { end } = endIn(base?.expiresAt ?? 0, one.language);
    return inEachText(one, (text) => (templateId == null ? text : text.replaceAll(end, "{end}")));
  }) as [Translation, ...Translation[]];
  return { title: named, texts: naming, translations: others };
}
