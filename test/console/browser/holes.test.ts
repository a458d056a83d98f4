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

/** A square at the equator, where degrees of latitude and longitude have the same length. */
const square = (x: number, y: number, half: number): Position[] => [
  [x - half, y - half],
  [x + half, y - half],
  [x + half, y + half],
  [x - half, y + half],
  [x - half, y - half],
];
const OUTER = square(0, 0, 0.5);
const HOLE = square(0.2, 0, 0.1);

/** The rings of the last query for the reach. */
let sent: Position[][] = [];

/** Opens a new alert and pastes the area with its hole. `at` converts degrees to fractions of the map. */
async function paste(): Promise<{ page: Page; at: (x: number, y: number) => [number, number] }> {
  const page = await console.openAs(console.service.admin, {}, "#/alerts");
  page.on("request", (request) => {
    const area = request.url().endsWith("/graphql") && request.postDataJSON().variables.input?.area;
    if (area) sent = area.coordinates;
  });
  await page.getByRole("link", { name: "New alert" }).click();
  await page.getByText("Without drawing").click();
  const area = { type: "Polygon", coordinates: [OUTER, HOLE] };
  await page.getByLabel("Paste it here").fill(JSON.stringify(area));
  await page.getByRole("button", { name: "Add the area" }).click();
  await page.getByText("One area is drawn.").waitFor();
  await until(() => sent.length === 2);
  const box = await page.locator("canvas.maplibregl-canvas").boundingBox();
  if (!box) throw new Error("There is no map.");
  // The map without its margins is as high as the area with two kilometres around it.
  const degree = (box.height - 150) / (1 + 4 / 111.3);
  return {
    page,
    at: (x, y) => [
      (box.width / 2 + x * degree) / box.width,
      ((box.height + 50) / 2 - y * degree) / box.height,
    ],
  };
}

const rounded = (ring: Position[] | undefined) =>
  ring?.map(([x, y]) => [Number(x?.toFixed(1)), Number(y?.toFixed(1))]);
const cornersOf = (ring: Position[] | undefined) => rounded(ring)?.slice(0, -1).toSorted();

browserTest("dragging a corner of an area leaves its hole unchanged", async () => {
  const { page, at } = await paste();
  await clickMap(page, ...at(-0.2, 0));
  await dragOnMap(page, at(0.5, -0.5), at(0.4, -0.4));
  await until(() => rounded(sent[0])?.some((corner) => String(corner) === "0.4,-0.4"));
  await writeTexts(page);
  await page.getByRole("button", { name: "Check and publish" }).click();
  await page.getByRole("button", { name: "Publish now" }).click();
  await page.getByText("0 people told").waitFor();
  const { data } = await console.service.graphql(
    "{ alerts(limit: 1) { areaGeoJson } }",
    {},
    console.service.admin,
  );
  const [outer, hole] = data.alerts[0].areaGeoJson.coordinates;
  expect(cornersOf(outer)).toEqual(
    cornersOf([[-0.5, -0.5], [0.4, -0.4], [0.5, 0.5], [-0.5, 0.5], []]),
  );
  expect(cornersOf(hole)).toEqual(cornersOf(HOLE));
});

browserTest("a hole moves with its area, and can be dragged and removed", async () => {
  const { page, at } = await paste();
  await clickMap(page, ...at(-0.2, 0));
  await dragOnMap(page, at(-0.2, 0), at(-0.3, 0));
  await until(() => String(cornersOf(sent[1])) === String(cornersOf(square(0.1, 0, 0.1))));
  expect(cornersOf(sent[0])).toEqual(cornersOf(square(-0.1, 0, 0.5)));

  await clickMap(page, ...at(0.1, 0));
  await dragOnMap(page, at(0.1, 0), at(-0.2, 0));
  await until(() => String(cornersOf(sent[1])) === String(cornersOf(square(-0.2, 0, 0.1))));
  expect(cornersOf(sent[0])).toEqual(cornersOf(square(-0.1, 0, 0.5)));

  await page.keyboard.press("Delete");
  await until(() => sent.length === 1);
  await page.getByRole("button", { name: "Undo" }).click();
  await until(() => sent.length === 2);
  await clickMap(page, ...at(0.2, 0));
  await page.keyboard.press("Delete");
  await page.getByText("Draw the area on the map.").waitFor();
});

browserTest("no page failed, broke its policy or asked another host", () => {
  expect(console.faults).toEqual([]);
});
