import { t } from "../words/translate.ts";
import type { Draft } from "./draft-fields.ts";

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

/** Returns a draft's texts as people get them. Braces mean placeholders only if the draft comes from a template. */
export const textsOf = ({ texts, templateId, values }: Draft): Draft["texts"] =>
  templateId == null
    ? texts
    : (texts.map((text) => fillPlaceholders(text, values ?? {})) as Draft["texts"]);

/** Returns a draft's title as people get it. */
export const titleIn = ({ title = "", templateId, values }: Draft): string =>
  templateId == null ? title : fillPlaceholders(title, values ?? {});

/** Returns a sentence about placeholders that are left in texts; empty if there is none. */
export function unfilled(texts: readonly string[]): string {
  const names = placeholdersIn(texts);
  return names.length > 0 ? t("Fill in {names}.", { names: names.join(", ") }) : "";
}
