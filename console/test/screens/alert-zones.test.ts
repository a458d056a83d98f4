import "../helpers/document.ts";
import "../helpers/without-map.ts";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { h } from "preact";
import type { Shape } from "../../src/geo/area.ts";
import { fakeService, refusal } from "../helpers/fake-service.ts";
import { closeScreens, go, show } from "../helpers/screen.ts";
import { square } from "../helpers/square.ts";

const { AlertZones } = await import("../../src/screens/new-alert/alert-zones.tsx");
const { dropArea } = await import("../../src/screens/new-alert/drop-area.ts");
const { tool } = await import("../../src/map/drawing.ts");
const { session } = await import("../../src/state/session.ts");
const { beginDraft, draft, draftArea, editDraft } = await import("../../src/state/draft.ts");
const { hostSettings } = await import("../../src/state/host-settings.ts");
const { savedAreas } = await import("../../src/state/saved-areas.ts");

const SHAPE = { kind: "polygon" as const, coordinates: [square(11, 44, 0.01)] };
const OTHER = { kind: "polygon" as const, coordinates: [square(12, 44, 0.01)] };
const areaOf = ({ coordinates }: Shape) => ({ type: "Polygon", coordinates });

let asked: ReturnType<typeof fakeService>;
/** The saved areas; undefined if the service does not answer. */
let areas: object[] | undefined;
let geometry: object[];
/** If set, the service waits for it before it answers with a saved area. */
let late: PromiseWithResolvers<void> | undefined;

beforeEach(async () => {
  await go("#/new");
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  hostSettings.value = {
    map: null,
    hasMail: false,
    alertDefaults: {
      level2Distance: 500,
      level3Distance: 1500,
      duration: 3600,
      maxPositionAge: 7200,
      language: "it",
      voices: [],
    },
  };
  areas = [];
  late = undefined;
  geometry = [{ areaGeoJson: areaOf(OTHER) }];
  savedAreas.set([]);
  asked = fakeService({
    AlertTemplates: () => ({ alertTemplates: [] }),
    SavedAreas: () => areas && { savedAreas: areas },
    SavedArea: async () => {
      await late?.promise;
      return { savedAreas: geometry };
    },
    NewSavedArea: () => ({ newSavedArea: { id: 3 } }),
    SavedAreaEdit: ({ id }) => (id === 4 ? refusal("CONFLICT") : { savedAreaEdit: { id: 3 } }),
  });
  beginDraft();
});
afterEach(closeScreens);

const open = async () => show(h(AlertZones, {}));
const openWith = (...shapes: Shape[]) => {
  editDraft({ shapes });
  return open();
};
const saved = (id: number, name: string) => ({ id, name, version: 5, user: null });

test("zone THREE stays larger than zone TWO, whichever distance is changed", async () => {
  const screen = await open();
  const [two, three] = ["Metres that zone TWO reaches", "Metres that zone THREE reaches"];
  const distances = () => [screen.valueOf(two), screen.valueOf(three)].map(Number);
  await screen.until(() => distances().join() === "500,1500");
  await screen.change(two, "1500");
  // The default of THREE grows with TWO.
  expect(distances()).toEqual([1500, 4500]);
  expect(draft.value.level3Distance).toBeUndefined();
  await screen.change(three, "1500");
  expect(distances()).toEqual([1499, 1500]);
  await screen.change(two, "1500");
  expect(distances()).toEqual([1500, 1501]);
  await screen.change(three, "1");
  expect(distances()).toEqual([1, 2]);
  await screen.change(two, "200000");
  expect(distances()).toEqual([99_999, 100_000]);
  await screen.change(three, "200000");
  expect(distances()).toEqual([99_999, 100_000]);
  await screen.change(three, "0");
  expect(distances()).toEqual([99_999, 100_000]);
  await screen.change(two, "499.6");
  expect(distances()).toEqual([500, 100_000]);
});

