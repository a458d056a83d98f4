import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "@jest/globals";
import type { Page } from "playwright-core";
import { makeMapFile, type SchemaName } from "../../helpers/map-file/make.ts";
import { until } from "../../helpers/until.ts";
import { browserTest, type ConsoleTest, startConsoleTest } from "../helpers/browser.ts";
import { sharesOf } from "../helpers/colours.ts";

/** What the style paints main streets and buildings with. */
const COLOURS = { light: ["#fbe9b8", "#dcd8cf"], dark: ["#5b5643", "#373c43"] };
const VIEW = { center: [11.3426, 44.4938], zoom: 15 };

let directory: string;
let path: string;
let console: ConsoleTest;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "las-map-"));
  path = join(directory, "town.pmtiles");
  await writeFile(path, makeMapFile());
  console = await startConsoleTest({ MAP_FILE: path });
});
afterAll(async () => {
  await console?.stop();
  await rm(directory, { recursive: true });
});

/** Replaces the file as an operator does. */
async function replace(schema: SchemaName): Promise<void> {
  const next = join(directory, "next");
  await writeFile(next, makeMapFile(schema));
  await rename(next, path);
}

/** Opens the map in the middle of the town. */
async function openTown(colorScheme: "light" | "dark"): Promise<Page> {
  const options = { colorScheme, deviceScaleFactor: 1, viewport: { width: 800, height: 500 } };
  const page = await console.openAs(console.service.admin, options);
  // Before the console begins: a map that is open keeps its own view when it stops moving.
  await page.addInitScript(
    `localStorage.setItem("location-alerts.view", '${JSON.stringify(VIEW)}')`,
  );
  await page.reload();
  return page;
}

/** Returns which of these colours are on the page. */
async function coloursOn(page: Page, colours: string[]): Promise<string[]> {
  const shares = await sharesOf(page, colours);
  return colours.filter((_, at) => (shares[at] as number) > 0);
}

/** Waits for colours. Without a graphics card, a picture of the map takes seconds on a busy machine. */
const shows = (page: Page, colours: string[]) =>
  until(
    () => coloursOn(page, colours),
    ({ length }) => length === colours.length,
    150_000,
  );

browserTest("streets and buildings of the file are drawn, light and dark", async () => {
  const page = await openTown("light");
  await page.getByText("The invented town").waitFor();
  await shows(page, COLOURS.light);
  // The theme changes while the map is open.
  await page.emulateMedia({ colorScheme: "dark" });
  await shows(page, COLOURS.dark);
});

browserTest("an address of the file is found, and the map moves there", async () => {
  const page = await openTown("light");
  await page.getByLabel("Go to a place").fill("rizzoli 7");
  await page.getByRole("button", { name: "Via Rizzoli 7 Bologna" }).click();
  await until(async () => {
    const { center, zoom } = await page.evaluate<typeof VIEW>(
      `JSON.parse(localStorage.getItem("location-alerts.view"))`,
    );
    return zoom > 17 && Math.abs((center[1] as number) - 44.4895) < 0.001;
  });
  await page.getByLabel("Go to a place").fill("no such street");
  await page.getByText("no place or street begins with").waitFor();
});

browserTest("a file of OpenMapTiles that replaces it is drawn by a new page", async () => {
  await replace("openmaptiles");
  const page = await openTown("light");
  await shows(page, COLOURS.light);
});

browserTest("the offline map is there if the file cannot be read", async () => {
  await rename(path, `${path}.away`);
  try {
    const page = await openTown("light");
    await page.getByText("Natural Earth").waitFor();
    await page.getByText("Nobody has reported a position yet.").waitFor();
    expect(await coloursOn(page, COLOURS.light)).toEqual([]);
  } finally {
    await rename(`${path}.away`, path);
  }
});

browserTest("no page broke its policy or asked another host", () => {
  // The file that could not be read is logged.
  expect(console.faults.filter((fault) => !fault.includes("404"))).toEqual([]);
});
