import { afterAll, beforeAll, expect } from "@jest/globals";
import type { Position } from "geojson";
import type { Page } from "playwright-core";
import { until } from "../../helpers/until.ts";
import { browserTest, type ConsoleTest, startConsoleTest } from "../helpers/browser.ts";
import { clickMap, goToPlace } from "../helpers/draw.ts";

const NEW_ALERT = "mutation ($input: AlertInput!) { newAlert(input: $input) { id } }";
/** An area in Bologna. */
const POINTS = [
  { longitude: 11.33, latitude: 44.49 },
  { longitude: 11.345, latitude: 44.49 },
  { longitude: 11.345, latitude: 44.5 },
];

let console: ConsoleTest;
beforeAll(async () => {
  console = await startConsoleTest();
  await console?.service.graphql(
    NEW_ALERT,
    { input: { points: POINTS, text1: "1", text2: "2", text3: "3" } },
    console.service.admin,
  );
});
afterAll(() => console?.stop());

const viewOf = (page: Page) =>
  page.evaluate<{ center: [number, number]; zoom: number }>(
    `JSON.parse(localStorage.getItem("location-alerts.view"))`,
  );
const isNear = async (page: Page, [x, y]: [number, number]) => {
  const { center, zoom } = await viewOf(page);
  return Math.abs(center[0] - x) < 0.05 && Math.abs(center[1] - y) < 0.05 && zoom > 10;
};

browserTest(
  "a rectangle with a hole is drawn by clicks, measured on the way, and found again",
  async () => {
    const page = await console.openAs(console.service.admin, {}, "#/alerts");
    let sent: Position[][] = [];
    page.on("request", (request) => {
      const area =
        request.url().endsWith("/graphql") && request.postDataJSON().variables.input?.area;
      if (area) sent = area.coordinates;
    });
    await page.getByRole("link", { name: "New alert" }).click();
    // Nothing is drawn yet, so the alert that lasts is shown.
    await page.getByRole("button", { name: "Show all" }).click();
    await until(() => isNear(page, [11.34, 44.495]));

    await goToPlace(page, "Ferrara");
    await page.getByRole("button", { name: "Rectangle" }).click();
    await clickMap(page, 0.4, 0.4);
    await page.mouse.move(400, 500);
    await page.getByText(/^Sides [\d.]+ k?m, [\d.]+ k?m$/).waitFor();
    await page.getByText(/^Area [\d.]+ km²$/).waitFor();
    await clickMap(page, 0.6, 0.6);
    await page.getByText("One area is drawn.").waitFor();
    expect(await page.getByText(/^Sides/).count()).toBe(0);

    await page.getByRole("button", { name: "Hole" }).click();
    for (const [x, y] of [
      [0.45, 0.45],
      [0.55, 0.45],
      [0.55, 0.55],
    ] as const)
      await clickMap(page, x, y);
    await page.keyboard.press("Enter");
    await until(() => sent.length === 2 && sent[1]?.length === 4);
    expect(sent[0]).toHaveLength(5);

    await goToPlace(page, "Bologna");
    await page.getByRole("button", { name: "Show all" }).click();
    await until(() => isNear(page, [11.62, 44.835]));
  },
);

browserTest("the keyboard alone makes a rectangle with a hole", async () => {
  const page = await console.openAs(console.service.admin, {}, "#/new");
  await page.getByText("Without drawing").press("Enter");
  const rectangle = page.getByRole("group", { name: "A rectangle" });
  const add = rectangle.getByRole("button", { name: "Add the rectangle" });
  await add.press("Enter");
  await rectangle.getByText("Enter two opposite corners").waitFor();
  await rectangle.getByLabel("One corner").fill("44.4, 11.2");
  await rectangle.getByLabel("The opposite one").fill("44.6, 11.4");
  await add.press("Enter");
  await page.getByText("One area is drawn.").waitFor();
  const whole = await page.getByText(/km²/).last().textContent();
  await rectangle.getByLabel("One corner").fill("44.45, 11.25");
  await rectangle.getByLabel("The opposite one").fill("44.55, 11.35");
  await rectangle.getByRole("button", { name: "Leave the rectangle out" }).press("Enter");
  await until(async () => (await page.getByText(/km²/).last().textContent()) !== whole);
});

browserTest("no page failed, broke its policy or asked another host", () => {
  expect(console.faults).toEqual([]);
});
