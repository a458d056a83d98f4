import "./helpers/globals.ts";
import { expect, test } from "@jest/globals";
import { contentOf, readContent } from "../src/state/draft-content.ts";
import type { Draft } from "../src/state/draft-fields.ts";
import { square } from "./helpers/square.ts";

const SHARED = {
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
  language: "it",
} satisfies Partial<Draft>;
const OWN = {
  key: "a key",
  isRenotified: true,
  shared: { id: 1, name: "Reno", version: 2, saved: "" },
} satisfies Partial<Draft>;

test("a shared draft has all that was written, and nothing that belongs to one browser", () => {
  const content = contentOf({ ...OWN, ...SHARED });
  expect(JSON.parse(content)).toEqual(SHARED);
  expect(readContent(content)).toEqual(SHARED);
  // The content does not depend on the order in which fields were set.
  const reversed = Object.fromEntries(Object.entries({ ...SHARED, ...OWN }).toReversed());
  expect(contentOf(reversed as unknown as Draft)).toBe(content);
});

test("a field that a shared draft lacks is read as unset, and a browser's own fields are not read", () => {
  const { hours: _, ...others } = SHARED;
  const content = JSON.stringify({ ...others, key: "another's", isRenotified: false });
  const read = readContent(content);
  expect(read).toHaveProperty("hours", undefined);
  expect(read).not.toHaveProperty("key");
  expect(read).not.toHaveProperty("isRenotified");
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
  }).map(([name, value]) => JSON.stringify({ ...SHARED, [name]: value })),
  JSON.stringify({ ...SHARED, texts: ["one", "two", null] }),
  JSON.stringify({ ...SHARED, texts: "two" }),
])("a draft of another program is refused: %s", (content) => {
  expect(() => readContent(content)).toThrow(/^Another program has written this draft/);
});

test("a draft without a title or texts that follow ONE is read", () => {
  const { title: _title, sameAsOne: _same, ...others } = SHARED;
  expect(readContent(JSON.stringify(others))).toMatchObject({ event: "Flood" });
});
