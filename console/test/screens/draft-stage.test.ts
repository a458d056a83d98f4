import "../helpers/document.ts";
import "../helpers/without-map.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { signal } from "@preact/signals";
import { type ComponentChild, h } from "preact";
import { fakeService } from "../helpers/fake-service.ts";
import { live } from "../helpers/live.ts";
import { closeScreens, go, show } from "../helpers/screen.ts";
import { square } from "../helpers/square.ts";
import { stopTimers } from "../helpers/stop-timers.ts";

/** The map, which comes when the test says so. */
let coming: PromiseWithResolvers<object>;
let isAskedFor: boolean;
let steps: string[];
jest.unstable_mockModule("../../src/map/the-map.ts", () => ({
  sharedMap() {
    isAskedFor = true;
    return coming.promise;
  },
  mapElement: new EventTarget(),
}));
jest.unstable_mockModule("../../src/map/drawing.ts", () => ({
  tool: signal("polygon"),
  isDrawing: signal(false),
  selected: signal(),
  startDrawing() {
    steps.push("start");
    const step = (name: string) => () => void steps.push(name);
    return { undo: step("undo"), redo: step("redo"), stop: step("stop") };
  },
}));
const { DraftStage } = await import("../../src/screens/new-alert/draft-stage.tsx");
const { beginDraft, draft, editDraft } = await import("../../src/state/draft.ts");
const { draftZones } = await import("../../src/map/zone-layers.ts");
const { isLive } = await import("../../src/state/connection.ts");
const { showsPositions } = await import("../../src/state/positions.ts");

beforeEach(async () => {
  [coming, isAskedFor, steps] = [Promise.withResolvers(), false, []];
  fakeService({ "config.json": () => ({ map: null, alertDefaults: null, hasMail: false }) });
  await go("#/new");
  beginDraft();
});
afterEach(closeScreens);

const SHAPE = { kind: "polygon" as const, coordinates: [square(11, 44, 0.1)] };
const stage = (children: ComponentChild = null) => h(DraftStage, { label: "New alert", children });
/** Opens the stage with its drawing. */
async function open(children?: ComponentChild) {
  const screen = show(stage(children));
  const views: number[][] = [];
  coming.resolve({ fitBounds: (bounds: number[]) => views.push(bounds) });
  await screen.until(() => steps.length > 0);
  steps.length = 0;
  return { screen, views };
}

test("drawing on the map starts with the screen, and stops when it is left", async () => {
  const screen = show(stage());
  coming.resolve({});
  await screen.until(() => steps.length > 0);
  await closeScreens();
  expect(steps).toEqual(["start", "stop"]);
});

test("the map moves to the zones of a draft that is continued", async () => {
  editDraft({ shapes: [SHAPE], level2Distance: 1, level3Distance: 2 });
  const { screen, views } = await open();
  await screen.until(() => views.length > 0);
  expect(views).toEqual([[11, 44, 11.1, 44.1].map((degrees) => expect.closeTo(degrees, 3))]);
});

test("the map's zones follow the draft, are marked with its status, and disappear with the screen", async () => {
  editDraft({ shapes: [SHAPE] });
  const { screen } = await open();
  const marks = () => draftZones.value.map(({ properties: { level, mark } }) => [level, mark]);
  await screen.until(() => marks().length > 0);
  expect(marks()).toEqual(["THREE", "TWO", "ONE"].map((level) => [level, ""]));
  editDraft({ status: "TEST" });
  await screen.until(() => marks()[0]?.[1] === "TEST");
  expect(showsPositions.value).toBe(true);
  await closeScreens();
  expect([marks(), showsPositions.value]).toEqual([[], false]);
});

test("Ctrl+Z undoes a drawing step and Ctrl+Shift+Z redoes it, but not in a text field", async () => {
  const { screen } = await open(h("textarea", {}));
  const press = (key: string, keys: object, on: EventTarget = document.body) => {
    const event = new Event("keydown", { bubbles: true, cancelable: true });
    on.dispatchEvent(Object.assign(event, { key, ...keys }));
    return event.defaultPrevented;
  };
  // Otherwise the browser would undo what was typed before.
  expect(press("z", { ctrlKey: true })).toBe(true);
  expect(press("Z", { ctrlKey: true, shiftKey: true })).toBe(true);
  expect(press("z", { metaKey: true })).toBe(true);
  expect(steps).toEqual(["undo", "redo", "undo"]);
  expect(press("z", {})).toBe(false);
  expect(press("y", { ctrlKey: true })).toBe(false);
  const [field] = screen.elements("textarea");
  expect(press("z", { ctrlKey: true }, field)).toBe(false);
  await closeScreens();
  press("z", { ctrlKey: true });
  expect(steps).toEqual(["undo", "redo", "undo", "stop"]);
});

test("an area can be dropped anywhere on the screen", async () => {
  const { screen } = await open();
  const [main] = screen.elements("main");
  const over = new Event("dragover", { bubbles: true, cancelable: true });
  main?.dispatchEvent(over);
  expect(over.defaultPrevented).toBe(true);
  const text = JSON.stringify({ type: "Polygon", coordinates: SHAPE.coordinates });
  const drop = new Event("drop", { bubbles: true, cancelable: true });
  main?.dispatchEvent(Object.assign(drop, { dataTransfer: { files: [], getData: () => text } }));
  await screen.until(() => draft.value.shapes.length === 1);
});

test("no people are counted and no live connection is open after the screen was left", async () => {
  editDraft({ shapes: [SHAPE] });
  live.opened = 0;
  const { screen } = await open();
  expect(screen.elements("section")[0]?.getAttribute("aria-label")).toBe("New alert");
  await screen.until(() => live.open.size > 0);
  expect([live.open.size, live.opened]).toEqual([1, 1]);
  await closeScreens();
  expect(live.open.size).toBe(0);
  stopTimers();
  editDraft({ level2Distance: 600 });
  isLive.value = false;
  isLive.value = true;
  await closeScreens();
  expect(jest.getTimerCount()).toBe(0);
});

test("drawing does not start on a screen that was left before the map had loaded", async () => {
  const screen = show(stage());
  await screen.until(() => isAskedFor);
  await closeScreens();
  coming.resolve({});
  await closeScreens();
  expect(steps).toEqual([]);
});
