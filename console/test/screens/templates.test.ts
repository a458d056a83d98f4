import "../../src/words/console-refusals.ts";
import "../helpers/document.ts";
import "../helpers/without-map.ts";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { h } from "preact";
import { put } from "../helpers/browser-state.ts";
import { fakeService, named, refusal } from "../helpers/fake-service.ts";
import { closeScreens, go, type Screen, show } from "../helpers/screen.ts";
import { square } from "../helpers/square.ts";

const { TemplatesScreen } = await import("../../src/screens/templates.tsx");
const { session } = await import("../../src/state/session.ts");
const { draft } = await import("../../src/state/draft.ts");

const AREA = { type: "Polygon", coordinates: [square(11, 44, 0.01)] };
const FLOOD = {
  id: 4,
  name: "Flood",
  version: 3,
  title: "Flood in {place}",
  text1: "Go up.",
  text2: "Stay away.",
  text3: "Roads are closed.",
  texts: [
    {
      ...{ language: "ar", title: null, text1: "اصعدوا في {place}.", text2: "ب", text3: "ج" },
      ...{ allClear: "انتهى.", isOld: false },
    },
  ],
  allClear: "Over.",
  correction: "No flood.",
  language: "it",
  event: "Water",
  severity: "SEVERE",
  urgency: "IMMEDIATE",
  certainty: "LIKELY",
  category: "MET",
  responseType: "EVACUATE",
  status: "TEST",
  level2Distance: 300,
  level3Distance: null,
  duration: 5400,
};

let all: object[];
let areas: object[];
let area: object;
let answer: object | undefined;
/** The name of a list that fails. */
let failing: string;

beforeEach(async () => {
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  await go("#/templates");
  all = [FLOOD];
  areas = [{ id: 3, name: "The centre", version: 5, user: { name: "Colleague" } }];
  area = AREA;
  answer = undefined;
  failing = "";
  const list = (name: string, rows: () => object) => ({
    [name]: () => (failing === name ? refusal("INTERNAL_SERVER_ERROR", "It failed.") : rows()),
  });
  fakeService({
    "places.json": () => [],
    "metropolises.json": () => [["Modena", "IT", 11, 44, 190_000]],
    ...list("AlertTemplates", () => ({ alertTemplates: all })),
    AlertTemplateEdit: () => answer ?? { alertTemplateEdit: { id: 4 } },
    NewAlertTemplate: () => answer ?? { newAlertTemplate: { id: 5 } },
    AlertTemplateRemove: () => answer ?? { alertTemplateRemove: { id: 4 } },
    ...list("SavedAreas", () => ({ savedAreas: areas })),
    ...list("SavedArea", async () => ({ savedAreas: [{ areaGeoJson: await area }] })),
    SavedAreaEdit: () => answer ?? { savedAreaEdit: { id: 3 } },
    SavedAreaRemove: () => answer ?? { savedAreaRemove: { id: 3 } },
    NewSavedArea: ({ input }) =>
      (input as { name: string }).name === "South"
        ? refusal("CONFLICT", "It was refused.", "SAVED_AREAS_NAME_KEY")
        : { newSavedArea: { id: 9 } },
  });
});
afterEach(closeScreens);

const open = async () => {
  const screen = show(h(TemplatesScreen, {}));
  await screen.reads("The centre");
  return screen;
};
/** Holds back the next answer. Returns a function that gives it. */
const later = () => {
  const { promise, resolve } = Promise.withResolvers<object>();
  answer = promise;
  return resolve;
};
const closed = (screen: Screen) => screen.until(() => screen.elements("dialog").length === 0);

test("an alert begins with all that a template has", async () => {
  const screen = await open();
  await screen.reads("Flood TEST\nGo up.");
  expect(screen.showing("Go up.")?.getAttribute("dir")).toBe("auto");
  await screen.press("New alert from Flood");
  expect(location.hash).toBe("#/new");
  await screen.until(() => draft.value.templateId === 4);
  expect(draft.value).toMatchObject({
    title: "Flood in {place}",
    texts: ["Go up.", "Stay away.", "Roads are closed."],
    translations: [{ language: "ar", title: "", texts: ["اصعدوا في {place}.", "ب", "ج"] }],
    level2Distance: 300,
    hours: 1.5,
    language: "it",
    event: "Water",
    severity: "SEVERE",
    urgency: "IMMEDIATE",
    certainty: "LIKELY",
    category: "MET",
    responseType: "EVACUATE",
    status: "TEST",
    shapes: [],
  });
  expect(draft.value.level3Distance).toBeUndefined();
  // The browser keeps the draft at once.
  expect(localStorage.getItem(`location-alerts.draft.${draft.value.key}`)).toContain("Flood");
});

