import { globSync, readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { CANNOT_WRITE } from "../../src/ops/app-error.ts";
import "../src/words/console-refusals.ts";
import { inWords, translatedRefusal } from "../src/words/refusals.ts";

/** Messages that nothing in the console can cause, by their beginnings. */
const NOT_CAUSED = [
  // The console sends areas as GeoJSON and one position at a time, and asks for lists in their default order.
  /^points|^area and|^input has more|^movingActivity|^(limit|offset|first) |^after and|^The place is off/,
  // The console cuts searches to the allowed length, and offers fixed periods.
  /^search has|^months is/,
  // These messages are for database administrators.
  /^(users|alerts) %s|^%s of %s: entries|^A zone is not|^used is more|^mail_outcome|^cancelled_at|^password_hash/,
  // A job of a cell meets this one.
  /^Alert %s of the head/,
  // The console's documents do not cause these.
  /^The document|^Subscriptions are|^This API|^An event is|^The answer is larger|^A time must|^Reports and publications/,
  /^\$\{|^offset|^A variable/,
  // The console reports no batches, follows no cursors, asks for nothing near a place, makes no device keys, and
  // does not choose for other users which positions are kept.
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
      /^comment on constraint \S+ on app_private\.(settings|login_limits|\w+_(counts|figures|events)).*$/gm,
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
  const unknown = messages().filter((message) => translatedRefusal(sent(message)) === undefined);
  expect(unknown).toEqual([]);
});

test("the message about an outline that crosses itself says where it does", () => {
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
  ...[
    ["Ring Self-intersection", "The outline touches itself"],
    ["Hole lies outside shell", "A hole lies outside of the area"],
    ["Holes are nested", "A hole lies in another hole"],
    ["Nested shells", "One part of the area lies in another"],
    ["Interior is disconnected", "A hole cuts the area into parts"],
  ].map(([fault, words]): [string, string] => [
    `area is not a valid area: ${fault}[1 2]`,
    `${words} at 2.0000, 1.0000. Move a corner there.`,
  ]),
])("the refusal “%s” is worded for people", (message, words) => {
  expect(inWords(message)).toBe(words);
});

/** What a message is about, and a word that its sentence must have. */
test.each([
  ["area has an edge that spans half the globe", /^An edge of the area/],
  ["area goes round the globe", /pole\. Draw an area of less than half the globe/],
  ["area spans the whole globe", /too large\. Draw an area of less than half the globe/],
  ["area covers half the globe", /too large/],
  ["area has no area", /lie on one line/],
  ["area has an outline of", /outline of the area is too long/],
  ["area has a coordinate", /cannot be read/],
  ["area names a", /cannot be read/],
  ["seen is missing", /wrong in this page\. Reload it/],
  ["key has", /wrong in this page\. Reload it/],
  ["Send newAlert alone", /wrong in this page\. Reload it/],
  ["longitude is", /position is off the map/],
  ["accuracy is", /position is off the map/],
  ["takenAt is", /position is off the map/],
  ["The position is off the globe", /off the globe, or its accuracy/],
  ["area has more than 10,000", /more than 10,000 corners/],
  ["area is empty or has a position off", /lies off the map/],
  ["area is not GeoJSON", /cannot be read/],
  ["The area or one of its outer zones comes too close", /too close to a pole/],
  ["level2Distance and level3Distance", /THREE must reach further than TWO/],
  ["expiresAt is", /The end must lie within the next year/],
  ["maxPositionAge is", /from 1 minute to 30 days/],
  ["title has more", /Shorten the title/],
  ["text is empty", /danger is over/],
  ["event has more", /what happens in 200/],
  ["language is", /short code/],
  ["idempotencyKey", /was published already/],
  ["This alert is at version 3", /updated this alert meanwhile/],
  ["There is no alert with this id", /This alert does not exist/],
  ["There is no alert or no user", /alert or this user does not exist/],
  ["There is no user with this id", /This user does not exist/],
  ["email is not", /must look like name@example\.org/],
  ["Another saved area has this name", /^Another saved area/],
  ["Another template has this name", /^Another template/],
  ["Another shared draft has this name", /^Another shared draft/],
  [
    "Nobody can join, because the service does not say who warns: set PRIVACY_URL.",
    /has to set PRIVACY_URL/,
  ],
  ["You have 100 private drafts: discard one first.", /^You have 100 drafts of your own/],
  ["A text or the title still has a placeholder", /word in braces, such as \{place\}/],
  ["duration is", /from a minute to a year/],
  ["content has more", /too detailed to share/],
  ["There is nothing with this id", /removed this meanwhile/],
  ["name is empty", /Write a name/],
  ["address has", /Shorten the address/],
  ["users has more", /5,000 people\. Split/],
  ["userIds has more", /Choose 5,000 people at most/],
  ["password1 and password2", /two passwords differ/],
  ["currentPassword is missing", /^Write the password/],
  ["currentPassword is wrong", /is wrong\.$/],
  ["A password can have at most", /too long/],
  ["A password cannot contain", /cannot be typed/],
  ["from and to", /begin and end at different times/],
  ["timeZone is", /your time zone/],
  ["token is", /cannot push to this browser/],
  ["latitude is", /position is off the map/],
  ["A text contains a character", /cannot be stored/],
  ["This is for administrators only", /Only administrators/],
  ["Log in first", /^Log in again/],
  ["The session has ended", /^Log in again/],
  ["You are in training: another", /another administrator has to change/],
  ["You are in training: you cannot", /real alert/],
  ["This is the last administrator who", /not in training/],
  ["This is the last administrator:", /another user an administrator/],
  ["This user already has a password", /already has a password/],
  ["There is no held publication", /no held publication/],
  ["It is too late to take it back", /too late to take it back/],
  ["The service was not running when", /publish it again/],
  ["Its author is no administrator", /no longer an administrator/],
  ["The training of its author", /began or ended meanwhile/],
  ["Another publication of yours has this key", /An earlier try with other content/],
  ["This draft was published or removed", /look among the alerts/],
  ["This alert came from the head of this cell", /^Only the head/],
  ["This user stands for the head of this cell", /cannot log in/],
  ["This alert is already cancelled", /already cancelled/],
  ["This alert has expired", /has expired/],
  ["This email is taken", /email is taken/],
  ["A text of the template has more", /more than 10,000 characters/],
  ["The title of the template is empty", /title has more than 200/],
  ["This link was used, has expired or is not whole: ask for a new mail", /new mail/],
  ["This link was used", /ask an administrator/],
  ["Mail is off", /Mail is off/],
  ["Your email is confirmed", /confirmed already/],
  ["Too many mails were asked for: try again in 5", /mails .* in 5 seconds/],
  ["This invitation is over", /ask for a new one/],
  ["The end of an invitation", /end of an invitation/],
  ["There is no invitation", /revoked already/],
  ["places is not", /how many people may join/],
  ["Too many attempts: try again in 5", /attempts: try again in 5 seconds/],
  ["The email or the password is wrong", /email or the password is wrong/],
  ["Too many logins at once", /logins at once/],
  ["A password needs at least 8", /needs at least 8 characters/],
  ["`password1` length must be >= 8.", /needs at least 8 characters/],
  ["The service is busy", /is busy/],
  ["You have asked for too much: try again in 5", /too much: try again in 5 seconds/],
  ["Too many wrong logins: try again in 5", /wrong logins: try again in 5 seconds/],
  ["Something went wrong on our side. Its id in our log is ab-1.", /log is ab-1\.$/],
  [CANNOT_WRITE("ab-1"), /^Nothing was saved or published: .* log is ab-1\.$/],
])("the refusal “%s…” has its own sentence", (message, words) => {
  expect(translatedRefusal(message)).toMatch(words);
});

test("a message that the console does not know stays as it is", () => {
  expect(inWords("A new one.")).toBe("A new one.");
});
