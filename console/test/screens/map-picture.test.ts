import "../helpers/document.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { h } from "preact";
import { wkt } from "../../../test/helpers/wkt.ts";
import { closeScreens, show } from "../helpers/screen.ts";
import { square } from "../helpers/square.ts";
import { stopTimers } from "../helpers/stop-timers.ts";

let coming: PromiseWithResolvers<object>;
let isAskedFor: boolean;
/** What the picture does when the map has drawn everything. */
let idle: Set<() => void>;
/** What the picture does when the map draws the next frame. */
let renders: Set<() => void>;
/** What the map was told to show, and to draw again. */
let told: unknown[];
const canvas = { width: 500, height: 400, clientWidth: 1000 };
const map = {
  on: (_: "idle", listener: () => void) => void idle.add(listener),
  off(event: string, listener: () => void) {
    (event === "idle" ? idle : renders).delete(listener);
  },
  once: (event: string, listener: () => void) =>
    void (event === "idle" ? idle : renders).add(listener),
  triggerRepaint: () => void told.push("draw"),
  fitBounds: (bounds: number[]) => void told.push(bounds),
  getCanvas: () => canvas,
  getLayer: () => true,
  setLayoutProperty: (layer: string, _: string, visibility: string) =>
    void told.push([layer, visibility]),
  project: ([longitude, latitude]: [number, number]) => ({
    x: 100 + (longitude - 11) * 200,
    y: 200 - (latitude - 44) * 100,
  }),
};
jest.unstable_mockModule("../../src/map/the-map.ts", () => ({
  sharedMap() {
    isAskedFor = true;
    return coming.promise;
  },
  mapElement: new EventTarget(),
}));
const { MapPicture } = await import("../../src/map/map-picture.tsx");

const areas = [{ type: "Polygon" as const, coordinates: [square(11, 44, 1)] }];
beforeEach(() => {
  [coming, isAskedFor, idle] = [Promise.withResolvers(), false, new Set()];
  [renders, told] = [new Set(), []];
});
afterEach(closeScreens);

test("the map picture shows the areas with some space around them, also at another pixel density", async () => {
  const screen = show(h(MapPicture, { areas }));
  const [picture] = screen.elements("canvas") as unknown as [HTMLCanvasElement];
  const drawImage = jest.fn();
  Object.assign(picture, { getContext: () => ({ drawImage }) });
  coming.resolve(map);
  await screen.until(() => idle.size > 0);
  expect(picture.getAttribute("aria-busy")).toBe("true");
  // A map that has drawn everything would otherwise send no more events.
  expect(told).toEqual([[11, 44, 12, 45], ["td-point", "none"], "draw"]);
  for (const listener of idle) listener();
  // The canvas has half a pixel for each pixel of the page.
  expect(drawImage.mock.calls).toEqual([[canvas, 40, 40, 120, 70, 0, 0, 640, 373]]);
  expect([picture.width, picture.height]).toEqual([640, 373]);
  expect(["role", "aria-label"].map((name) => picture.getAttribute(name))).toEqual([
    "img",
    "The map with the alert's zones",
  ]);
  await screen.until(() => picture.getAttribute("aria-busy") === "false");
  // 200 pixels are 79.8 km, and the picture shows 240.
  await screen.reads("20 km\nONE inside the area TWO near it THREE further around");
  expect(screen.showing("20 km")?.getAttribute("style")).toMatch(/^width: ?20\.9/);
  await closeScreens();
  expect(told.at(-1)).toEqual(["td-point", "visible"]);
  expect(idle.size).toBe(0);
});

test("the picture of areas that go beyond the map ends where the map does", async () => {
  const beyond = wkt("10.4 38, 16 38, 16 46.5, 10.4 38");
  const screen = show(h(MapPicture, { areas: [{ type: "Polygon", coordinates: [beyond] }] }));
  const [picture] = screen.elements("canvas");
  const drawImage = jest.fn();
  Object.assign(picture as object, { getContext: () => ({ drawImage }) });
  coming.resolve(map);
  await screen.until(() => idle.size > 0);
  for (const listener of idle) listener();
  expect(drawImage.mock.calls).toEqual([[canvas, 0, 0, 500, 400, 0, 0, 640, 512]]);
});

test("a picture is taken after two seconds even if the map still changes, unless the screen was left", async () => {
  stopTimers();
  const screen = show(h(MapPicture, { areas }));
  const [picture] = screen.elements("canvas");
  const drawImage = jest.fn();
  Object.assign(picture as object, { getContext: () => ({ drawImage }) });
  coming.resolve(map);
  await screen.until(() => idle.size > 0);
  jest.advanceTimersByTime(1999);
  expect(renders.size).toBe(0);
  told = [];
  jest.advanceTimersByTime(1);
  expect(told).toEqual(["draw"]);
  for (const listener of renders) listener();
  expect(drawImage).toHaveBeenCalledTimes(1);
  await closeScreens();
  expect([renders.size, jest.getTimerCount()]).toEqual([0, 0]);
  idle.clear();
  const other = show(h(MapPicture, { areas }));
  await other.until(() => idle.size > 0);
  await closeScreens();
  expect(jest.getTimerCount()).toBe(0);
});

test("no picture is taken on a screen that was left before the map had loaded", async () => {
  const screen = show(h(MapPicture, { areas }));
  await screen.until(() => isAskedFor);
  await closeScreens();
  coming.resolve(map);
  await closeScreens();
  expect(idle.size).toBe(0);
});

test("no picture is taken without areas, or if the map cannot be drawn", async () => {
  const complain = jest.spyOn(console, "error").mockImplementation(() => {});
  const screen = show(h(MapPicture, { areas: [] }));
  coming.resolve(map);
  await screen.until(() => idle.size > 0);
  for (const listener of idle) listener();
  expect(complain).not.toHaveBeenCalled();
  await closeScreens();
  coming = Promise.withResolvers();
  const other = show(h(MapPicture, { areas }));
  const error = new Error("There is no WebGL.");
  coming.reject(error);
  await other.until(() => complain.mock.calls.length > 0);
  expect(complain.mock.calls).toEqual([[error]]);
  expect(other.elements("canvas")[0]?.getAttribute("aria-busy")).toBe("true");
  complain.mockRestore();
});