test("a template's form has all its fields, and sends them with its version", async () => {
  const screen = await open();
  await screen.press("Edit Flood");
  await screen.reads("Edit “Flood”");
  const [dialog] = screen.elements("dialog");
  expect(["aria-label", "class"].map((name) => dialog?.getAttribute(name))).toEqual([
    ...["Edit “Flood”", "wide"],
  ]);
  // Phones show a keyboard of digits.
  const modes = ["TWO, metres", "THREE, metres"].map((label) =>
    screen.find("field", label)?.getAttribute("inputmode"),
  );
  expect(modes).toEqual(["numeric", "numeric"]);
  const [_file, ...fields] = screen.names("field").map((name) => screen.valueOf(name));
  expect(fields).toEqual([
    "Flood",
    "Flood in {place}",
    "Go up.",
    "Stay away.",
    "Roads are closed.",
    ...["", "اصعدوا في {place}.", "ب", "ج", "انتهى.", ""],
    "Over.",
    "No flood.",
    "Water",
    "SEVERE",
    "IMMEDIATE",
    "LIKELY",
    "MET",
    "EVACUATE",
    "TEST",
    "5400",
    "300",
    "",
    "it",
  ]);
  expect(screen.optionsOf("Lasts").at(-1)).toBe("90 min");
  await screen.choose("Lasts", "6 hours");
  await screen.type("TWO, metres", " ");
  await screen.type("THREE, metres", "900");
  await screen.type("Language", " ");
  await screen.type("Title", " ");
  await screen.type("What happens", " ");
  await screen.type("Title in Arabic", "ماء");
  await screen.choose("Add a language", "Spanish");
  for (const label of ["ONE", "TWO", "THREE"]) await screen.type(`${label} in Spanish`, "Agua.");
  await screen.press("Save");
  await closed(screen);
  const { id, name, version, ...rest } = FLOOD;
  expect(named("AlertTemplateEdit")).toEqual([
    {
      id,
      expectedVersion: version,
      input: {
        ...rest,
        name,
        texts: [
          {
            ...{ language: "ar", title: "ماء", text1: "اصعدوا في {place}.", text2: "ب" },
            ...{ text3: "ج", allClear: "انتهى." },
          },
          {
            ...{ language: "es", text1: "Agua.", text2: "Agua.", text3: "Agua.", allClear: null },
          },
        ],
        title: null,
        language: null,
        event: null,
        duration: 6 * 3600,
        level2Distance: null,
        level3Distance: 900,
      },
    },
  ]);
});

test("a new template needs a name, and leaves empty fields to the service", async () => {
  const screen = await open();
  await screen.press("New template");
  const options = [...(screen.find("field", "Lasts")?.querySelectorAll("option") ?? [])];
  // The template has no length of its own.
  expect(options.filter((one) => one.getAttribute("value") === "")).toHaveLength(1);
  expect(screen.isEnabled("button", "Save")).toBe(false);
  expect(screen.optionsOf("Lasts")[0]).toBe("as usual");
  await screen.type("Name", "  ");
  expect(screen.isEnabled("button", "Save")).toBe(false);
  for (const label of ["Name", "TWO for those near it", "All-clear"]) {
    await screen.type(label, "Via ");
    expect(screen.valueOf(label)).toBe("Via ");
  }
  await screen.type("Name", "Gas");
  await screen.type("TWO for those near it", "Stay away.");
  await screen.type("All-clear", "Over.");
  const resolve = later();
  await screen.press("Save");
  expect(screen.isEnabled("button", "Save")).toBe(false);
  resolve(refusal("CONFLICT", "It was refused.", "ALERT_TEMPLATES_NAME_KEY"));
  await screen.reads("Another template has this name. Choose another one.");
  answer = undefined;
  await screen.press("Save");
  await closed(screen);
  expect(named("NewAlertTemplate")[1]).toEqual({
    input: {
      name: "Gas",
      title: null,
      text1: "",
      text2: "Stay away.",
      text3: "",
      texts: [],
      allClear: "Over.",
      correction: "",
      language: null,
      event: null,
      severity: "UNKNOWN",
      urgency: "UNKNOWN",
      certainty: "UNKNOWN",
      category: null,
      responseType: null,
      status: "ACTUAL",
      level2Distance: null,
      level3Distance: null,
      duration: null,
    },
  });
});

