import "../helpers/document.ts";
import "../helpers/without-map.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { h } from "preact";
import { alertOf } from "../helpers/alerts.ts";
import { fakeService, named, refusal } from "../helpers/fake-service.ts";
import { live } from "../helpers/live.ts";
import { closeScreens, go, show } from "../helpers/screen.ts";
import { square } from "../helpers/square.ts";

type Handler = (event: object) => void;
/** What the screen does at a click, by layer. */
let handlers: Map<string, Handler>;
let steps: object[];
/** The map, which comes when the test says so. */
let coming: PromiseWithResolvers<object>;
let isAskedFor: boolean;
const map = {
  on(_: "click", layers: string | readonly string[], handle: Handler) {
    for (const layer of [layers].flat()) handlers.set(layer, handle);
    return {
      unsubscribe() {
        for (const layer of [layers].flat()) handlers.delete(layer);
      },
    };
  },
  getZoom: () => 5,
  easeTo: (step: object) => void steps.push(step),
  fitBounds: (bounds: object) => void steps.push(bounds),
};
jest.unstable_mockModule("../../src/map/the-map.ts", () => ({
  sharedMap() {
    isAskedFor = true;
    return coming.promise;
  },
  mapElement: new EventTarget(),
}));
const { MapScreen } = await import("../../src/screens/map.tsx");
const { ALERT_LAYERS, alertZones } = await import("../../src/map/zone-layers.ts");
const { alerts } = await import("../../src/state/alert-list.ts");
const { hostSettings } = await import("../../src/state/host-settings.ts");
const { PACE_NAMES } = await import("../../src/words/activities.ts");
const { channels } = await import("../../src/state/push.ts");
const { streets } = await import("../../src/map/streets.ts");
const { positionsChanged, positionsProblem } = await import("../../src/state/positions.ts");
const { session } = await import("../../src/state/session.ts");

let answer: object;
let people: object[];
const PERSON = { userId: 1, longitude: 10, latitude: 45, movingActivity: "STILL", takenAt: 1 };

beforeEach(async () => {
  [handlers, steps, coming] = [new Map(), [], Promise.withResolvers()];
  isAskedFor = false;
  answer = { alerts: [] };
  people = [];
  positionsChanged.value = 0;
  channels.set({ pushProviders: [{ state: "ON" }], mailServer: { state: "OFF" } } as never);
  streets.value = "none";
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  alerts.set(undefined as never);
  fakeService({
    Alerts: () => answer,
    AuthorityEdit: () => ({ authorityEdit: { id: 1 } }),
    Drills: () => ({ exercises: { total: 0 }, tests: { total: 1 } }),
    LastPositions: () => ({ lastPositions: people }),
  });
  await go("#/");
});
afterEach(closeScreens);

/** Shows the screen with its map. */
const open = async () => {
  const screen = show(h(MapScreen, {}));
  coming.resolve(map);
  await screen.until(() => handlers.size > 0);
  return screen;
};
/** Shows the screen, and answers whom it follows. */
const openWithPeople = async () => {
  const screen = await open();
  await screen.until(() => live.open.size > 0);
  live.begin();
  return screen;
};
/** Clicks on an alert's zone. If a layer of points is given, one of its points lies above the zone there. */
const clickZone = (above?: string) =>
  handlers.get(ALERT_LAYERS[0] as string)?.({
    features: [{ properties: { alertId: 7 } }],
    point: { x: 1, y: 1 },
    target: {
      queryRenderedFeatures: (_: object, { layers }: { layers: string[] }) =>
        layers.filter((layer) => layer === above),
    },
  });

test("a click on a zone opens its alert, unless people are above it", async () => {
  await open();
  for (const above of ["clusters", "people"]) {
    clickZone(above);
    expect(location.hash).toBe("#/");
  }
  clickZone();
  expect(location.hash).toBe("#/alerts/7");
  // Nothing lies above a pin.
  handlers.get("pins")?.({ features: [{ properties: { alertId: 8 } }] });
  expect(location.hash).toBe("#/alerts/8");
});

test("live alerts come first, and the map is fitted to them, or else to people", async () => {
  const drill = alertOf({ id: 8, title: "Drill", status: "EXERCISE" });
  people = [
    { ...PERSON, userId: 1 },
    { ...PERSON, userId: 2, longitude: 12, latitude: 46 },
  ];
  answer = { alerts: [drill] };
  let screen = await openWithPeople();
  await screen.until(() => steps.length > 0);
  expect(steps).toEqual([[10, 45, 12, 46]]);
  await closeScreens();
  steps.length = 0;
  alerts.set(undefined as never);
  answer = { alerts: [drill, alertOf()] };
  screen = await open();
  await screen.until(() => steps.length > 0);
  expect(steps).toEqual([[11, 44, 11.01, 44.01]]);
  const cards = screen.elements("li").filter((one) => one.classList.contains("card"));
  expect(cards.map((card) => screen.textOf(card))).toEqual([
    expect.stringMatching(/^Flood LIVE/),
    expect.stringMatching(/^Drill EXERCISE/),
  ]);
});

