import { expect, jest, test } from "@jest/globals";
import type { Polygon } from "geojson";
import "../src/geo/unite.ts";
import { wkt } from "../../test/helpers/wkt.ts";
import { alertInput, missing, reachInput, updateInput } from "../src/state/alert-input.ts";
import type { BaseVersion, Draft } from "../src/state/draft-fields.ts";
import { noteServiceClock } from "../src/state/service-clock.ts";
import { rebasedDraft } from "../src/state/update-draft.ts";
import { square } from "./helpers/square.ts";

const area: Polygon = {
  type: "Polygon",
  coordinates: [wkt("1 1, 2 1, 2 2, 1 1")],
};
const draft = {
  key: "a key",
  shapes: [{ kind: "polygon", coordinates: area.coordinates }],
  level2Distance: 1000,
  level3Distance: 2000,
  texts: ["one", "two", "three"],
  hours: 24,
  status: "ACTUAL",
  positionAge: "",
  positionAgeUnit: "hours",
  event: " ",
  severity: "UNKNOWN",
  urgency: "UNKNOWN",
  certainty: "UNKNOWN",
  language: "",
  isRenotified: false,
} satisfies Draft as Draft & Pick<Required<Draft>, "level2Distance" | "level3Distance">;

test("an alert's end is computed from the service's clock", () => {
  jest.useFakeTimers({ now: 1_000_000_000_000 });
  noteServiceClock(new Date(1_000_003_600_000).toUTCString(), 1_000_000_000_000, 1_000_000_000_000);
  try {
    expect(alertInput(draft, area).expiresAt).toBe(1_000_090_000);
    // Lengths that are not whole hours end at a whole second.
    expect(alertInput({ ...draft, hours: 5000 / 3600 }, area).expiresAt).toBe(1_000_008_600);
  } finally {
    // Resets the service's clock.
    noteServiceClock(new Date(0).toUTCString(), 1000, 0);
    jest.useRealTimers();
  }
});

test("the message on an incomplete draft says what is missing or too long", () => {
  expect(missing(draft, undefined)).toMatch(/area/);
  expect(missing({ ...draft, texts: ["", " ", "\n"] }, area)).toBe("Write the three texts.");
  expect(missing({ ...draft, texts: ["one", "two", ""] }, area)).toMatch(/that are missing/);
  expect(missing({ ...draft, texts: ["one", "", " "] }, area)).toMatch(/that are missing/);
  expect(missing({ ...draft, texts: ["one", "é".repeat(10_001), "three"] }, area)).toBe(
    "Shorten text TWO.",
  );
  // The API counts an emoji as one character.
  expect(missing({ ...draft, texts: ["one", "😀".repeat(10_000), "three"] }, area)).toBe("");
  expect(missing({ ...draft, event: "x".repeat(201) }, area)).toMatch(/200 characters/);
  expect(missing({ ...draft, event: ` ${"🌊".repeat(200)} ` }, area)).toBe("");
  expect(missing({ ...draft, title: "x".repeat(61) }, area)).toMatch(/60 characters/);
  expect(missing({ ...draft, title: ` ${"🌊".repeat(60)} ` }, area)).toBe("");
  expect(missing({ ...draft, language: "Italian, please" }, area)).toMatch(/pt-BR/);
  expect(missing({ ...draft, language: " pt-BR " }, area)).toBe("");
  for (const language of ["i", "it_IT", "it-", "italianissimo", "it-IT-"])
    expect(missing({ ...draft, language }, area)).toMatch(/pt-BR/);
  expect(missing(draft, area)).toBe("");
});

test("unfilled placeholders are named in a draft from a template, and allowed without a template", () => {
  const texts: Draft["texts"] = ["Leave {place}.", "two", "three"];
  const begun: Draft = { ...draft, title: "Flood in {town}", texts };
  expect(missing(begun, area)).toBe("");
  const from = { ...begun, templateId: 7 };
  expect(missing(from, area)).toBe("Fill in town, place.");
  expect(missing({ ...from, values: { town: "Rome" } }, area)).toBe("Fill in place.");
  expect(missing({ ...from, values: { town: "Rome", place: "it" } }, area)).toBe("");
});

