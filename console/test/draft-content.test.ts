import "./helpers/globals.ts";
import { expect, jest, test } from "@jest/globals";
import type { Draft } from "../src/state/draft-fields.ts";
import { square } from "./helpers/square.ts";

// The modules start a clock when they load.
jest.useFakeTimers();
const { contentOf, differences, nameOf, readContent } = await import(
  "../src/state/draft-content.ts"
);
const { newDraft } = await import("../src/state/draft-fields.ts");
jest.useRealTimers();

const KEPT = {
  shapes: [{ kind: "polygon", coordinates: [square(0, 0, 1)] }],
  level2Distance: 300,
  level3Distance: 900,
  title: "Flood in {place}",
  texts: ["one", "two", "three"],
  sameAsOne: ["TWO"],
  templateId: 7,
  values: { place: "Rome" },
  hours: 3,
  status: "EXERCISE",
  positionAge: "2",
  positionAgeUnit: "minutes",
  event: "Flood",
  severity: "SEVERE",
  urgency: "IMMEDIATE",
  certainty: "LIKELY",
  category: "MET",
  responseType: "EVACUATE",
  language: "it",
  isRenotified: true,
} satisfies Partial<Draft>;
const OWN = {
  key: "a key",
  row: { id: 1, name: "Reno", isPrivate: true, version: 2, saved: "" },
} satisfies Partial<Draft>;

test("the content of a draft has all that was written, and nothing that belongs to one browser", () => {
  const content = contentOf({ ...OWN, ...KEPT });
  expect(JSON.parse(content)).toEqual(KEPT);
  expect(readContent(content)).toEqual(KEPT);
  // The content does not depend on the order in which fields were set.
  const reversed = Object.fromEntries(Object.entries({ ...KEPT, ...OWN }).toReversed());
  expect(contentOf(reversed as unknown as Draft)).toBe(content);
});

test("a field that a draft lacks is read as unset, and a browser's own fields are not read", () => {
  const { hours: _, ...others } = KEPT;
  const content = JSON.stringify({ ...others, key: "another's" });
  const read = readContent(content);
  expect(read).toHaveProperty("hours", undefined);
  expect(read).not.toHaveProperty("key");
});

test.each([
  "null",
  "{",
  "[]",
  ...Object.entries({
    shapes: {},
    texts: ["one", "two"],
    event: 1,
    language: null,
    positionAge: 2,
    title: {},
    sameAsOne: "TWO",
    base: { version: 1 },
  }).map(([name, value]) => JSON.stringify({ ...KEPT, [name]: value })),
  JSON.stringify({ ...KEPT, texts: ["one", "two", null] }),
  JSON.stringify({ ...KEPT, texts: "two" }),
])("a draft of another program is refused: %s", (content) => {
  expect(() => readContent(content)).toThrow(/^Another program has written this draft/);
});

test("a draft without a title or texts that follow ONE is read", () => {
  const { title: _title, sameAsOne: _same, ...others } = KEPT;
  expect(readContent(JSON.stringify(others))).toMatchObject({ event: "Flood" });
});

test("a draft is named by its title, or by its first text", () => {
  const draft = newDraft();
  expect(nameOf(draft)).toBe("No text yet");
  expect(nameOf({ ...draft, texts: ["😀".repeat(300), "", ""] })).toBe("😀".repeat(200));
  expect(nameOf({ ...draft, title: "Flood", texts: ["Go up.", "", ""] })).toBe("Flood");
});

test("the difference between two drafts shows both texts, and names all else", () => {
  const mine = { ...newDraft(), ...KEPT } as Draft;
  expect(differences(mine, { ...mine, key: "another" })).toEqual([]);
  const theirs = { ...mine, title: "Fire", texts: ["one", "2", "three"] } as Draft;
  expect(differences(mine, { ...theirs, level2Distance: 400, shapes: [], event: "Fire" })).toEqual([
    ["Title", "Flood in {place}", "Fire"],
    ["TWO", "two", "2"],
    ["Distances", "300 m, 900 m", "400 m, 900 m"],
    ["The area", "", ""],
    ["Other choices", "", ""],
  ]);
});
