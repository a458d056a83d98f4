import "../helpers/document.ts";
import "../helpers/without-map.ts";
import { afterAll, expect, jest, test } from "@jest/globals";
import { h } from "preact";
import { closeScreens, show } from "../helpers/screen.ts";

jest.unstable_mockModule("../../src/map/the-map.ts", () => ({
  sharedMap: async () => ({ getCenter: () => ({ lat: 44.494_874, lng: 11.342_616 }) }),
  mapElement: new EventTarget(),
}));
const { AreaByCoordinates } = await import("../../src/components/area-by-coordinates.tsx");
afterAll(closeScreens);

test("a button takes the map's middle as the circle's, rounded to about a metre", async () => {
  const screen = show(h(AreaByCoordinates, {}));
  await screen.press("Take the map's middle");
  await screen.until(() => screen.valueOf("Longitude") !== "");
  expect([screen.valueOf("Latitude"), screen.valueOf("Longitude")]).toEqual([
    "44.49487",
    "11.34262",
  ]);
});
