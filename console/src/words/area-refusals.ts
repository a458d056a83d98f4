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
]);
