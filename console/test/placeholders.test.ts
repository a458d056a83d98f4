import { expect, test } from "@jest/globals";
import type { Draft, Translation } from "../src/state/draft-fields.ts";
import {
  endIn,
  fillPlaceholders,
  placeholdersIn,
  textsOf,
  titleIn,
  translationsOf,
  unfilled,
  valuesIn,
  withEnd,
} from "../src/state/placeholders.ts";

const TEXTS: Draft["texts"] = [
  "Leave {place}.",
  "{place}: wait until {the end}.",
  "{} { x} {y\nz}",
];
const draft = (fields: Partial<Draft>) => ({ texts: TEXTS, ...fields }) as Draft;

test("each placeholder is found once, and nothing else in braces is", () => {
  expect(placeholdersIn(TEXTS)).toEqual(["place", "the end", "y\nz"]);
  const [longest, longer] = ["x".repeat(50), "x".repeat(51)];
  expect(placeholdersIn([`{${longest}} {${longer}}`, "no {{", "{a{b}"])).toEqual([longest, "b"]);
});

test("placeholders that have a value are filled in, and unfilled ones are named", () => {
  expect(fillPlaceholders("{a} {b} {a}", { a: " $& 1 ", b: "  " })).toBe("$& 1 {b} $& 1");
  expect(unfilled([fillPlaceholders("{a}", { a: "{b}" })])).toBe("Fill in b.");
  expect(unfilled(["done"])).toBe("");
});

test("braces stay as they are in a draft without a template", () => {
  expect(textsOf(draft({ values: { place: "Rome" } }))).toBe(TEXTS);
  expect(textsOf(draft({ templateId: 1, values: { place: "Rome" } }))[0]).toBe("Leave Rome.");
});

test("placeholders in the title are filled in too", () => {
  const title = "Flood in {place}";
  expect(titleIn(draft({ title }))).toBe(title);
  expect(titleIn(draft({ title, templateId: 1, values: { place: "Rome" } }))).toBe("Flood in Rome");
  expect(titleIn(draft({}))).toBe("");
});

test("what an alert has filled in is read from its texts, also if one was changed", () => {
  const template = { title: null, text1: "{a} (+{b}) {a}", text2: "{c}", text3: "In {a}: {d}." };
  const alert = { title: "x", text1: "Rome (+1 2) Rome", text2: "", text3: "Changed." };
  expect(valuesIn(template, alert)).toEqual({ a: "Rome", b: "1 2" });
  expect(valuesIn(template, { ...alert, text1: "Rome (+1) Paris" })).toEqual({});
});

test("texts that name an alert's end name that of its update", () => {
  const { end } = endIn(1_780_000_000, "it");
  const base = { expiresAt: 1_780_000_000 } as never;
  const filled = draft({ templateId: 1, base, language: "it", texts: [`Fino a ${end}.`, "", ""] });
  const arabic = { language: "ar", title: "", texts: [endIn(1_780_000_000, "ar").end, "", ""] };
  const translations = [arabic as unknown as Translation];
  expect(withEnd({ ...filled, translations })).toEqual({
    title: "",
    texts: ["Fino a {end}.", "", ""],
    translations: [{ ...arabic, texts: ["{end}", "", ""] }],
  });
  const named = { ...filled, ...withEnd({ ...filled, translations }), hours: 0 };
  expect(translationsOf(named)).toEqual(translations);
  expect(textsOf({ ...filled, ...withEnd(filled), hours: 0 })).toEqual(filled.texts);
  expect(withEnd({ ...filled, templateId: null }).texts).toEqual(filled.texts);
});

test("an end is in the language of the texts, if that is one", () => {
  expect(endIn(1_780_000_000, "it").end).toMatch(/^giovedì 28 maggio/);
  expect(endIn(1_780_000_000, "x").end).toMatch(/May|28/);
});
