import "./helpers/globals.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { square } from "./helpers/square.ts";

const { findPlaces, placesIn } = await import("../src/map/places.ts");
const { countryNames, countryShapes } = await import("../src/map/countries.ts");
const { findStreets, hasStreets } = await import("../src/map/find-streets.ts");
const { hostSettings } = await import("../src/state/host-settings.ts");
const { session } = await import("../src/state/session.ts");

const place = (name: string, inhabitants: number) => [name, "IT", 11, 44, inhabitants];
/** The files of the offline map. */
const FILES: Record<string, unknown> = {
  places: ["names-sa", "names-fa"],
  "names-sa": [
    place("Sankt", 5),
    place("São Paulo", 4),
    place("Sassari", 3),
    place("Sasso Marconi", 2),
  ],
  "names-fa": [place("Faenza", 1)],
  "country-names": ["Italy", "San Marino"],
  "country-1": { type: "Polygon", coordinates: [square(12.4, 43.9, 0.1)] },
};
const { fetch } = globalThis;
let asked: string[];
let failing: string | undefined;
beforeEach(() => {
  asked = [];
  failing = undefined;
  globalThis.fetch = async (url) => {
    const [, name = ""] = /base-map\/(.*)\.json$/.exec(String(url)) ?? [];
    asked.push(name);
    return name === failing ? new Response("", { status: 500 }) : Response.json(FILES[name]);
  };
});
afterEach(() => {
  globalThis.fetch = fetch;
});

const names = async (beginning: string, most = 5) =>
  (await findPlaces(beginning, most, [11, 44])).map(([name]) => name);

test("a file that cannot be loaded is asked for again", async () => {
  failing = "names-fa";
  await expect(names("fa")).rejects.toThrow("The map's names-fa cannot be loaded: 500.");
  failing = undefined;
  expect(await names("fa")).toEqual(["Faenza"]);
});

test("places are found by the start of their name, ignoring accents and case, the largest first", async () => {
  expect(await names(" SAS ")).toEqual(["Sassari", "Sasso Marconi"]);
  expect(await names("sao p")).toEqual(["São Paulo"]);
  expect(await names("sa", 2)).toEqual(["Sankt", "São Paulo"]);
  expect(await names("sax")).toEqual([]);
});

test("each file is loaded only once, and files that do not exist are not requested", async () => {
  await Promise.all([names("sa"), names("sa")]);
  expect(await names("zz")).toEqual([]);
  expect(await names("s")).toEqual([]);
  expect(await placesIn("names-sa")).toHaveLength(4);
  // Another test has already loaded the files.
  expect(asked).toEqual([]);
});

test("a country's area is loaded from the file with the country's number", async () => {
  const names = await countryNames();
  expect(await countryShapes(names.indexOf("San Marino"))).toEqual([
    { kind: "polygon", coordinates: [square(12.4, 43.9, 0.1)] },
  ]);
  expect(asked).toEqual(["country-names", "country-1"]);
});

const file = { url: "map.pmtiles", kind: "file", attribution: "" } as const;
async function streets(isNewest = true, answer = Response.json([{ name: "Via Rizzoli" }])) {
  const requests: [URL, RequestInit][] = [];
  globalThis.fetch = async (url, init) => {
    requests.push([url as URL, init as RequestInit]);
    return answer;
  };
  jest.useFakeTimers();
  const search = findStreets("rizzoli 7", () => isNewest);
  // The host is not asked at each key that is typed.
  await jest.advanceTimersByTimeAsync(149);
  expect(requests).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  jest.useRealTimers();
  return { found: await search, requests };
}

test("streets are searched only on a host that has a map file", async () => {
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  for (const map of [null, { ...file, kind: "style" as const }]) {
    hostSettings.value = { map, alertDefaults: null, hasMail: false };
    expect([hasStreets(), await streets()]).toEqual([false, { found: [], requests: [] }]);
  }
  hostSettings.value = { map: file, alertDefaults: null, hasMail: false };
  const { found, requests } = await streets();
  expect([hasStreets(), found]).toEqual([true, [{ name: "Via Rizzoli" }]]);
  const [[url, init]] = requests as [[URL, RequestInit]];
  expect(url.href).toBe("http://localhost/console/streets?text=rizzoli+7");
  expect(init.headers).toEqual({ Authorization: "Bearer a.b.c" });
  session.value = null;
});

test("no streets are searched for a text that is no longer the newest, and a failing host finds none", async () => {
  hostSettings.value = { map: file, alertDefaults: null, hasMail: false };
  expect(await streets(false)).toEqual({ found: [], requests: [] });
  const failed = await streets(true, Response.json({ error: "busy" }, { status: 503 }));
  expect([failed.found, failed.requests.length]).toEqual([[], 1]);
  const warn = jest.spyOn(console, "warn").mockImplementation(() => {});
  expect((await streets(true, Response.error())).found).toEqual([]);
  globalThis.fetch = async () => {
    throw new TypeError("fetch failed");
  };
  warn.mockClear();
  expect(await findStreets("x", () => true)).toEqual([]);
  expect(warn).toHaveBeenCalledTimes(1);
  warn.mockRestore();
});
