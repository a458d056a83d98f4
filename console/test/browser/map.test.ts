/** @database server */
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "@jest/globals";
import type { Page } from "playwright-core";
import { makeMapFile } from "../../../test/helpers/map-file/make.ts";
import { until } from "../../../test/helpers/until.ts";
import { browserTest, type ConsoleTest, startConsoleTest } from "../helpers/browser.ts";
import { sharesOf } from "../helpers/colours.ts";
import { report } from "../helpers/people.ts";

/** The colours of buildings. */
const COLOURS = { light: ["#e1e0dd"], dark: ["#1b1d20"] };
const VIEW = { center: [11.3426, 44.4938], zoom: 16.5 };
const KEPT = "location-alerts.view";

let directory: string;
let path: string;
let console: ConsoleTest;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "las-map-"));
  path = join(directory, "town.pmtiles");
  await writeFile(path, makeMapFile());
  console = await startConsoleTest(
    { MAP_FILE: path },
    // The file that cannot be read is logged.
    { expectedFaults: /404/ },
  );
});
afterAll(async () => {
  await console?.stop();
  await rm(directory, { recursive: true });
});

/** Opens a new map in the middle of the town. */
async function openTown(): Promise<Page> {
  const page = await console.goAs(console.service.admin, "#/alerts");
  // A map that is still open stores its own view when it stops moving, which may happen after this.
  await until(
    async () => {
      await page.evaluate(`localStorage.setItem("${KEPT}", '${JSON.stringify(VIEW)}')`);
      await page.reload();
      return await page.evaluate<typeof VIEW>(`JSON.parse(localStorage.getItem("${KEPT}"))`);
    },
    ({ zoom }) => zoom === VIEW.zoom,
  );
  return await console.goAs(console.service.admin, "#/");
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

browserTest("the map file's streets and buildings are drawn, and its addresses found", async () => {
  const page = await openTown();
  await page.getByText("The invented town").waitFor();
  await shows(page, COLOURS.light);
  // The theme changes while the map is open.
  await page.emulateMedia({ colorScheme: "dark" });
  await shows(page, COLOURS.dark);

  const found = page.getByRole("button", { name: "Via Rizzoli 7 Bologna" });
  // The host needs some time after its start until streets can be searched.
  await until(async () => {
    await page.getByLabel("Go to a place").fill("");
    await page.getByLabel("Go to a place").fill("rizzoli 7");
    return await found.waitFor({ timeout: 5_000 }).then(
      () => true,
      () => false,
    );
  });
  await found.click();
  await until(async () => {
    const { center, zoom } = await page.evaluate<typeof VIEW>(
      `JSON.parse(localStorage.getItem("${KEPT}"))`,
    );
    return zoom > 17 && Math.abs((center[1] as number) - 44.4895) < 0.001;
  });
  await page.getByLabel("Go to a place").fill("no such street");
  await page.getByText("no place or street begins with").waitFor();
});

browserTest("the offline map is shown, with a note, if the map file cannot be read", async () => {
  await rename(path, `${path}.away`);
  try {
    const page = await openTown();
    await page.getByText("Natural Earth").waitFor();
    await page.getByText("Nobody has reported a position yet.").waitFor();
    await page.getByText("The map's streets could not be loaded.").waitFor();
    expect(await coloursOn(page, COLOURS.light)).toEqual([]);
  } finally {
    await rename(`${path}.away`, path);
  }
});

browserTest("the map follows people without a history, and removes an erased person", async () => {
  const { service } = console;
  const [rita, otto] = [await service.newUser(), await service.newUser()];
  await report(service, rita, 44.495, 11.335);
  await service.owner.query("update app_private.settings set last_position_only = true");
  const page = await console.goAs(service.admin, "#/");
  const shows = (people: string) =>
    page.getByText(`${people} reported where they are.`, { exact: true }).waitFor();
  await shows("1 person has");
  await report(service, otto, 44.49, 11.34);
  await shows("2 people have");
  await service.graphql(
    "mutation ($password: String!) { eraseMe(currentPassword: $password) { userId } }",
    { password: rita.password },
    rita,
  );
  await shows("1 person has");
});
