import { place } from "./place-words.ts";
import { addSentences } from "./refusals.ts";
import { t } from "./translate.ts";

/** PostGIS's reasons why an area is invalid, for people. */
const FAULTS: Record<string, string> = {
  "Self-intersection": t("The outline crosses itself"),
  "Ring Self-intersection": t("The outline touches itself"),
  "Hole lies outside shell": t("A hole lies outside of the area"),
  "Holes are nested": t("A hole lies in another hole"),
  "Nested shells": t("One part of the area lies in another"),
  "Interior is disconnected": t("A hole cuts the area into parts"),
};

const GLOBE = t("Draw an area of less than half the globe that holds no pole.");
const FILE = t("The area cannot be read. Draw it, or export the file again.");

addSentences([
  [
    /^area is not a valid area: (.+?)\[(\S+) (\S+)\]/,
    (fault, longitude, latitude) =>
      t("{fault} at {place}. Move a corner there.", {
        fault: FAULTS[fault] ?? t("The outline is not closed"),
        place: place(Number(longitude), Number(latitude)),
      }),
  ],
  [/^area is not a valid area/, t("The outline is faulty. Draw it again.")],
  [
    /^area has an edge that spans half the globe/,
    t("An edge of the area spans half the globe. Add corners along it."),
  ],
  [/^area goes round the globe/, `${t("The area goes round a pole.")} ${GLOBE}`],
  [
    /^area (spans the whole globe|covers half the globe)/,
    `${t("The area is too large.")} ${GLOBE}`,
  ],
  [/^area has an outline of/, t("The outline of the area is too long. Draw a simpler one.")],
  [/^area has no area/, t("The corners of the area lie on one line. Move one of them.")],
  [/^area has more than/, t("The area has more than 10,000 corners. Draw a simpler one.")],
  [
    /^area is empty or has a position off/,
    t("A corner of the area lies off the map. Draw it again."),
  ],
  [/^(area (is not|has a coordinate|names)|crs )/, FILE],
  [
    /^The area or one of its outer zones comes too close/,
    t(
      "The area or a zone around it comes too close to a pole. Draw a smaller area, or shorten the distances.",
    ),
  ],
  [
    /^level2Distance and level3Distance/,
    t("THREE must reach further than TWO, and 100 km at most. Change the distances."),
  ],
  [/^expiresAt/, t("The end must lie within the next year. Choose how long the alert lasts.")],
  [/^maxPositionAge/, t("Positions may be from 1 minute to 30 days old.")],
  [/^title has/, t("Shorten the title to 60 characters.")],
  [/^text1/, t("Write text ONE, in 10,000 characters at most.")],
  [/^text2/, t("Write text TWO, in 10,000 characters at most.")],
  [/^text3/, t("Write text THREE, in 10,000 characters at most.")],
  [/^text is empty/, t("Write that the danger is over, in 10,000 characters at most.")],
  [/^event/, t("Say what happens in 200 characters at most.")],
  [/^language/, t("The language is a short code, such as it, en or pt-BR.")],
  [/^idempotencyKey/, t("This alert was published already, with other content. Look in the list.")],
  [
    /^This alert is at version/,
    t("Someone else has updated this alert meanwhile. Open it to see what has changed."),
  ],
  [/^There is no alert with this id/, t("This alert does not exist. Look in the list.")],
  [/^There is no alert or no user/, t("This alert or this user does not exist any more.")],
  [/^There is no user with this id/, t("This user does not exist any more. Load the list again.")],
  [/^Another saved area has this name/, t("Another saved area has this name. Choose another one.")],
  [/^Another template has this name/, t("Another template has this name. Choose another one.")],
  [
    /^A text or the title still has a placeholder/,
    t("A text or the title still has a word in braces, such as {example}. Fill it in.", {
      example: "{place}",
    }),
  ],
  [/^duration/, t("An alert lasts from a minute to a year.")],
  [
    /^Another shared draft has this name/,
    t("Another shared draft has this name. Choose another one."),
  ],
  [
    /^You have (\d+) private drafts/,
    (number) => t("You have {number} drafts of your own. Discard one first.", { number }),
  ],
  [/^content has more/, t("The area is too detailed to share. Draw a simpler one.")],
  [/^There is nothing with this id/, t("Someone has removed this meanwhile.")],
  [/^users has more/, t("The list has more than 5,000 people. Split it.")],
  [/^userIds has more/, t("Choose 5,000 people at most.")],
  [
    /^The alert would be of status/,
    t(
      "You are in training now, so this would be an exercise. Nothing was published: check it again.",
    ),
  ],
  [
    /^You are in training: another/,
    t("You are in training: another administrator has to change this."),
  ],
  [
    /^You are in training: you cannot/,
    t("You are in training: you cannot change or end a real alert."),
  ],
  [
    /^This is the last administrator who/,
    t("This is the last administrator who is not in training: make another one first."),
  ],
  [
    /^This is the last administrator:/,
    t("This is the last administrator: make another user an administrator first."),
  ],
  [
    /^The training of its author/,
    t("The training of its author began or ended meanwhile: publish it again."),
  ],
  [
    /^The end of an invitation/,
    t("The end of an invitation is not within the next year: choose another one."),
  ],
  [/^There is no invitation/, t("This invitation was revoked already. Load the list again.")],
  [/^places is not/, t("Say how many people may join, from 1 to 100,000.")],
]);
