import { afterAll, beforeAll, expect } from "@jest/globals";
import type { Position } from "geojson";
import type { Page } from "playwright-core";
import { until } from "../../helpers/until.ts";
import { browserTest, type ConsoleTest, startConsoleTest } from "../helpers/browser.ts";
import { clickMap, dragOnMap, writeTexts } from "../helpers/draw.ts";
import { TAKE_BACK_BRIEFLY } from "../helpers/take-back.ts";

let console: ConsoleTest;
beforeAll(async () => {
  console = await startConsoleTest({ JOBS: "true" });
  await console?.service.owner.query(TAKE_BACK_BRIEFLY);
});
afterAll(() => console?.stop());

/** A square around a place on the equator, as RFC 7946 cuts it at the 180th meridian. */
const CUT = {
  type: "MultiPolygon",
  coordinates: [
    [
      [
        [179.5, -0.5],
        [180, -0.5],
        [180, 0.5],
        [179.5, 0.5],
        [179.5, -0.5],
      ],
    ],
    [
      [
        [-180, -0.5],
        [-179.5, -0.5],
        [-179.5, 0.5],
        [-180, 0.5],
        [-180, -0.5],
      ],
    ],
  ],
};

/** The area of the last query for the reach. */
let sent: { type: string; coordinates: Position[][] } | undefined;

/** The map's last view, as the console stores it. */
const viewOf = (page: Page) =>
  page.evaluate<{ center: [number, number]; zoom: number }>(
    `JSON.parse(localStorage.getItem("location-alerts.view"))`,
  );

/** The corners of the area that was sent, with longitudes from the 180th meridian on. */
const cornersSent = () =>
  sent?.coordinates[0]
    ?.slice(0, -1)
    .map(([x, y]) => [((((x as number) % 360) + 360) % 360) - 180, y as number])
    .map((corner) => corner.map((degrees) => (Math.round(degrees * 10) + 0) / 10).join())
    .toSorted()
    .join(" ");

const squareSent = (half: number) =>
  [`-${half},-${half}`, `-${half},${half}`, `${half},-${half}`, `${half},${half}`].join(" ");

browserTest(
  "an area across the 180th meridian is drawn, edited, published and shown in one piece",
  async () => {
    const page = await console.openAs(console.service.admin, {}, "#/alerts");
    page.on("request", (request) => {
      const area =
        request.url().endsWith("/graphql") && request.postDataJSON().variables.input?.area;
      if (area) sent = area;
    });
    await page.getByRole("link", { name: "New alert" }).click();
    await page.getByText("Without drawing").click();
    await page.getByLabel("Paste it here").fill(JSON.stringify(CUT));
    await page.getByRole("button", { name: "Add the area" }).click();
    await page.getByText("One area is drawn.").waitFor();
    await until(() => cornersSent() === squareSent(0.5));

    const box = await page.locator("canvas.maplibregl-canvas").boundingBox();
    if (!box) throw new Error("There is no map.");
    // The map without its margins is as high as the area with two kilometres around it.
    const degree = (box.height - 150) / (1 + 4 / 111.3);
    const at = (x: number, y: number): [number, number] => [
      (box.width / 2 + x * degree) / box.width,
      ((box.height + 50) / 2 - y * degree) / box.height,
    ];
    // Corners can be dragged on both sides.
    await clickMap(page, ...at(0.1, 0));
    await dragOnMap(page, at(0.5, -0.5), at(0.4, -0.4));
    await dragOnMap(page, at(-0.5, 0.5), at(-0.4, 0.4));
    await until(() => cornersSent() === "-0.4,0.4 -0.5,-0.5 0.4,-0.4 0.5,0.5");

    // A new one is drawn by clicks on both sides.
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByRole("button", { name: "Corners" }).click();
    for (const corner of [at(-0.3, -0.3), at(0.3, -0.3), at(0.3, 0.3), at(-0.3, 0.3)]) {
      await clickMap(page, ...corner);
    }
    await page.keyboard.press("Enter");
    await until(() => cornersSent() === squareSent(0.3));
    expect(sent?.type).toBe("Polygon");
    await writeTexts(page);
    await page.getByRole("button", { name: "Check and publish" }).click();
    await page.getByRole("button", { name: "Publish now" }).click();
    await page.getByText("0 people told").waitFor();

    const { data } = await console.service.graphql(
      "{ alerts(limit: 1) { id areaGeoJson } }",
      {},
      console.service.admin,
    );
    const [{ id, areaGeoJson }] = data.alerts;
    expect(areaGeoJson.type).toBe("MultiPolygon");
    expect(areaGeoJson.coordinates).toHaveLength(2);

    // Each screen moves the map to the alert.
    const fits = async () => {
      const { center, zoom } = await viewOf(page);
      return Math.abs(center[0]) > 179.9 && Math.abs(center[1]) < 0.3 && zoom > 7;
    };
    const moveAway = () =>
      page.evaluate(
        `localStorage.setItem("location-alerts.view", JSON.stringify({ center: [10, 45], zoom: 3 }))`,
      );
    for (const address of [`#/alerts/${id}`, `#/alerts/${id}/update`]) {
      await moveAway();
      await page.goto(`${console.service.url}/console/${address}`);
      await page.reload();
      await until(fits);
    }
    await page.getByText("One area is drawn.").waitFor();
    await page.getByRole("link", { name: "Map", exact: true }).click();
    await page.getByRole("button", { name: `Show alert ${id} on the map` }).click();
    await until(fits);
  },
);

browserTest("no page failed, broke its policy or asked another host", () => {
  expect(console.faults).toEqual([]);
});
