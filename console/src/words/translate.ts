import { IntlMessageFormat } from "intl-messageformat";
import type { ComponentChild, ComponentChildren } from "preact";
import type { Messages } from "../languages/it.ts";
import { locale, messages } from "./language.ts";

/**
 * A sentence or label in English, in ICU's message format. The text after a bar is a note for translators, which
 * distinguishes messages that are the same in English.
 */
export type Message = keyof Messages;

const formats = new Map<string, IntlMessageFormat>();

function formatOf(text: string): IntlMessageFormat {
  const known = formats.get(text);
  if (known) return known;
  const made = new IntlMessageFormat(text, locale, undefined, { ignoreTag: true });
  formats.set(text, made);
  return made;
}

/** A text that has letters of a script from right to left. */
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufefc]/;

/** Keeps a text from right to left apart from the sentence around it, so that neither changes the order of the other. */
const apart = <Value>(value: Value) =>
  typeof value === "string" && FROM_RIGHT.test(value) ? `\u2068${value}\u2069` : value;

/** Returns a message in the user's language. Its values may be elements; then it is a list of text and elements. */
export function t(message: Message, values?: Record<string, string | number>): string;
export function t(message: Message, values: Record<string, ComponentChild>): ComponentChildren;
export function t(message: Message, values?: Record<string, ComponentChild>): ComponentChildren {
  const text = messages?.[message] ?? (message.split("|", 1)[0] as string);
  return values
    ? formatOf(text).format<ComponentChild>(
        Object.fromEntries(Object.entries(values).map(([name, value]) => [name, apart(value)])),
      )
    : text;
}