test("a distance slider shows the nearest step, and each step sets its own distance", async () => {
  const screen = await open();
  const slider = screen.find("field", /^TWO near it, up to/);
  await screen.until(() => String(slider?.value) === "5");
  const bounds = (field: Element | undefined) =>
    ["min", "max"].map((name) => field?.getAttribute(name));
  expect(bounds(slider)).toEqual(["0", "20"]);
  const number = screen.find("field", "Metres that zone TWO reaches");
  expect(bounds(number)).toEqual(["1", "100000"]);
  expect(slider?.getAttribute("aria-valuetext")).toBe("500 m");
  await screen.type(/^TWO near it, up to/, "20");
  expect(draft.value).toMatchObject({ level2Distance: 99_999, level3Distance: 100_000 });
  await screen.type(/^TWO near it, up to/, "0");
  expect(draft.value.level2Distance).toBe(50);
  await screen.type(/^THREE further around, up to/, "7");
  expect(draft.value.level3Distance).toBe(1000);
  // The nearest step by ratio: twice as far counts as much as half as far.
  await screen.change("Metres that zone THREE reaches", "62000");
  await screen.until(
    () => String(screen.find("field", /^THREE further around, up to/)?.value) === "19",
  );
});

test("leaving out an area with a hole keeps what lies in the hole: an island in a lake stays", async () => {
  const screen = await openWith({ kind: "polygon", coordinates: [square(11, 44, 8)] });
  const lake = { type: "Polygon", coordinates: [square(12, 45, 6), square(14, 47, 1)] };
  await screen.type("Paste it here, or drop a file on the map", JSON.stringify(lake));
  tool.value = "hole";
  await screen.press("Leave the area out");
  expect(tool.value).toBe("select");
  await screen.until(() => draft.value.shapes.length === 2);
  expect(draft.value.shapes.map(({ coordinates }) => coordinates.length)).toEqual([2, 1]);
});

test("a circle is added by coordinates, or left out of an area, and wrong values are refused", async () => {
  const screen = await open();
  await screen.reads("Draw the area on the map.");
  expect(screen.valueOf("Radius, m")).toBe("500");
  const keyboards = ["Latitude", "Longitude", "Radius, m"].map((label) =>
    screen.find("field", label)?.getAttribute("inputmode"),
  );
  expect(keyboards).toEqual(["decimal", "decimal", "numeric"]);
  await screen.press("Add the circle");
  await screen.reads(
    "Enter latitude (-90 to 90), longitude (-180 to 180) and a radius in whole metres.",
  );
  await screen.type("Paste it here, or drop a file on the map", "a city");
  for (const name of ["circle", "rectangle", "area"])
    expect(screen.isEnabled("button", `Leave the ${name} out`)).toBe(false);
  const fill = async (latitude: string, longitude: string, radius: string) => {
    await screen.type("Latitude", latitude);
    await screen.type("Longitude", longitude);
    await screen.type("Radius, m", radius);
    await screen.press("Add the circle");
  };
  for (const [latitude, longitude, radius] of [
    ["90.1", "11", "500"],
    ["44", "180.1", "500"],
    ["44", "11", "0"],
    ["44", "11", "1.500"],
    ["44", "11", "1,5"],
    ["44", "11", "500 m"],
    ["44", "", "500"],
  ] as const) {
    await fill(latitude, longitude, radius);
    expect(draft.value.shapes).toEqual([]);
  }
  await fill("44,5", "11,25", "500");
  await screen.reads("One area is drawn.");
  expect(screen.text).not.toContain("Enter latitude");
  expect(draft.value.shapes[0]?.coordinates[0]?.[0]?.[0]).toBeCloseTo(11.25, 1);
  await fill("-45", "180", "500");
  await screen.reads("2 areas are drawn.");
  await screen.type("Latitude", "44.5");
  await screen.type("Longitude", "11.25");
  await screen.type("Radius, m", "100");
  await screen.press("Leave the circle out");
  expect(draft.value.shapes.map(({ coordinates }) => coordinates.length)).toEqual([2, 1]);
});

