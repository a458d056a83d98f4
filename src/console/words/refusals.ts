import { place } from "./places.ts";

/** PostGIS's reasons why an area is invalid, for people. */
const FAULTS: Record<string, string> = {
  "Self-intersection": "The outline crosses itself",
  "Ring Self-intersection": "The outline touches itself",
  "Hole lies outside shell": "A hole lies outside of the area",
  "Holes are nested": "A hole lies in another hole",
  "Nested shells": "One part of the area lies in another",
  "Interior is disconnected": "A hole cuts the area into parts",
};

const GLOBE = "Draw an area of less than half the globe that holds no pole.";
const FILE = "The area cannot be read. Draw it, or export the file again.";

/** What the API refuses, by the names of its fields, and the same for people. */
const SENTENCES: readonly (readonly [RegExp, string | ((...found: string[]) => string)])[] = [
  [
    /^area is not a valid area: (.+?)\[(\S+) (\S+)\]/,
    (fault, longitude, latitude) =>
      `${FAULTS[fault] ?? "The outline is not closed"} at ${place(Number(longitude), Number(latitude))}. Move a corner there.`,
  ],
  [/^area is not a valid area/, "The outline is faulty. Draw it again."],
  [
    /^area has an edge that spans half the globe/,
    "An edge of the area spans half the globe. Add corners along it.",
  ],
  [/^area goes round the globe/, `The area goes round a pole. ${GLOBE}`],
  [/^area (spans the whole globe|covers half the globe)/, `The area is too large. ${GLOBE}`],
  [/^area has no area/, "The corners of the area lie on one line. Move one of them."],
  [/^area has more than/, "The area has more than 10,000 corners. Draw a simpler one."],
  [/^area is empty or has a position off/, "A corner of the area lies off the map. Draw it again."],
  [/^area (is not|has a coordinate|names)/, FILE],
  [
    /^The area or one of its outer zones comes too close/,
    "The area or a zone around it comes too close to a pole. Draw a smaller area, or shorten the distances.",
  ],
  [
    /^level2Distance and level3Distance/,
    "THREE must reach further than TWO, and 100 km at most. Change the distances.",
  ],
  [/^expiresAt/, "The end must lie within the next year. Choose how long the alert lasts."],
  [/^maxPositionAge/, "Positions may be from 1 minute to 30 days old."],
  [/^title has/, "Shorten the title to 60 characters."],
  [/^text1/, "Write text ONE, in 10,000 characters at most."],
  [/^text2/, "Write text TWO, in 10,000 characters at most."],
  [/^text3/, "Write text THREE, in 10,000 characters at most."],
  [/^text is empty/, "Write that the danger is over, in 10,000 characters at most."],
  [/^event/, "Say what happens in 200 characters at most."],
  [/^language/, "The language is a short code, such as it, en or pt-BR."],
  [/^idempotencyKey/, "This alert was published already, with other content. Look in the list."],
  [
    /^This alert is at version/,
    "Someone else has updated this alert meanwhile. Open it to see what has changed.",
  ],
  [/^There is no alert with this id/, "This alert does not exist. Look in the list."],
  [/^There is no alert or no user/, "This alert or this user does not exist any more."],
  [/^There is no user with this id/, "This user does not exist any more. Load the list again."],
  [/^You have no (\w+) with this/, (thing) => `This ${thing} does not exist any more.`],
  [/^email is not/, "The email must look like name@example.org, in 254 characters at most."],
  [/^Another saved area has this name/, "Another saved area has this name. Choose another one."],
  [/^Another template has this name/, "Another template has this name. Choose another one."],
  [
    /^A text or the title still has a placeholder/,
    "A text or the title still has a word in braces, such as {place}. Fill it in.",
  ],
  [/^duration/, "An alert lasts from a minute to a year."],
  [
    /^Another shared draft has this name/,
    "Another shared draft has this name. Choose another one.",
  ],
  [/^content has more/, "The area is too detailed to share. Draw a simpler one."],
  [/^There is nothing with this id/, "Someone has removed this meanwhile."],
  [/^name is empty/, "Write a name, in 200 characters at most."],
  [/^address has/, "Shorten the address to 500 characters."],
  [/^users has more/, "The list has more than 5,000 people. Split it."],
  [/^userIds has more/, "Choose 5,000 people at most."],
  [/^password1 and password2/, "The two passwords differ. Write the same one twice."],
  [/^currentPassword is missing/, "Write the password that you log in with."],
  [/^currentPassword is wrong/, "The password that you log in with is wrong."],
  [/^A password can have at most/, "The password is too long. Choose a shorter one."],
  [/^A password cannot contain/, "The password contains a character that cannot be typed."],
  [/^from and to/, "Quiet hours must begin and end at different times."],
  [/^timeZone/, "The service does not know your time zone. Set another one on this computer."],
  [/^token/, "The service cannot push to this browser. Ask whoever runs it."],
  [
    /^(seen is missing|key |Send newAlert alone)/,
    "Something went wrong in this page. Reload it and try again.",
  ],
  [/^(latitude|longitude|accuracy|takenAt)/, "The position is off the map, or not of today."],
  [
    /^A text contains a character/,
    "A text contains a character that cannot be stored. Write it again.",
  ],
  [/^This is for administrators only/, "Only administrators may do this. Log in as one."],
  [/^Log in first|^The session has ended/, "Log in again."],
];

/** Returns a message of the API in the console's words. Messages without words of the API stay as they are. */
export function inWords(message: string): string {
  for (const [pattern, sentence] of SENTENCES) {
    const found = pattern.exec(message);
    if (found) return typeof sentence === "string" ? sentence : sentence(...found.slice(1));
  }
  return message;
}
