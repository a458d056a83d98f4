import { afterAll, beforeAll, expect } from "@jest/globals";
import type { Page } from "playwright-core";
import { browserTest, type ConsoleTest, startConsoleTest } from "./helpers/browser.ts";
import { square } from "./helpers/square.ts";
import { TAKE_BACK_BRIEFLY } from "./helpers/take-back.ts";

let console: ConsoleTest;
beforeAll(async () => {
  console = await startConsoleTest({ JOBS: "true" });
  await console?.service.owner.query(TAKE_BACK_BRIEFLY);
});
afterAll(() => console?.stop());

const openAreas = (page: Page) => page.getByText("Saved areas, countries, files").click();
const file = (name: string, content: string) => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.from(content),
});
const coordinates = (x: number) =>
  square(x, 44, 0.01)
    .map((at) => at.join(","))
    .join(" ");
const placemark = (name: string, x: number) =>
  `<Placemark><name>${name}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${coordinates(x)}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;
const KML = `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${placemark("North", 11)}${placemark("South", 12)}</Document></kml>`;

browserTest("areas come from files, names and countries, and are saved for everyone", async () => {
  const page = await console.openAs(console.service.admin, {}, "#/new");
  await openAreas(page);
  await page.getByText("No area is saved yet.").waitFor();
  const input = page.getByLabel("File with areas");
  await input.setInputFiles(file("track.gpx", "<gpx></gpx>"));
  await page.getByText("The file is not KML, or is damaged.").waitFor();
  await input.setInputFiles(file("areas.kml", KML));
  await page.getByLabel("South").uncheck();
  await page.getByRole("button", { name: "Add these areas" }).click();
  await page.getByText("One area is drawn.").waitFor();

  await page.getByRole("button", { name: "Save this area…" }).click();
  await page.getByLabel("Its name").fill("The north");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "The north saved" }).waitFor();

  await page.getByLabel("Find a saved area or a country").fill("mari");
  await page.getByRole("button", { name: "San Marino country" }).click();
  await page.getByText("2 areas are drawn.").waitFor();

  const other = await console.openAs(await console.service.newUser({ isAdmin: true }), {}, "#/new");
  await openAreas(other);
  await other.getByRole("button", { name: "The north saved" }).click();
  await other.getByText("One area is drawn.").waitFor();
  expect(await other.getByRole("alert").allTextContents()).not.toContainEqual(
    expect.stringMatching(/./),
  );
});

browserTest("no page failed, broke its policy or asked another host", () => {
  expect(console.faults).toEqual([]);
});
