import { expect, test } from "@jest/globals";
import { LENGTHS, markOf } from "../src/words/alert-words.ts";
import { languageName } from "../src/words/languages.ts";
import {
  areaText,
  count,
  metres,
  people,
  squareKilometres,
  ungroupedNumber,
} from "../src/words/numbers.ts";
import { place, regionOf } from "../src/words/place-words.ts";
import { readWhole } from "../src/words/read-whole.ts";
import { duration, exactDuration, moment, month, relativeTime } from "../src/words/time.ts";
import { t } from "../src/words/translate.ts";
import { marksOf } from "../src/words/versions.ts";

test.each([
  [-1, "0 s"],
  [89, "89 s"],
  [90, "2 min"],
  [90 * 60 - 1, "90 min"],
  [90 * 60, "2 h"],
  [36 * 3600 - 1, "36 h"],
  [36 * 3600, "2 d"],
])("a duration of %i seconds is shown as %s", (seconds, words) => {
  expect(duration(seconds)).toBe(words);
});

test.each([
  [90 * 60, "90 min"],
  [36 * 3600, "36 h"],
  [48 * 3600, "2 d"],
  [3600, "1 h"],
  [60, "1 min"],
  [90, "90 s"],
  [3661, "3661 s"],
])("a duration of %f seconds is shown exactly, as %s", (seconds, words) => {
  expect(exactDuration(seconds).replace(",", "")).toBe(words);
});

test("a time is shown as before or after now", () => {
  expect([relativeTime(100, 160), relativeTime(160, 100), relativeTime(100, 100)]).toEqual([
    "60 s ago",
    "in 60 s",
    "0 s ago",
  ]);
});

test("people, distances and areas are shown with their units", () => {
  expect([people(0), people(1), people(2)]).toEqual(["0 people", "1 person", "2 people"]);
  expect([metres(999), metres(1000), metres(2500)]).toEqual(["999 m", "1 km", "2.5 km"]);
  expect([metres(0.6), metres(1234), count(12_345)]).toEqual(["1 m", "1.2 km", "12,345"]);
  expect([areaText(850.4), areaText(99_999), areaText(100_000)]).toEqual([
    "850 m²",
    "99,999 m²",
    "0.1 km²",
  ]);
  expect(squareKilometres(1_234_567)).toBe("1.23 km²");
  expect(ungroupedNumber(1440)).toBe("1440");
});

test("a time is shown with its year unless that is the current one", () => {
  const now = new Date();
  const year = now.getFullYear();
  expect(moment(now.getTime() / 1000)).not.toContain(String(year));
  const before = moment(new Date(year - 1, 5, 15, 7, 5).getTime() / 1000);
  expect(before).toMatch(/15/);
  expect(before).toContain(String(year - 1));
  expect(before).toMatch(/Jun.*\b07:05\b/);
  // People in another time zone may read it.
  const zone = new Intl.DateTimeFormat("en", { timeZoneName: "short" })
    .formatToParts(new Date(year - 1, 5, 15))
    .find(({ type }) => type === "timeZoneName")?.value;
  expect(before).toContain(zone);
  expect(month(Date.UTC(2026, 10, 1) / 1000)).toBe("November 2026");
});

test("a place is shown with its latitude first and four decimals, and a named place with its region", () => {
  expect(place(11.33875, 44.49381)).toBe("44.4938, 11.3388");
  expect(place(-1000, 0)).toBe("0.0000, -1000.0000");
  expect(regionOf(["Rome", "IT", 12, 41, 3e6])).toBe("Italy");
  expect(regionOf(["Springfield", "US", -89, 39, 1e5, "Illinois"])).toBe("Illinois, United States");
});

test("a language tag is shown as the language's name, and other text stays as it is", () => {
  expect([languageName(" it "), languageName("pt-BR"), languageName("")]).toEqual([
    "Italian",
    "Brazilian Portuguese",
    "the service's own",
  ]);
  expect(languageName("Italian, please")).toBe("Italian, please");
});

test("only exercises and tests have a mark", () => {
  expect((["ACTUAL", "EXERCISE", "TEST"] as const).map(markOf)).toEqual(["", "EXERCISE", "TEST"]);
});

test("each length that can be chosen is named by its number of hours", () => {
  const hours = { hour: 1, day: 24, week: 168 };
  for (const [number, words] of LENGTHS) {
    const [, count, unit] = /^(\d+) (hour|day|week)s?$/.exec(words) ?? [];
    expect([words, Number(count) * hours[unit as "hour"]]).toEqual([words, Number(number)]);
  }
});

test("versions are named as the publication, numbered updates and the all-clear", () => {
  const version = (number: number, allClear: string | null = null) => ({
    version: number,
    createdAt: number * 10,
    allClear,
  });
  expect(marksOf([version(3, "It is over."), version(2), version(1)] as never)).toEqual([
    { at: 30, text: "All-clear" },
    { at: 20, text: "Update 1" },
    { at: 10, text: "Published" },
  ]);
});

test("a note for translators is not shown", () => {
  expect(t("saved|area")).toBe("saved");
});

test("a message with an element becomes a list of its parts", () => {
  const element = { type: "b", props: {}, key: null };
  expect(t("The middle is at {place}.", { place: element as never })).toEqual([
    "The middle is at ",
    element,
    ".",
  ]);
});

test("only texts of digits are read as whole numbers", () => {
  expect(["0", " 12 ", "007"].map(readWhole)).toEqual([0, 12, 7]);
  const others = ["", " ", "1.500", "1,500", "-1", "1e3", "0x1", "1 2"].map(readWhole);
  expect(others.filter((number) => number !== undefined)).toEqual([]);
});
