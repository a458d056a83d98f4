/** @database server */
import { afterAll, beforeAll, expect } from "@jest/globals";
import type { Page, Route } from "playwright-core";
import { until } from "../../../test/helpers/until.ts";
import { browserTest, type ConsoleTest, startConsoleTest } from "../helpers/browser.ts";
import { sharesOf } from "../helpers/colours.ts";

const ORIGIN = "https://tiles.example.org";
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==";
const SEA = "#0000ff";
const GLOBE = {
  version: 8,
  center: [0, 0],
  zoom: 0,
  projection: { type: "globe" },
  sources: {},
  layers: [{ id: "sea", type: "background", paint: { "background-color": SEA } }],
};
const FAR = { center: [0, 0], zoom: 0 };
/** The settings of a host whose MAP_URL is an address of tiles. */
const TILES = {
  map: { url: `${ORIGIN}/{z}/{x}/{y}.png`, kind: "raster", attribution: "The town's own map" },
  alertDefaults: null,
  hasMail: false,
};

let console: ConsoleTest;
beforeAll(async () => {
  console = await startConsoleTest(
    { MAP_URL: `${ORIGIN}/style.json` },
    // Each test looks at its own.
    { expectedFaults: /./ },
  );
});
afterAll(() => console?.stop());

/** Opens a new map. `answer` answers its requests to the map server. */
async function openMap(answer: (route: Route) => Promise<void>, settings?: object): Promise<Page> {
  const page = await console.goAs(console.service.admin, "#/alerts");
  await page.unrouteAll();
  await page.route(`${ORIGIN}/**`, answer);
  if (settings) await page.route("**/config.json", (route) => route.fulfill({ json: settings }));
  await page.evaluate(`localStorage.setItem("location-alerts.view", '${JSON.stringify(FAR)}')`);
  console.faults.length = 0;
  await page.reload();
  return await console.goAs(console.service.admin, "#/");
}

const faultsElsewhere = () => console.faults.filter((fault) => !fault.startsWith(ORIGIN));

browserTest("the tiles of a map server are shown, and no other host is asked", async () => {
  const asked: string[] = [];
  const page = await openMap(async (route) => {
    asked.push(route.request().url());
    await route.fulfill({
      contentType: "image/png",
      headers: { "Access-Control-Allow-Origin": "*" },
      body: Buffer.from(PIXEL, "base64"),
    });
  }, TILES);
  await page.getByText("The town's own map").waitFor();
  await until(() => asked.length > 0);
  expect(faultsElsewhere()).toEqual([]);
});

const json = (content: object) => (route: Route) =>
  route.fulfill({ json: content, headers: { "Access-Control-Allow-Origin": "*" } });

browserTest("the offline map replaces a style that cannot be loaded", async () => {
  const page = await openMap((route) => route.abort());
  await page.getByText("Natural Earth").waitFor();
});

browserTest(
  "the offline map replaces a style that is not valid, and the log says why",
  async () => {
    const page = await openMap(json({ ...GLOBE, layers: [{ id: "sea", type: "sea" }] }));
    await page.getByText("Natural Earth").waitFor();
    expect(String(console.faults)).toContain("layers[0].type: expected one of [fill, line, symbol");
  },
);

const raster = (name: string) => ({ type: "raster", tiles: [`${ORIGIN}/${name}`], maxzoom: 0 });

browserTest(
  "a style may use all that MapLibre can do, and stays if a tile is missing",
  async () => {
    const style = {
      ...GLOBE,
      sources: { missing: raster("missing.png"), late: raster("late.png") },
      layers: [
        ...GLOBE.layers,
        ...["missing", "late"].map((source) => ({ id: source, type: "raster", source })),
      ],
    };
    const page = await openMap(async (route) => {
      const url = route.request().url();
      if (url.endsWith("missing.png"))
        await route.fulfill({ status: 500, headers: { "Access-Control-Allow-Origin": "*" } });
      // The other tile never arrives.
      else if (!url.endsWith("late.png")) await json(style)(route);
    });
    await until(() => faultsElsewhere().length > 0);
    // On a flat map, the sea would fill the page.
    await until(
      async () => (await sharesOf(page, [SEA]))[0] as number,
      (share) => share > 0.005 && share < 0.1,
      150_000,
    );
    expect(await page.getByText("Natural Earth").count()).toBe(0);
    expect(faultsElsewhere()).toEqual([expect.stringContaining("missing.png")]);
  },
);