test.each([
  ["0,5", "hours", 1800],
  [" 36 ", "hours", 129_600],
  ["90", "minutes", 5400],
  ["1", "minutes", 60],
  ["720", "hours", 2_592_000],
  ["1.0001", "hours", 3600],
  ["0.028", "hours", 101],
] as const)("positions up to %s %s old count", (positionAge, positionAgeUnit, maxPositionAge) => {
  const aged = { ...draft, positionAge, positionAgeUnit };
  expect(reachInput(aged, area)).toMatchObject({ maxPositionAge });
  expect(alertInput(aged, area)).toMatchObject({ maxPositionAge });
  expect(missing(aged, area)).toBe("");
});

test.each(["0", "-1", "0.5", "721 hours", "43201", "1,440", "10.080", "1,440,000"])(
  "a position age of %s minutes is refused",
  (positionAge) => {
    const aged = { ...draft, positionAge, positionAgeUnit: "minutes" as const };
    expect(missing(aged, area)).toMatch(/1 minute to 30 days/);
    expect(reachInput(aged, area)).not.toHaveProperty("maxPositionAge");
  },
);

test("an alert's input has its filled-in texts and the ids of its template and draft", () => {
  const from: Draft = {
    ...draft,
    title: "Flood in {place}",
    texts: ["Leave {place}.", "two", "three"],
    values: { place: "Rome" },
    templateId: 7,
    row: { id: 8, name: "Reno", isPrivate: true, version: 1, saved: "" },
  };
  const filled = { title: "Flood in Rome", text1: "Leave Rome." };
  expect(alertInput(from, area)).toMatchObject({ ...filled, templateId: 7, draftId: 8 });
  expect(reachInput(from, area).text1).toBe("Leave Rome.");
  expect(updateInput(from, base, area)).toMatchObject(filled);
  const plain = alertInput(draft, area);
  for (const name of ["title", "templateId", "draftId"]) expect(plain).not.toHaveProperty(name);
});

const { shapes, level2Distance, level3Distance, texts } = draft;
const base: BaseVersion = { version: 3, shapes, level2Distance, level3Distance, texts };

test("an update sends only what has changed, and the version it began from", () => {
  const own = { renotify: false, expectedVersion: 3 };
  const input = (change: Partial<Draft>) =>
    updateInput({ ...draft, hours: 0, ...change }, base, area);
  expect(input({})).toEqual(own);
  expect(input({ texts: ["one", "2", "three"] })).toEqual({ ...own, text2: "2" });
  expect(input({ texts: ["1", "two", "3"] })).toEqual({ ...own, text1: "1", text3: "3" });
  expect(input({ title: " Flood " })).toEqual({ ...own, title: "Flood" });
  // An empty title removes the title.
  const titled = { ...base, title: "Flood" };
  expect(updateInput({ ...draft, hours: 0, title: "" }, titled, area)).toEqual({
    ...own,
    title: "",
  });
  expect(input({ level2Distance: 400 })).toEqual({ ...own, level2Distance: 400 });
  expect(input({ level3Distance: 4000 })).toEqual({ ...own, level3Distance: 4000 });
  // While the area is dragged, the draft still has its old shapes.
  const moved: Polygon = { type: "Polygon", coordinates: [square(3, 3, 1)] };
  expect(updateInput({ ...draft, hours: 0 }, base, moved)).toEqual({ ...own, area: moved });
});

