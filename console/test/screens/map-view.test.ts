import "../helpers/document.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { signal } from "@preact/signals";
import { h } from "preact";
import { closeScreens, show } from "../helpers/screen.ts";

/** The map, which comes when the test says so. */
let coming: PromiseWithResolvers<object>;
let resized: number;
const mapElement = document.createElement("div");
const canvas = document.createElement("canvas");
const map = {
  getCanvas: () => canvas,
  resize() {
    resized += 1;
  },
};
jest.unstable_mockModule("../../src/map/the-map.ts", () => ({
  sharedMap: () => coming.promise,
  mapElement,
}));
const { MapView } = await import("../../src/map/map-view.tsx");

const sized = (element: HTMLElement, clientWidth: number, clientHeight: number) =>
  Object.defineProperties(element, {
    clientWidth: { configurable: true, value: clientWidth },
    clientHeight: { configurable: true, value: clientHeight },
  });
beforeEach(() => {
  [coming, resized] = [Promise.withResolvers(), 0];
  sized(mapElement, 800, 600);
  sized(canvas, 800, 600);
});
afterEach(closeScreens);

const label = signal("");
const View = () => h(MapView, { label: label.value, children: h("p", {}, "Tools") });
/** Shows the map in a screen. */
function open() {
  label.value = "Zones";
  const screen = show(h(View, {}));
  const [place] = screen.elements("div");
  return { screen, place, isBusy: () => place?.getAttribute("aria-busy") };
}

test("the map lies below the screen's own elements, and is marked as busy until it has loaded", async () => {
  const { screen, place, isBusy } = open();
  expect(place?.lastElementChild?.textContent).toBe("Tools");
  expect([place?.firstElementChild, isBusy()]).toEqual([mapElement, "true"]);
  expect(place?.className).toBe("map");
  coming.resolve(map);
  await screen.until(() => isBusy() === "false");
  expect([screen.text, resized]).toEqual(["Tools", 0]);
});

test("the map has the name that each screen gives it", async () => {
  const { screen } = open();
  coming.resolve(map);
  await screen.until(() => canvas.getAttribute("aria-label") === "Zones");
  label.value = "The draft";
  await screen.until(() => canvas.getAttribute("aria-label") === "The draft");
});

test.each([
  [700, 600],
  [800, 500],
])("a map of %d x %d pixels is resized to a screen of another size", async (width, height) => {
  sized(canvas, width, height);
  const { screen, isBusy } = open();
  coming.resolve(map);
  await screen.until(() => isBusy() === "false");
  expect(resized).toBe(1);
});

test("a browser without WebGL shows a message, and the rest of the screen can still be used", async () => {
  const complain = jest.spyOn(console, "error").mockImplementation(() => {});
  const { screen, isBusy } = open();
  const error = new Error("There is no WebGL.");
  coming.reject(error);
  await screen.reads("This browser cannot draw the map (it needs WebGL).");
  await screen.until(() => isBusy() === "false");
  expect(complain.mock.calls).toEqual([[error]]);
  expect(screen.text).toContain("Tools");
  expect(screen.elements("p")[0]?.className).toBe("problem map-problem");
  complain.mockRestore();
});

test("a screen gives up the map when it is left, and the next screen takes it", async () => {
  open();
  await closeScreens();
  expect(mapElement.parentElement).toBeNull();
  const { place } = open();
  expect(mapElement.parentElement).toBe(place);
});