test("a rectangle by coordinates is added or left out, a pasted area is added, and wrong input is refused", async () => {
  const screen = await open();
  for (const [one, other] of [
    ["44, 11", "44, 12"],
    ["44, 11", "45, 11"],
    ["44, 11", ""],
  ] as const) {
    await screen.type("One corner", one);
    await screen.type("The opposite one", other);
    await screen.press("Add the rectangle");
    await screen.reads("Enter two opposite corners, latitude first");
  }
  await screen.type("The opposite one", "45, 12");
  tool.value = "rectangle";
  await screen.press("Add the rectangle");
  expect(tool.value).toBe("select");
  await screen.reads("One area is drawn.");
  expect(screen.text).not.toContain("Enter two opposite corners");
  const paste = "Paste it here, or drop a file on the map";
  const isEnabled = (...names: string[]) => names.map((name) => screen.isEnabled("button", name));
  const OUT = ["Leave the circle out", "Leave the rectangle out"];
  expect(isEnabled("Add the area", "Leave the area out", ...OUT)).toEqual([
    ...[false, false],
    ...[true, true],
  ]);
  await screen.type(paste, " \n");
  expect(isEnabled("Add the area", "Leave the area out")).toEqual([false, false]);
  await screen.type(paste, "a city");
  expect(isEnabled("Add the area", "Leave the area out")).toEqual([true, true]);
  await screen.press("Add the area");
  await screen.reads("neither GeoJSON nor well-known text");
  expect(screen.valueOf(paste)).toBe("a city");
  await screen.type(paste, JSON.stringify({ type: "Polygon", coordinates: OTHER.coordinates }));
  await screen.press("Add the area");
  await screen.reads("2 areas are drawn.");
  expect(screen.valueOf(paste)).toBe("");
  expect(screen.text).not.toContain("neither GeoJSON");
  await screen.type("One corner", "44.4, 11.4");
  await screen.type("The opposite one", "44.6, 11.6");
  await screen.press("Leave the rectangle out");
  expect(draft.value.shapes.map(({ coordinates }) => coordinates.length)).toEqual([2, 1]);
});

test("a drawn area is saved under a name, and replaces a saved area of the same name", async () => {
  areas = [{ id: 3, name: "The Centre", version: 5, user: null }];
  const screen = await openWith(SHAPE);
  await screen.press("Save this area…");
  await screen.reads("Your colleagues can make alerts from it.");
  const example = screen.find("field", "Name")?.getAttribute("placeholder");
  expect(example).toBe("Reno valley, airport…");
  expect(screen.isEnabled("button", "Save")).toBe(false);
  await screen.type("Name", " ");
  expect(screen.isEnabled("button", "Save")).toBe(false);
  await screen.type("Name", " the centre ");
  await screen.reads("“The Centre” is saved already. This replaces its outline.");
  expect(screen.valueOf("Name")).toBe(" the centre ");
  await screen.press("Replace it");
  await screen.until(() => !screen.has("field", "Name"));
  const area = draftArea.value;
  expect(asked).toContainEqual({
    name: "SavedAreaEdit",
    variables: { id: 3, input: { area, expectedVersion: 5 } },
  });
  await screen.press("Save this area…");
  await screen.type("Name", "The north");
  expect(screen.text).not.toContain("is saved already");
  await screen.press("Save");
  await screen.until(() => !screen.has("field", "Name"));
  expect(asked).toContainEqual({
    name: "NewSavedArea",
    variables: { input: { name: "The north", area } },
  });
  expect(savedAreas.data.value).toHaveLength(1);
});

test("the list of areas has saved areas first, and countries only when a search finds them", async () => {
  areas = [saved(3, "The Centre"), saved(4, "San Vitale")];
  const screen = await openWith(SHAPE);
  await screen.reads("The Centre saved\nSan Vitale saved");
  expect(screen.has("button", "Italy country")).toBe(false);
  expect(screen.text).not.toContain("Countries are those of the offline map");
  await screen.type("By name", "marì san");
  await screen.reads("San Marino country");
  expect(screen.has("button", "San Vitale saved")).toBe(false);
  await screen.reads("Countries are those of the offline map");
  await screen.press("San Marino country");
  await screen.reads("2 areas are drawn.");
  expect(draft.value.shapes[1]?.coordinates).toEqual([square(13, 43, 0.1)]);
  await screen.type("By name", "san");
  await screen.reads("San Vitale saved\nSan Marino country");
  await screen.type("By name", "ital");
  await screen.reads("Italy country");
  expect(screen.has("button", "San Vitale saved")).toBe(false);
  await screen.type("By name", "xyz");
  await screen.reads("Nothing found.");
  await screen.type("By name", "vit");
  await screen.press("San Vitale saved");
  await screen.reads("3 areas are drawn.");
  expect(asked).toContainEqual({ name: "SavedArea", variables: { id: 4 } });
  expect(draft.value.shapes[2]).toEqual(OTHER);
});