test("cancelling the form leaves the template as it was", async () => {
  const screen = await open();
  await screen.press("Edit Flood");
  await screen.type("Title", "Gas");
  await screen.press("Cancel");
  await closed(screen);
  await screen.press("Edit Flood");
  await screen.until(() => screen.elements("dialog").length === 1);
  screen.escape();
  await closed(screen);
  await screen.press("New template");
  // The form has nothing of the other template.
  expect(screen.valueOf("Title")).toBe("");
  expect(named("AlertTemplateEdit")).toEqual([]);
});

test.each(["1.500", "1,5", "1500 m", "1 500", "-1500", "1e3"])(
  "a template whose distance is %s is not sent",
  async (typed) => {
    const screen = await open();
    await screen.press("Edit Flood");
    await screen.type("THREE, metres", typed);
    await screen.press("Save");
    await screen.reads("Write the distances in whole metres, with digits only, such as 1500.");
    expect(named("AlertTemplateEdit")).toEqual([]);
    await screen.type("THREE, metres", " 1500 ");
    await screen.press("Save");
    await closed(screen);
    expect(named("AlertTemplateEdit")).toMatchObject([{ input: { level3Distance: 1500 } }]);
  },
);

test.each(["AlertTemplates", "SavedAreas"])(
  "a failed %s request shows an error, and is sent again by a button",
  async (name) => {
    failing = name;
    const screen = show(h(TemplatesScreen, {}));
    await screen.reads("It failed.");
    failing = "";
    await screen.press("Try again");
    await screen.until(() => !screen.text.includes("It failed."));
  },
);

test("a template without a text says so", async () => {
  all = [{ ...FLOOD, status: "ACTUAL", text1: "" }];
  const screen = await open();
  await screen.reads("Flood\nNo text yet");
});

test("a template is removed after a confirmation", async () => {
  const screen = await open();
  await screen.press("Remove Flood");
  await screen.reads("Remove “Flood”?");
  await screen.press("Keep it");
  await closed(screen);
  await screen.press("Remove Flood");
  answer = refusal("NOT_FOUND", "It was refused.", "NOTHING_THERE");
  await screen.press("Remove it");
  await screen.reads("Someone has removed this meanwhile.");
  answer = undefined;
  all = [];
  await screen.press("Remove it");
  await screen.reads("There is no template yet.");
  await closed(screen);
  expect(named("AlertTemplateRemove")).toEqual([{ id: 4 }, { id: 4 }]);
});

test("a new alert can begin with a saved area", async () => {
  const screen = await open();
  await screen.reads("The centre\nSaved by Colleague");
  const { promise, resolve } = Promise.withResolvers<object>();
  area = promise;
  await screen.press("New alert for The centre");
  expect(screen.isEnabled("button", "New alert for The centre")).toBe(false);
  resolve(AREA);
  await screen.until(() => location.hash === "#/new");
  await screen.until(() => draft.value.shapes.length === 1);
  expect(named("SavedArea")).toEqual([{ id: 3 }]);
  expect(draft.value.shapes[0]?.coordinates).toEqual(AREA.coordinates);
});

test("a saved area of an erased user names nobody, and one that cannot be loaded begins no alert", async () => {
  areas = [{ id: 3, name: "The centre", version: 5, user: null }];
  const screen = await open();
  expect(screen.text).not.toContain("Saved by");
  failing = "SavedArea";
  await screen.press("New alert for The centre");
  await screen.reads("It failed.");
  expect(location.hash).toBe("#/templates");
});

test("an area across the 180th meridian begins an alert in one piece", async () => {
  const coordinates = [[square(179, 0, 1)], [square(-180, 0, 1)]];
  area = { type: "MultiPolygon", coordinates };
  const screen = await open();
  await screen.press("New alert for The centre");
  await screen.until(() => location.hash === "#/new");
  expect(draft.value.shapes).toHaveLength(1);
});

