import { globSync, readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import "../src/words/console-refusals.ts";
import "../src/words/login-refusals.ts";
import { inWords, SENTENCES } from "../src/words/refusals.ts";

/** Reasons that nothing in the console can cause. */
const NOT_CAUSED = [
  // It sends areas as GeoJSON and one position at a time, and asks for lists in their default order.
  /^(AREA_POINTS|AREA_OR_POINTS|POINT_PLACE|TOO_MANY_POSITIONS|NEGATIVE_LIMIT|PLACE)$/,
  // It cuts searches to the allowed length, and offers fixed periods.
  /^(SEARCH_LENGTH|MONTHS)$/,
  // Only database administrators and a job of a cell meet these.
  /^(ALERT_ID_TAKEN|ALERTS_CANCELLED|ALERTS_ZONES|HELD_PUBLICATIONS_KEY_KEY|INVITATIONS_USED|MAIL_OUTCOME_IS_ONLY|NO_PASSWORD|USER_CREDENTIALS_PASSWORD_HASH)$/,
  /^(SETTINGS|LOGIN_LIMITS)_|_(COUNTS|FIGURES|EVENTS)_/,
  // It reports no batches, follows no cursors, asks for nothing near a place, makes no device keys, and does not choose
  // for other users which positions are kept. Its forms leave no entry of an import out.
  /^(CLIENT_ID|CURSOR_\w+|RADIUS|(TOO_MANY|NO)_DEVICE_KEYS?|DEVICE_KEYS_NAME|OWN_CHOICE|MISSING)$/,
];

/** A word of the API, of a standard or of the code. */
const JARGON =
  /\b[a-z]+[A-Z]\w*|\b\w+_\w+|\b[a-z]+\d\b|\b(API|BCP|CONFLICT|GeoJSON|IANA|JSON|NUL|RFC|SQL|URL|UTF|UUID|WGS)\b|%s|\[/;

const found = (pattern: string, match: RegExp) =>
  globSync(pattern).flatMap((file) =>
    Array.from(readFileSync(file, "utf8").matchAll(match), ([, name]) => name as string),
  );

/** The reasons of the database's functions, constraints and unique indexes, and of the host, that the console can cause. */
const reasons = [
  ...found("migrations/fixtures/**/*.sql", /(?:constraint = |rule := |violated := )'(\w+)'/g),
  ...found(
    "migrations/committed/*.sql",
    /^comment on (?:constraint (?!\w+_fkey)|index \w+\.(?=\w+_key ))(\w+)/gm,
  ),
  ...found("src/**/*.ts", /(?:reason: |\[\s*(?="PASSWORD))"(\w+)"/g),
]
  .map((name) => name.toUpperCase())
  .filter((reason) => !NOT_CAUSED.some((pattern) => pattern.test(reason)));

test("each reason of the API has a sentence of the console, for people", () => {
  expect(reasons.length).toBeGreaterThan(80);
  const unfit = reasons.filter((reason) => {
    const words = inWords({ message: "", reason, detail: "8", retryAfter: 5 });
    return JARGON.test(words) || !/^[A-Z].*[.!]$/s.test(words);
  });
  expect(unfit).toEqual([]);
});

test("each sentence has a reason", () => {
  expect(Object.keys(SENTENCES).filter((reason) => !reasons.includes(reason))).toEqual([]);
});

test.each([
  [
    "AREA_INVALID",
    "Self-intersection[2.348 48.85]",
    "The outline crosses itself at 48.8500, 2.3480. Move",
  ],
  [
    "AREA_INVALID",
    "Ring Self-intersection[1 2]",
    "The outline touches itself at 2.0000, 1.0000. Move",
  ],
  [
    "AREA_INVALID",
    "Hole lies outside shell[1 -2]",
    "A hole lies outside of the area at -2.0000, 1.0000.",
  ],
  ["AREA_INVALID", "Other[1 2]", "The outline is not closed at 2.0000, 1.0000. Move"],
  ["AREA_INVALID", null, "The outline is faulty. Draw it again."],
  ["JOINING_OFF", "PRIVACY_URL", "Whoever runs it has to set PRIVACY_URL."],
  ["TOO_MANY_MAILS", "7", "try again in 5 seconds."],
  ["CANNOT_WRITE", "ab-1", "The error's id in its log is ab-1."],
  ["FAULT", "ab-1", "Its id in our log is ab-1."],
])("the sentence for %s says what it is about: %s", (reason, detail, words) => {
  expect(inWords({ message: "", reason, detail, retryAfter: 5 })).toContain(words);
});

test("a message without a known reason stays as it is", () => {
  expect(inWords({ message: "A new one.", reason: "NEW" })).toBe("A new one.");
});