test("saved areas load on a retry, and any word of a name such as L’Aquila-Nord finds them", async () => {
  areas = undefined;
  const screen = await open();
  await screen.reads("The service does not answer.");
  areas = [saved(3, "L’Aquila-Nord"), ...Array.from({ length: 7 }, (_, id) => saved(id, `${id}`))];
  // The answer to another request may have loaded them again already.
  screen.find("button", "Try again")?.click();
  await screen.until(() => screen.has("button", "L’Aquila-Nord saved"));
  expect(screen.text).not.toContain("write more of the name");
  for (const word of ["aquila", "nord"]) {
    await screen.type("By name", word);
    expect(screen.names("button")).toContain("L’Aquila-Nord saved");
  }
});

test("at most eight areas are listed, and a message says if a chosen area was removed meanwhile", async () => {
  areas = Array.from({ length: 9 }, (_, index) => saved(index, `Area ${index}`));
  geometry = [];
  const screen = await open();
  const many = "9 found: write more of the name.";
  await screen.reads(many);
  const [hint] = screen.elements("p").filter((one) => one.getAttribute("role") === "status");
  expect(screen.textOf(hint as never)).toBe(many);
  expect(screen.elements("ul").map((one) => one.getAttribute("aria-label"))).toContain("Found");
  expect(screen.isEnabled("button", "Save this area…")).toBe(false);
  expect(screen.has("button", "Area 7 saved")).toBe(true);
  expect(screen.has("button", "Area 8 saved")).toBe(false);
  await screen.type("By name", "area 8");
  expect(screen.text).not.toContain("write more of the name");
  await screen.press("Area 8 saved");
  await screen.reads("Someone has removed this area meanwhile.");
  expect(draft.value.shapes).toEqual([]);
});

const fileOf = (...shapes: Shape[]) => {
  const features = shapes.map((shape, index) => ({
    type: "Feature",
    properties: { name: `Part ${index + 1}` },
    geometry: areaOf(shape),
  }));
  const collection = JSON.stringify({ type: "FeatureCollection", features });
  return new File([collection], "areas.geojson");
};

test("the only area of a file is added at once, and of several areas the checked ones are added", async () => {
  const screen = await open();
  await screen.reads("GeoJSON, KML, or a shapefile packed as ZIP.");
  expect(screen.find("field", "File with areas")?.getAttribute("accept")).toBe(
    ".geojson,.json,.kml,.kmz,.zip,.wkt,.txt",
  );
  await screen.upload("File with areas", fileOf(SHAPE));
  await screen.reads("One area is drawn.");
  expect(screen.has("button", "Add these areas")).toBe(false);
  await screen.upload("File with areas", fileOf(OTHER, SHAPE));
  await screen.reads("Part 1");
  expect(screen.isChecked("Part 2")).toBe(true);
  await screen.check("Part 1", false);
  await screen.check("Part 2", false);
  expect(screen.isEnabled("button", "Add these areas")).toBe(false);
  await screen.check("Part 1");
  await screen.press("Add these areas");
  await screen.reads("2 areas are drawn.");
  expect(draft.value.shapes).toEqual([SHAPE, OTHER]);
  expect(screen.has("field", "Part 1")).toBe(false);
  await screen.upload("File with areas", fileOf(OTHER, SHAPE));
  await screen.reads("Part 1");
  await screen.upload("File with areas", new File(["a city"], "areas.geojson"));
  await screen.until(() => !screen.has("field", "Part 1"));
});

test("a file that cannot be read, or areas with too many corners, show an error and add nothing", async () => {
  const screen = await open();
  const hasProblem = () => screen.elements().some((one) => one.getAttribute("class") === "problem");
  // The browser's file dialog was closed without a file.
  await screen.upload("File with areas", undefined as never);
  expect(hasProblem()).toBe(false);
  await screen.upload("File with areas", new File([], "areas.geojson"));
  await screen.reads("The file is empty.");
  await screen.upload("File with areas", new File(["a city"], "areas.geojson"));
  await screen.until(() => !screen.text.includes("The file is empty."));
  await screen.until(hasProblem);
  const roundOf = (corners: number): Shape => {
    const ring = Array.from({ length: corners - 1 }, (_, at) => [
      11 + 0.1 * Math.cos((at * 2 * Math.PI) / (corners - 1)),
      44 + 0.1 * Math.sin((at * 2 * Math.PI) / (corners - 1)),
    ]);
    return { kind: "polygon", coordinates: [[...ring, ring[0] as number[]]] };
  };
  await screen.upload("File with areas", fileOf(roundOf(5000), roundOf(5001)));
  await screen.reads("Part 2");
  expect(hasProblem()).toBe(false);
  await screen.press("Add these areas");
  await screen.reads("These areas together have more than 10,000 corners.");
  expect(draft.value.shapes).toEqual([]);
  await screen.check("Part 2", false);
  await screen.press("Add these areas");
  await screen.reads("One area is drawn.");
  await screen.until(() => !hasProblem());
  await screen.upload("File with areas", fileOf(SHAPE));
  await screen.reads("2 areas are drawn.");
  expect(screen.text).not.toContain("10,000 corners");
  await screen.upload("File with areas", fileOf(roundOf(5000), roundOf(5000)));
  await screen.press("Add these areas");
  await screen.reads("4 areas are drawn.");
});