test("a saved area is renamed and removed", async () => {
  const screen = await open();
  await screen.press("Rename The centre");
  await screen.until(() => screen.elements("dialog").length === 1);
  screen.escape();
  await closed(screen);
  await screen.press("Rename The centre");
  expect(screen.valueOf("Name")).toBe("The centre");
  await screen.type("Name", "The old town");
  expect(screen.elements("dialog")[0]?.getAttribute("aria-label")).toBe("Rename “The centre”");
  await screen.press("Rename");
  await closed(screen);
  expect(named("SavedAreaEdit")).toEqual([
    { id: 3, input: { name: "The old town", expectedVersion: 5 } },
  ]);
  await screen.press("Remove The centre");
  await screen.reads("Remove “The centre”?");
  await screen.press("Keep it");
  await closed(screen);
  await screen.press("Remove The centre");
  areas = [];
  await screen.press("Remove it");
  await screen.reads("No area is saved yet.");
  expect(named("SavedAreaRemove")).toEqual([{ id: 3 }]);
});

test("saved areas, and the areas of a file before they are saved, show their map, place and size once seen", async () => {
  const seen = new Set<(entries: object[]) => void>();
  const original = globalThis.IntersectionObserver;
  put("IntersectionObserver", {
    value: class {
      constructor(see: (entries: object[]) => void) {
        seen.add(see);
      }
      observe() {}
      disconnect() {}
    },
  });
  try {
    const screen = await open();
    await screen.until(() => seen.size === 1);
    for (const see of seen) see([{ isIntersecting: false }]);
    expect(named("SavedArea")).toEqual([]);
    for (const see of seen) see([{ isIntersecting: true }]);
    await screen.reads("Modena, Italy · 0.891 km²");
    const maps = () => screen.elements("svg").map((one) => one.getAttribute("aria-label"));
    expect(maps()).toEqual(["The area on a map"]);
    const file = new File([JSON.stringify(AREA)], "North.geojson");
    await screen.upload("File with areas", file);
    await screen.until(() => seen.size === 2);
    for (const see of seen) see([{ isIntersecting: true }]);
    await screen.until(() => maps().length === 2);
    expect(named("NewSavedArea")).toEqual([]);
    await screen.press("Save these areas");
    await screen.until(() => named("NewSavedArea").length === 1);
  } finally {
    put("IntersectionObserver", { value: original });
  }
});

test("the areas of a file are saved one by one, and those whose names saved areas have are listed", async () => {
  const screen = await open();
  const features = ["North", "South", "West"].map((name) => ({
    type: "Feature",
    properties: { name },
    geometry: AREA,
  }));
  const file = new File([JSON.stringify({ type: "FeatureCollection", features })], "a.geojson");
  await screen.upload("File with areas", file);
  await screen.press("Save these areas");
  await screen.reads("Saved areas have these names already: “South”. The 2 others are saved.");
  expect(named("NewSavedArea")).toMatchObject([
    { input: { name: "North", area: AREA } },
    { input: { name: "South" } },
    { input: { name: "West" } },
  ]);
});

test("a training user can begin alerts, but cannot change templates or saved areas", async () => {
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org", isTraining: true };
  all = [
    FLOOD,
    { ...FLOOD, id: 5, name: "Drill", status: "EXERCISE" },
    { ...FLOOD, id: 6, name: "Gas", status: "ACTUAL" },
  ];
  const screen = await open();
  expect(screen.names("button")).toEqual([
    "New alert from Flood",
    "New alert from Drill",
    "New alert from Gas",
    "New alert for The centre",
  ]);
  await closeScreens();
  expect(["AlertTemplates", "SavedAreas"].map((name) => named(name).length)).toEqual([1, 1]);
});

test("a saved area that loads after the screen was left begins no alert", async () => {
  const { promise, resolve } = Promise.withResolvers<object>();
  area = promise;
  const screen = await open();
  await screen.press("New alert for The centre");
  await screen.until(() => named("SavedArea").length > 0);
  await go("#/users");
  const before = draft.value;
  resolve(AREA);
  await closeScreens();
  expect(location.hash).toBe("#/users");
  expect(draft.value).toBe(before);
});