test("an update rebased on a newer version keeps its own changes and lists those of others", () => {
  const alert = {
    version: 4,
    expiresAt: 5000,
    areaGeoJson: area,
    level2Distance: 500,
    level3Distance: 3000,
    title: "Gas",
    text1: "one",
    text2: "two",
    text3: "three",
    allClear: null,
    isRenotified: true,
    texts: [],
    user: null,
  };
  const before = { ...alert, version: 3, isRenotified: false };
  const history = [alert, before];
  const shapes = [{ kind: "polygon" as const, coordinates: [] }];
  const begun = { ...base, title: "Flood" };
  const untouched = { ...draft, title: "Flood", base: begun };
  const own = { ...untouched, title: "Fire", level3Distance: 9000, shapes };
  const keep = rebasedDraft({ ...own, changedMeanwhile: ["before"] }, begun, {
    ...alert,
    history,
  } as never);
  expect(keep).toMatchObject({ title: "Fire", level2Distance: 500, level3Distance: 9000, shapes });
  expect(keep.changedMeanwhile).toEqual(["before", "A user: Changed sent to everyone again"]);
  expect(keep.base).toMatchObject({ version: 4, expiresAt: 5000, title: "Gas" });
  const taken = rebasedDraft(untouched, begun, { ...alert, history } as never);
  expect(taken).toMatchObject({ title: "Gas", level3Distance: 3000 });
  expect(taken.shapes[0]?.coordinates).toEqual(area.coordinates);
  // Another administrator has moved the area.
  const moved: Polygon = { type: "Polygon", coordinates: [square(3, 3, 1)] };
  const theirs = { ...alert, areaGeoJson: moved, history } as never;
  expect(rebasedDraft(untouched, begun, theirs).shapes[0]?.coordinates).toEqual(moved.coordinates);
  expect(rebasedDraft(own, begun, theirs).shapes).toEqual(shapes);
});

const spanish = {
  language: "es",
  title: "",
  texts: ["uno", "dos", "tres"] as [string, string, string],
};
const arabic = { ...spanish, language: "ar" };

test("other languages are sent, and each of their texts must be written", () => {
  const translations = [{ ...spanish, texts: ["uno", " ", "tres"] as [string, string, string] }];
  expect(missing({ ...draft, translations }, area)).toBe("Write the texts in Spanish.");
  expect(reachInput({ ...draft, translations }, area).texts).toEqual([
    { language: "es", text1: "…", text2: "…", text3: "…" },
  ]);
  expect(alertInput({ ...draft, translations: [spanish] }, area).texts).toEqual([
    { language: "es", text1: "uno", text2: "dos", text3: "tres" },
  ]);
  const long = [{ ...spanish, title: "ñ".repeat(61) }];
  expect(missing({ ...draft, translations: long }, area)).toBe(
    "Shorten the title to 60 characters.",
  );
  const open = { ...draft, templateId: 1, translations: [{ ...spanish, title: "En {place}" }] };
  expect(missing(open, area)).toBe("Fill in place.");
  expect(alertInput({ ...open, values: { place: "Rome" } }, area).texts).toMatchObject([
    { title: "En Rome" },
  ]);
});

test("a translation is old while the words changed and it did not, unless it is said to be right", () => {
  const translations = [spanish, arabic];
  const began = { ...base, translations };
  const update = (fields: Partial<Draft>) => {
    const { texts } = updateInput({ ...draft, base: began, translations, ...fields }, began, area);
    return texts?.map(({ language, isOld }) => [language, isOld]);
  };
  const texts: Draft["texts"] = ["new", "two", "three"];
  // The service marks all of them.
  expect(update({ texts })).toBeUndefined();
  const written = { ...spanish, texts: ["nuevo", "dos", "tres"] as Draft["texts"] };
  expect(update({ texts, translations: [written, arabic] })).toEqual([
    ["es", false],
    ["ar", true],
  ]);
  const confirmed = { ...arabic, isConfirmed: true };
  expect(update({ texts, translations: [written, confirmed] })).toEqual([
    ["es", false],
    ["ar", false],
  ]);
  expect(update({ translations: [written, arabic] })).toEqual([
    ["es", false],
    ["ar", false],
  ]);
  expect(update({ translations: [] })).toEqual([]);
});

test("the reach of a draft without texts can be asked for", () => {
  const { text1, text2, text3 } = reachInput({ ...draft, texts: ["", " ", "x"] }, area);
  expect([text1, text2, text3]).toEqual(["…", "…", "x"]);
});
