import "../helpers/document.ts";
import "../helpers/without-map.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { signal } from "@preact/signals";
import { h } from "preact";
import { fakeService } from "../helpers/fake-service.ts";
import { closeScreens, go, show } from "../helpers/screen.ts";

/** The map, which comes when the test says so. */
let coming: PromiseWithResolvers<object>;
let isAskedFor: boolean;
let steps: string[];
jest.unstable_mockModule("../../../src/console/map/the-map.ts", () => ({
  theMap() {
    isAskedFor = true;
    return coming.promise;
  },
  mapElement: new EventTarget(),
}));
jest.unstable_mockModule("../../../src/console/map/drawing.ts", () => ({
  tool: signal("polygon"),
  isDrawing: signal(false),
  startDrawing() {
    steps.push("start");
    return { stop: () => void steps.push("stop") };
  },
}));
jest.unstable_mockModule("../../../src/console/api/live.ts", () => ({ follow: () => () => {} }));
const { DraftStage } = await import("../../../src/console/screens/new-alert/draft-stage.tsx");

beforeEach(async () => {
  [coming, isAskedFor, steps] = [Promise.withResolvers(), false, []];
  fakeService({ "config.json": () => ({ map: null, alertDefaults: null, hasMail: false }) });
  await go("#/new");
});
afterEach(closeScreens);

test("the drawing runs on the map until the screen is left", async () => {
  const screen = show(h(DraftStage, { label: "New alert", children: null }));
  coming.resolve({});
  await screen.until(() => steps.length > 0);
  await closeScreens();
  expect(steps).toEqual(["start", "stop"]);
});

test("no drawing begins on a screen that was left before the map came", async () => {
  const screen = show(h(DraftStage, { label: "New alert", children: null }));
  await screen.until(() => isAskedFor);
  await closeScreens();
  coming.resolve({});
  await closeScreens();
  expect(steps).toEqual([]);
});
