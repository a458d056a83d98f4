import { expect, test } from "@jest/globals";
import { metres, people } from "../../src/console/words/numbers.ts";
import { duration, fromNow } from "../../src/console/words/time.ts";
import { t } from "../../src/console/words/translate.ts";

test.each([
  [-1, "0 s"],
  [89, "89 s"],
  [90, "2 min"],
  [90 * 60 - 1, "90 min"],
  [90 * 60, "2 h"],
  [36 * 3600 - 1, "36 h"],
  [36 * 3600, "2 d"],
])("%i seconds are %s", (seconds, words) => {
  expect(duration(seconds)).toBe(words);
});

test("a moment is before or after now", () => {
  expect([fromNow(100, 160), fromNow(160, 100), fromNow(100, 100)]).toEqual([
    "60 s ago",
    "in 60 s",
    "0 s ago",
  ]);
});

test("numbers have their units", () => {
  expect([people(0), people(1), people(2)]).toEqual(["0 people", "1 person", "2 people"]);
  expect([metres(999), metres(1000), metres(2500)]).toEqual(["999 m", "1 km", "2.5 km"]);
});

test("a note for translators is not shown", () => {
  expect(t("saved|area")).toBe("saved");
});

test("a message with an element is a list with it", () => {
  const element = { type: "b", props: {}, key: null };
  expect(t("The middle is at {place}.", { place: element as never })).toEqual([
    "The middle is at ",
    element,
    ".",
  ]);
});