test("areas in a dropped file or text are added, and a dropped text without areas shows an error", async () => {
  const screen = await open();
  let isPrevented = 0;
  const drop = (files: File[], text = "") =>
    dropArea({
      preventDefault: () => {
        isPrevented += 1;
      },
      dataTransfer: { files, getData: () => text },
    } as unknown as DragEvent);
  await drop([], "a city");
  await screen.reads("neither GeoJSON nor well-known text");
  await drop([fileOf(SHAPE, OTHER)]);
  await screen.reads("2 areas are drawn.");
  expect(screen.text).not.toContain("neither GeoJSON");
  await drop([], JSON.stringify(areaOf(OTHER)));
  await screen.reads("3 areas are drawn.");
  expect(isPrevented).toBe(3);
});

test("a saved area that arrives late is not added to another draft, nor after the screen was left", async () => {
  areas = [saved(4, "San Vitale")];
  const screen = await open();
  for (const leave of [async () => beginDraft(), () => go("#/map")]) {
    late = Promise.withResolvers();
    await screen.press(/^San Vitale/);
    expect(screen.isEnabled("button", /^San Vitale/)).toBe(false);
    await leave();
    late.resolve();
    await screen.until(() => screen.isEnabled("button", /^San Vitale/));
    expect(draft.value.shapes).toEqual([]);
  }
  await go("#/new");
  await screen.press(/^San Vitale/);
  await screen.reads("One area is drawn.");
});

/** Holds back the reading of a file until the returned function is called. That function returns the file's bytes. */
function holdReading(file: File): () => Promise<ArrayBuffer> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const bytes = file.arrayBuffer();
  file.arrayBuffer = () => promise.then(() => bytes);
  return () => {
    resolve();
    return bytes;
  };
}

test.each([
  ["chosen", fileOf(SHAPE)],
  ["dropped", fileOf(SHAPE)],
  ["dropped, and has no areas,", new File(["a city"], "areas.geojson")],
])("a file that was %s for one draft does not affect the next one", async (how, file) => {
  const screen = await open();
  const read = holdReading(file);
  const dropped =
    how !== "chosen" &&
    dropArea({
      preventDefault: () => {},
      dataTransfer: { files: [file], getData: () => "" },
    } as unknown as DragEvent);
  if (!dropped) await screen.upload("File with areas", file);
  beginDraft();
  const done = read();
  await dropped;
  await done;
  await screen.until(() => true);
  expect(draft.value.shapes).toEqual([]);
  expect(screen.elements().some((one) => one.getAttribute("class") === "problem")).toBe(false);
});

test.each([
  ["of an area", fileOf(OTHER)],
  ["without areas", new File(["a city"], "areas.geojson")],
])("a file %s that is read slowly does nothing after another one was chosen", async (_, slow) => {
  const screen = await open();
  const read = holdReading(slow);
  await screen.upload("File with areas", slow);
  await screen.upload("File with areas", fileOf(SHAPE));
  await screen.reads("One area is drawn.");
  await read();
  await screen.until(() => true);
  expect(draft.value.shapes).toEqual([SHAPE]);
  expect(screen.elements().some((one) => one.getAttribute("class") === "problem")).toBe(false);
});

test("replacing a saved area that someone else has changed shows a refusal, and the dialog stays open", async () => {
  areas = [saved(4, "San Vitale")];
  const screen = await openWith(SHAPE);
  await screen.press("Save this area…");
  await screen.type("Name", "San Vitale");
  await screen.press("Replace it");
  await screen.reads("It was refused.");
  expect(screen.has("field", "Name")).toBe(true);
  await screen.press("Cancel");
  expect(screen.has("field", "Name")).toBe(false);
});
