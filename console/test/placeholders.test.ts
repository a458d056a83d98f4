import { expect, test } from "@jest/globals";
import type { Draft } from "../src/state/draft-fields.ts";
import {
  fillPlaceholders,
  placeholdersIn,
  textsOf,
  titleIn,
  unfilled,
} from "../src/state/placeholders.ts";

const TEXTS: Draft["texts"] = [
  "Leave {place}.",
  "{place}: wait until {the end}.",
  "{} { x} {y\nz}",
];
const draft = (fields: Partial<Draft>) => ({ texts: TEXTS, ...fields }) as Draft;

test("each placeholder is found once, and nothing else in braces is", () => {
  expect(placeholdersIn(TEXTS)).toEqual(["place", "the end", "y\nz"]);
  expect(placeholdersIn([`{${"x".repeat(51)}}`, "no {{", "{a{b}"])).toEqual(["b"]);
});

test("a placeholder's name may have 50 characters", () => {
  const name = "x".repeat(50);
  expect(placeholdersIn([`{${name}}`])).toEqual([name]);
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
