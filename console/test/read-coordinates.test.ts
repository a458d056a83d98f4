import { expect, test } from "@jest/globals";
import { readCoordinates } from "../src/geo/read-coordinates.ts";

test.each([
  "44.4938, 11.3388",
  "44.4938 11.3388",
  "44.4938,11.3388",
  "44,4938 11,3388",
  "44,4938; 11,3388",
  "44,4938, 11,3388",
  "44.4938° N, 11.3388° E",
  "44.4938n 11.3388e",
  "N 44.4938 E 11.3388",
  "N44.4938° E11.3388°",
  "11.3388 E, 44.4938 N",
  `44°29'37.68"N 11°20'19.68"E`,
  "44° 29′ 37.68″ N, 11° 20′ 19.68″ E",
  "44º29’37.68”N 11º20’19.68”E",
  "44:29:37.68 11:20:19.68",
  "44 29 37.68 N 11 20 19.68 E",
  "44 29 37.68, 11 20 19.68",
  "44° 29.628' N 11° 20.328' E",
  "N 44 29.628 E 11 20.328",
  "  +44.4938 +11.3388  ",
])("the coordinates %s are read as a place in Bologna", (text) => {
  const [longitude, latitude] = readCoordinates(text) ?? [];
  expect(latitude).toBeCloseTo(44.4938, 6);
  expect(longitude).toBeCloseTo(11.3388, 6);
});

test.each([
  ["-34.6, -58.4", -34.6, -58.4],
  ["−34.6 −58.4", -34.6, -58.4],
  ["34°36'S 58°24'W", -34.6, -58.4],
  ["58°24'W 34°36'S", -34.6, -58.4],
  ["44,11.5", 44, 11.5],
  ["0, -0.5", 0, -0.5],
  ["-0 30, 0 0", -0.5, 0],
  ["44,11", 44, 11],
  ["44, 11", 44, 11],
  ["90, 180", 90, 180],
])("the coordinates %s are read with the right signs and decimals", (text, latitude, longitude) => {
  const found = readCoordinates(text) ?? [];
  expect(found[1]).toBeCloseTo(latitude, 9);
  expect(found[0]).toBeCloseTo(longitude, 9);
});

test.each([
  "",
  "Bologna",
  "44.4938",
  "91, 11",
  "-91, 11",
  "44, 181",
  "44, -181",
  "44 -30, 11 20",
  "44 30 -6, 11 20 6",
  "44 60 0, 11 0 0",
  "44 0 60, 11 0 0",
  "44 0 0 1, 11 0 0 1",
  "44 E, 11 W",
  "N 44 E 11 S",
  "44.5 30, 11 20",
  "44 N 11 S",
  "-44 S, 11 E",
  "1 2 3",
  "44 N 11 E 12",
  "N 44 11 E",
  "N 44 E 11 S 5",
  "Via Emilia 12, 40121",
])("the text %s is not read as coordinates", (text) => {
  expect(readCoordinates(text)).toBeUndefined();
});
