import { afterAll, beforeAll, expect } from "@jest/globals";
import type { Page, Route } from "playwright-core";
import { until } from "../../helpers/until.ts";
import { browserTest, type ConsoleTest, logIn, startConsoleTest } from "../helpers/browser.ts";
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

let console: ConsoleTest;
beforeAll(async () => {
  console = await startConsoleTest({
    MAP_URL: `${ORIGIN}/{z}/{x}/{y}.png`,
    MAP_ATTRIBUTION: "The town's own map",
  });
});
afterAll(() => console?.stop());

browserTest("the tiles of a map server are shown, and no other host is asked", async () => {
  const page = await console.open();
  const asked: string[] = [];
  await page.route(`${ORIGIN}/**`, async (route) => {
    asked.push(route.request().url());
    await route.fulfill({
      contentType: "image/png",
      headers: { "Access-Control-Allow-Origin": "*" },
      body: Buffer.from(PIXEL, "base64"),
    });
  });
  await logIn(page, console.service.admin.email, console.service.admin.password);
  await page.getByText("The town's own map").waitFor();
  await until(() => asked.length > 0);
  expect(console.faults.filter((fault) => !fault.startsWith(ORIGIN))).toEqual([]);
});

/** Opens the map of a console that has a style of a map server. */
async function withStyle(
  answer: (route: Route) => Promise<void>,
  run: (page: Page, console: ConsoleTest) => Promise<void>,
): Promise<void> {
  const styled = await startConsoleTest({ MAP_URL: `${ORIGIN}/style.json` }, { drawsCoast: true });
  try {
    const page = await styled.open();
    await page.route(`${ORIGIN}/**`, answer);
    await logIn(page, styled.service.admin.email, styled.service.admin.password);
    await run(page, styled);
  } finally {
    await styled.stop();
  }
}

const json = (content: object) => (route: Route) =>
  route.fulfill({ json: content, headers: { "Access-Control-Allow-Origin": "*" } });

browserTest("the offline map replaces a style that cannot be loaded", () =>
  withStyle(
    (route) => route.abort(),
    async (page) => await page.getByText("Natural Earth").waitFor(),
  ),
);

browserTest("the offline map replaces a style that is not valid, and the log says why", () =>
  withStyle(json({ ...GLOBE, layers: [{ id: "sea", type: "sea" }] }), async (page, { faults }) => {
    await page.getByText("Natural Earth").waitFor();
    expect(String(faults)).toContain("layers[0].type: expected one of [fill, line, symbol");
  }),
);

browserTest("a style may use all that MapLibre can do, such as a globe", () =>
  withStyle(json(GLOBE), async (page, { faults }) => {
    await page.locator(".map[aria-busy=false]").waitFor();
    await page.evaluate(`localStorage.setItem("location-alerts.view", '${JSON.stringify(FAR)}')`);
    await page.reload();
    // On a flat map, the sea would be everywhere.
    await until(
      async () => (await sharesOf(page, [SEA]))[0] as number,
      (share) => share > 0.005 && share < 0.1,
      150_000,
    );
    expect(faults.filter((fault) => !fault.startsWith(ORIGIN))).toEqual([]);
  }),
);