test("the first steps are listed, with those that are done", async () => {
  people = [PERSON];
  const screen = await openWithPeople();
  await screen.reads("First steps");
  const steps = () => screen.elements("li").filter((one) => one.classList.contains("step"));
  await screen.until(() => screen.text.includes("Invite people done"));
  expect(steps().map((step) => screen.textOf(step))).toEqual([
    ...["Administrator done", "Invite people done", "Push done", "Mail", "Streets"],
    "Publish an exercise done",
  ]);
  // The first administrator says whom the service is for. The answer is the name of its authority.
  const right = { id: 1, role: "MANAGER" } as const;
  const login = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  session.value = { ...login, rights: [{ ...right, name: "Everywhere" }] };
  await screen.until(() => screen.has("link", "For several"));
  await screen.press("For one…");
  await screen.type("Name", "Bologna ");
  await screen.press("Save");
  await screen.until(() => named("AuthorityEdit").length === 1);
  expect(named("AuthorityEdit")).toEqual([{ id: 1, input: { name: "Bologna" } }]);
  session.value = { ...login, rights: [{ ...right, name: "Bologna" }] };
  await screen.reads("One authority, or several done");
  await screen.press("Hide");
  expect(steps()).toEqual([]);
});

test("a click on people who are counted together zooms in on them", async () => {
  await open();
  const place = { lng: 11, lat: 44 };
  handlers.get("clusters")?.({ lngLat: place, target: map });
  expect(steps).toEqual([{ center: place, zoom: 7 }]);
});

test("clicks on the map do nothing after the screen was left, even if that was before the map had loaded", async () => {
  await open();
  await closeScreens();
  expect([...handlers.keys()]).toEqual([]);
  [coming, isAskedFor] = [Promise.withResolvers(), false];
  const screen = show(h(MapScreen, {}));
  await screen.until(() => isAskedFor);
  await closeScreens();
  coming.resolve(map);
  await closeScreens();
  expect([...handlers.keys()]).toEqual([]);
  // No live connection is left open either.
  expect(live.open.size).toBe(0);
});

test("the map screen does not say that no alert is active before it knows", async () => {
  answer = refusal("INTERNAL_SERVER_ERROR", "It failed.");
  const screen = await open();
  await screen.reads("It failed.");
  expect(screen.text).toContain("Active alerts");
  expect(screen.text).not.toContain("No active alert");
  answer = { alerts: [] };
  await screen.press("Try again");
  await screen.reads("No active alert");
});

test.each(["comes", "cannot be drawn"])(
  "people are followed by one connection, from when the map %s until the screen is left",
  async (how) => {
    const complain = jest.spyOn(console, "error").mockImplementation(() => {});
    live.opened = 0;
    const screen = show(h(MapScreen, {}));
    await screen.until(() => isAskedFor);
    expect(live.opened).toBe(0);
    if (how === "comes") coming.resolve(map);
    else coming.reject(new Error("There is no WebGL."));
    await screen.until(() => live.open.size === 1);
    hostSettings.value = { map: { kind: "style" } as never, alertDefaults: null, hasMail: false };
    await screen.until(() => alerts.data.value !== undefined);
    positionsProblem.value = "There are more.";
    await screen.reads("There are more.");
    expect(live.opened).toBe(1);
    positionsProblem.value = "";
    await closeScreens();
    expect(live.open.size).toBe(0);
    hostSettings.value = undefined;
    complain.mockRestore();
  },
);

test("an alert across the 180th meridian has its zones in one piece once the map has loaded", async () => {
  const coordinates = [[square(179, 0, 1)], [square(-180, 0, 1)]];
  answer = { alerts: [alertOf({ areaGeoJson: { type: "MultiPolygon", coordinates } })] };
  const screen = await open();
  await screen.until(() => alertZones.value.at(-1)?.geometry.type === "Polygon");
  expect(alertZones.value.map(({ properties }) => properties.level)).toEqual([
    ...["THREE", "TWO", "ONE"],
  ]);
});

test("the legend explains the letters and colours of people on the map", async () => {
  const screen = await open();
  const legend = screen.elements("ul").find((list) => list.classList.contains("legend"));
  expect([...(legend?.children ?? [])].map((line) => screen.textOf(line))).toEqual([
    "S Still",
    "F On foot",
    "B On a bicycle",
    "V In a vehicle",
    "? Unknown",
    "Paler: an hour old; palest: a day",
  ]);
  const dots = [...(legend?.querySelectorAll("span") ?? [])];
  expect(dots.map((dot) => dot.getAttribute("class"))).toEqual(
    Object.keys(PACE_NAMES).map((pace) => `dot pace-${pace}`),
  );
  expect(dots.every((dot) => dot.getAttribute("aria-hidden") === "true")).toBe(true);
});
