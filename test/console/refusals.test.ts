import { globSync, readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { inWords, sentenceFor } from "../../src/console/words/refusals.ts";

/** Messages that nothing in the console can cause, by their beginnings. */
const NOT_CAUSED = [
  // It sends areas as GeoJSON, one position at a time, and lists in their default order.
  /^points|^area and|^input has more|^movingActivity|^(limit|offset|first) |^after and|^The place is off/,
  // It cuts searches, and offers periods.
  /^search has|^months is/,
  // For database administrators.
  /^(users|alerts) %s|^%s of %s: entries|^A zone is not|^used is more|^mail_outcome|^cancelled_at|^password_hash/,
  // What the documents of the console do not do.
  /^The document|^Subscriptions are|^This API|^An event is|^The answer is larger|^A time must/,
  /^\$\{|^offset|^A variable/,
  // It reports no batches, follows no cursors, asks for nothing near a place, makes no device keys, and leaves what of one's positions is kept to the apps.
  /^clientId|^since |^radius is|^You have (%s|no) device keys?|^Only users themselves/,
];

/** A word of the API, of a standard or of the code. */
const JARGON =
  /\b[a-z]+[A-Z]\w*|\b\w+_\w+|\b[a-z]+\d\b|\b(API|BCP|CONFLICT|GeoJSON|IANA|JSON|NUL|RFC|SQL|URL|UTF|UUID|WGS)\b|%s|\[/;

const read = (pattern: string) => globSync(pattern).map((file) => readFileSync(file, "utf8"));

const found = (texts: string[], pattern: RegExp) =>
  texts.flatMap((text) => Array.from(text.matchAll(pattern), ([, message]) => message as string));

/** All messages of the database's functions and constraints, and of the host's mutations. */
function messages(): string[] {
  const sql = read("migrations/fixtures/**/*.sql");
  const tables = read("migrations/committed/*.sql").map((text) =>
    text.replaceAll(
      /^comment on constraint \S+ on app_private\.(settings|login_limits|\w+_(counts|figures)).*$/gm,
      "",
    ),
  );
  const host = read("src/{auth,graphql/mutations,errors}/**/*.ts");
  return [
    ...found(sql, /message = (?:format\(\s*)?'((?:[^']|'')+)'/g),
    ...found(sql, /then '(\w+ is [^']+: send [^']+)'/g),
    ...found(tables, /^comment on constraint .* is\s+'((?:[^']|'')+)';/gm),
    ...found(host, /new AppError\(\s*"[A-Z_]+",\s*["`]([^"`]+)["`]/g),
  ]
    .map((message) => message.replaceAll("''", "'"))
    .filter((message) => !NOT_CAUSED.some((pattern) => pattern.test(message)));
}

/** A message as the API sends it. */
const sent = (message: string) =>
  message
    .replace(/^%s/, "area")
    .replace("not a valid area: %s", "not a valid area: Self-intersection[2.348 48.85]")
    .replaceAll("%s", "2")
    .replaceAll(/\$\{[^}]+\}/g, "8");

test("every refusal reads as a sentence for people", () => {
  const all = messages();
  expect(all.length).toBeGreaterThan(50);
  const unfit = all
    .map((message) => inWords(sent(message)))
    .filter((words) => JARGON.test(words) || !/^[A-Z].*[.!]$/s.test(words));
  expect(unfit).toEqual([]);
});

test("every refusal is a message of the console, so that it has a translation", () => {
  const unknown = messages().filter((message) => sentenceFor(sent(message)) === undefined);
  expect(unknown).toEqual([]);
});

test("an outline that crosses itself is said to do so, and where", () => {
  expect(
    inWords("area is not a valid area: Self-intersection[2.348 48.85]. Correct the drawing there."),
  ).toBe("The outline crosses itself at 48.8500, 2.3480. Move a corner there.");
});

test.each([
  ["text1 must have 1 to 10,000 characters.", "Write text ONE, in 10,000 characters at most."],
  ["text2 must have 1 to 10,000 characters.", "Write text TWO, in 10,000 characters at most."],
  ["text3 must have 1 to 10,000 characters.", "Write text THREE, in 10,000 characters at most."],
  ["You have no device with this token.", "This device does not exist any more."],
  ["You have no notification with this id.", "This notification does not exist any more."],
  ["You have no session with this id.", "This session does not exist any more."],
  [
    "Someone else has saved version 5, and you changed version 3: load it.",
    "Someone else has saved version 5, and you changed version 3: look at what is new, and change that.",
  ],
  [
    "area is not a valid area: Ring[1 2]",
    "The outline is not closed at 2.0000, 1.0000. Move a corner there.",
  ],
  ["area is not a valid area.", "The outline is faulty. Draw it again."],
])("%s is said of the right thing", (message, words) => {
  expect(inWords(message)).toBe(words);
});

test("a message that is none of the console's stays as it is", () => {
  expect(inWords("A new one.")).toBe("A new one.");
});
