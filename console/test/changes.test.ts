import { expect, test } from "@jest/globals";
import type { Polygon } from "geojson";
import { changes, type Version } from "../src/words/changes.ts";
import { moment } from "../src/words/time.ts";
import { square } from "./helpers/square.ts";

const area = (x: number): Polygon => ({ type: "Polygon", coordinates: [square(x, 0, 1)] });
const BEFORE = {
  version: 1,
  createdAt: 0,
  expiresAt: 1000,
  title: "Flood",
  text1: "one",
  text2: "two",
  text3: "three",
  areaGeoJson: area(1),
  level2Distance: 1000,
  level3Distance: 2000,
  isRenotified: false,
  texts: [],
  allClear: null,
} as unknown as Version;

test.each<[string, Partial<Version>]>([
  ["Changed the title: “Gas”", { title: "Gas" }],
  ["Changed no title", { title: null }],
  ["Changed text ONE: “1”", { text1: "1" }],
  ["Changed text TWO: “2”", { text2: "2" }],
  ["Changed text THREE: “3”", { text3: "3" }],
  ["Changed the area", { areaGeoJson: area(2) }],
  ["Changed TWO to 500 m", { level2Distance: 500 }],
  ["Changed THREE to 3 km", { level3Distance: 3000 }],
  [`Changed its end to ${moment(2000)}`, { expiresAt: 2000 }],
  ["Changed sent to everyone again", { isRenotified: true }],
  ["Changed text ONE: “1”; the area", { text1: "1", areaGeoJson: area(2) }],
  ["Published it again as it was", { areaGeoJson: area(1) }],
  ["Ended it: “It is over.”", { allClear: "It is over.", text1: "1" }],
])("a changed version is described as: %s", (words, change) => {
  expect(changes({ ...BEFORE, version: 2, ...change }, BEFORE)).toEqual([words]);
});

test("the first version is described as the publication", () => {
  expect(changes(BEFORE, undefined)).toEqual(["Published it"]);
});
