import { globSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "@jest/globals";
import { IntlMessageFormat } from "intl-messageformat";
import { readMessages } from "./helpers/messages.ts";

const { calls, untranslated } = readMessages();
const messages = [...new Set(calls.map(({ message }) => message))].sort();
const FILES = globSync("console/src/languages/*.ts");

/** Part of a message: a value, or a plural or choice with a text for each case. */
interface Part {
  type: number;
  value?: string;
  options?: Record<string, { value: Part[] }>;
}
/** The kinds of parts that have no value: text, and the number of a plural. */
const [TEXT, POUND] = [0, 7];
const [SELECT, PLURAL] = [5, 6];

const partsOf = (text: string) =>
  new IntlMessageFormat(text, "en", undefined, { ignoreTag: true }).getAst() as Part[];

/** All parts of a message, those inside plurals too. */
const allParts = (parts: Part[]): Part[] =>
  parts.flatMap((part) => [
    part,
    ...Object.values(part.options ?? {}).flatMap(({ value }) => allParts(value)),
  ]);

const namesIn = (text: string) =>
  [
    ...new Set(
      allParts(partsOf(text)).flatMap(({ type, value }) =>
        type === TEXT || type === POUND ? [] : [value as string],
      ),
    ),
  ].sort();

const casesOf = (text: string, kind: number) =>
  allParts(partsOf(text))
    .filter(({ type }) => type === kind)
    .map(({ value, options = {} }) => `${value}: ${Object.keys(options).sort().join(" ")}`)
    .sort();

/** The plural forms that a language has for numbers up to a thousand. */
function formsOf(language: string): Set<string> {
  const rules = new Intl.PluralRules(language);
  return new Set(Array.from({ length: 1000 }, (_, number) => rules.select(number)));
}

test("no text of the console is left outside of the translation function t()", () => {
  expect(untranslated).toEqual([]);
});

test("each message is given exactly the values that it has places for", () => {
  const wrong = calls.filter(
    ({ message, values }) =>
      message === "" ||
      (values[0] !== "?" && String(values.toSorted()) !== String(namesIn(message))),
  );
  expect(wrong).toEqual([]);
});

test.each(FILES)(
  "%s translates exactly the console's messages, with the same places and cases",
  async (file) => {
    const language = basename(file, ".ts");
    const { default: words } = (await import(`../../${file}`)) as {
      default: Record<string, string>;
    };
    expect(Object.keys(words).sort()).toEqual(messages);
    const forms = [...formsOf(language)];
    const wrong = Object.entries(words).filter(
      ([message, translated]) =>
        translated.trim() === "" ||
        String(namesIn(translated)) !== String(namesIn(message)) ||
        String(casesOf(translated, SELECT)) !== String(casesOf(message, SELECT)) ||
        !casesOf(translated, PLURAL).every((cases) => forms.every((form) => cases.includes(form))),
    );
    expect(wrong).toEqual([]);
  },
);
