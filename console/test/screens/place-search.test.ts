import "../helpers/document.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { h } from "preact";
import { fakeService } from "../helpers/fake-service.ts";
import { closeScreens, show } from "../helpers/screen.ts";
import { stopTimers } from "../helpers/stop-timers.ts";

/** The views that the map was moved to. */
let moved: object[];
jest.unstable_mockModule("../../src/map/the-map.ts", () => ({
  sharedMap: async () => ({ jumpTo: (view: object) => moved.push(view) }),
}));
const { PlaceSearch } = await import("../../src/components/place-search.tsx");
const { hostSettings } = await import("../../src/state/host-settings.ts");

const FIELD = "Go to a place or coordinates";
const place = (name: string, inhabitants: number) => [name, "IT", 11, 44, inhabitants];
let streets: () => object[] | Promise<object[]>;
let isDown: boolean;
/** The answer with the places of one file waits for this. */
const slow = Promise.withResolvers<void>();

beforeEach(() => {
  moved = [];
  streets = () => [];
  isDown = false;
  hostSettings.value = undefined;
  fakeService({
    "places.json": () => ["names-ro", "names-ri", "names-lo", "names-lu"],
    "names-lu.json": async () => {
      await slow.promise;
      return [place("Lucca", 90_000)];
    },
    "names-ro.json": () => [
      place("Roma", 2_800_000),
      place("Rovigo", 50_001),
      place("Rovereto", 40_000),
      place("Rosignano", 30_000),
      place("Roncade", 14_000),
      place("Rottofreno", 12_000),
      place("Roè", 4000),
    ],
    "names-ri.json": () => [
      place("Rimini", 150_000),
      place("Rieti", 45_000),
      place("Rivoli", 40_000),
      place("Rivalta", 20_000),
    ],
    "names-lo.json": () => (isDown ? undefined : [place("Lodi", 45_000)]),
    "streets?text=ri": () => streets(),
  });
});
afterEach(closeScreens);

const open = () => show(h(PlaceSearch, {}));
type Open = ReturnType<typeof open>;

/** Returns the search's message, and whether only screen readers notice it. */
const said = (screen: Open) => {
  const [status] = screen.elements("p");
  return [status?.textContent, status?.className === "unseen"];
};
const submit = (screen: Open) =>
  screen.elements("form")[0]?.dispatchEvent(new Event("submit", { cancelable: true }));

test("a visible message says that nothing was found or loaded, until something is found", async () => {
  const screen = open();
  expect(said(screen)).toEqual(["", true]);
  await screen.type(FIELD, " Rox ");
  await screen.reads(
    "Nothing found: no place begins with “Rox”. Coordinates work too: 44.49, 11.34.",
  );
  expect(said(screen)[1]).toBe(false);
  // One letter is too little to search.
  await screen.type(FIELD, "R");
  await screen.until(() => said(screen)[0] === "");
  expect(said(screen)[1]).toBe(true);
  isDown = true;
  await screen.type(FIELD, "lodi");
  await screen.reads("The places could not be loaded. Try again, or enter coordinates.");
  isDown = false;
  await screen.type(FIELD, "lod");
  await screen.until(() => screen.has("button", "Lodi Italy"));
  expect(said(screen)).toEqual(["", true]);
});

test.each([
  ["a city as a whole", "roma", "Roma Italy", [11, 44], 10],
  ["a large town", "rov", "Rovigo Italy", [11, 44], 12],
  ["a small one with its streets", "rove", "Rovereto Italy", [11, 44], 13],
  ["coordinates", "44.5 -11.25", "44.5000, -11.2500 coordinates", [-11.25, 44.5], 13],
])("the map moves to %s", async (_, text, name, center, zoom) => {
  const screen = open();
  await screen.type(FIELD, text);
  await screen.press(name);
  await screen.until(() => moved.length > 0);
  expect(moved).toEqual([{ center, zoom }]);
  expect(screen.names("button")).toEqual([]);
});

test("Enter goes to the first of at most six places, and nowhere if there is none", async () => {
  const screen = open();
  expect(submit(screen)).toBe(false);
  await screen.type(FIELD, "ro");
  await screen.until(() => screen.has("button", "Roma Italy"));
  expect(screen.names("button")).toHaveLength(6);
  expect(screen.elements("ul")[0]?.getAttribute("aria-label")).toBe("Places found");
  submit(screen);
  await screen.until(() => moved.length > 0);
  expect(screen.valueOf(FIELD)).toBe("Roma, Italy");
  expect(moved).toHaveLength(1);
});

const press = (screen: Open, key: string) =>
  screen
    .find("field", FIELD)
    ?.dispatchEvent(Object.assign(new Event("keydown", { bubbles: true }), { key }));

test("Escape closes the search results, and other keys do not", async () => {
  const screen = open();
  await screen.type(FIELD, "ro");
  await screen.until(() => screen.has("button", "Roma Italy"));
  press(screen, "R");
  await screen.reads("Roma");
  press(screen, "Escape");
  await screen.until(() => screen.names("button").length === 0);
  await screen.type(FIELD, "rox");
  await screen.reads("Nothing found");
  press(screen, "Escape");
  await screen.until(() => said(screen)[0] === "");
});

const street = { name: "Via Riva", place: "Bologna", longitude: 11.3, latitude: 44.4 };

/** Searches on a host that has a map's file. The host answers when the test says so. */
async function searchStreets() {
  const map = { url: "map.pmtiles", kind: "file", attribution: "" } as const;
  hostSettings.value = { map, alertDefaults: null, hasMail: false };
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<object[]>();
  streets = () => {
    asked.resolve();
    return answer.promise;
  };
  const screen = open();
  await screen.type(FIELD, "ri");
  await asked.promise;
  return { screen, answer: answer.resolve };
}

test("the host's streets are listed after three places, which are shown without waiting for the host", async () => {
  const { screen, answer } = await searchStreets();
  const places = ["Rimini Italy", "Rieti Italy", "Rivoli Italy"];
  expect(screen.names("button")).toEqual(places);
  answer([
    { ...street, isAddress: false },
    { ...street, name: "Via Riva 7", isAddress: true },
  ]);
  await screen.until(() => screen.has("button", "Via Riva 7 Bologna"));
  expect(screen.names("button")).toEqual([...places, "Via Riva Bologna", "Via Riva 7 Bologna"]);
  await screen.press("Via Riva Bologna");
  await screen.type(FIELD, "ri");
  await screen.press("Via Riva 7 Bologna");
  await screen.until(() => moved.length > 1);
  expect(moved).toEqual([
    { center: [11.3, 44.4], zoom: 16 },
    { center: [11.3, 44.4], zoom: 17.5 },
  ]);
});

test("all places are listed if the host finds no street, and a message says if there is no place either", async () => {
  const { screen, answer } = await searchStreets();
  answer([]);
  await screen.until(() => screen.names("button").length === 4);
  await screen.type(FIELD, "rox");
  await screen.reads("Nothing found: no place or street begins with “rox”.");
});

test("the host is not asked for coordinates, nor for one letter", async () => {
  const { screen } = await searchStreets();
  stopTimers();
  // The host is asked after a pause.
  for (const [text, sign, pauses] of [
    ["44.5 11.25", "coordinates", 0],
    ["r", "", 0],
    ["ro", "Roma", 1],
  ] as const) {
    const before = jest.getTimerCount();
    await screen.type(FIELD, text);
    await screen.until(() => screen.names("button").join().includes(sign));
    expect([text, jest.getTimerCount() - before]).toEqual([text, pauses]);
  }
});

test("a slow answer of the host does not replace the results of a later text", async () => {
  const { screen, answer } = await searchStreets();
  await screen.type(FIELD, "44.5 11.25");
  const found = () => screen.names("button").join() === "44.5000, 11.2500 coordinates";
  await screen.until(found);
  answer([street]);
  await screen.reads("coordinates");
  expect(found()).toBe(true);
});

test("places that load late do not replace the results of a later text", async () => {
  const { screen } = await searchStreets();
  await screen.type(FIELD, "lu");
  await screen.type(FIELD, "44.5 11.25");
  const found = () => screen.names("button").join() === "44.5000, 11.2500 coordinates";
  await screen.until(found);
  slow.resolve();
  // The places arrive within a few turns of the event loop.
  for (let turns = 0; turns < 3; turns += 1) await screen.until(() => true);
  expect(found()).toBe(true);
});

test("a slow answer of the host does not reopen closed search results", async () => {
  const { screen, answer } = await searchStreets();
  press(screen, "Escape");
  await screen.until(() => screen.names("button").length === 0);
  answer([street]);
  await screen.until(() => true);
  expect(screen.names("button")).toEqual([]);
});
