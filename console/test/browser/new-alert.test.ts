/** @database server */
import { afterAll, beforeAll, expect } from "@jest/globals";
import type { Position } from "geojson";
import type { Page, Request } from "playwright-core";
import type { TestUser } from "../../../test/helpers/service.ts";
import { until } from "../../../test/helpers/until.ts";
import { circleOf, circleShape } from "../../src/geo/circle.ts";
import { lengthOf } from "../../src/geo/measure.ts";
import { browserTest, type ConsoleTest, startConsoleTest } from "../helpers/browser.ts";
import { clickMap, dragOnMap, drawSquare, goToPlace, writeTexts } from "../helpers/draw.ts";
import { report } from "../helpers/people.ts";
import { square } from "../helpers/square.ts";
import { TAKE_BACK_BRIEFLY } from "../helpers/take-back.ts";

/** The middle of Bologna, to which the map moves. */
const CENTRE = [44.49381, 11.33875] as const;

let console: ConsoleTest;
let inside: TestUser;
let outside: TestUser;
beforeAll(async () => {
  console = await startConsoleTest({ JOBS: "true" });
  if (!console) return;
  await console.service.owner.query(
    "update app_private.settings set level2_distance = 500, level3_distance = 1500, alert_duration = '3 hours'",
  );
  await console.service.owner.query(TAKE_BACK_BRIEFLY);
  inside = await console.service.newUser();
  outside = await console.service.newUser();
  await report(console.service, inside, ...CENTRE);
  await report(console.service, outside, 45, 12);
});
afterAll(() => console?.stop());

/** Begins a new alert in the window of this file. Each test publishes it, or clears it. */
async function begin(): Promise<Page> {
  const page = await console.goAs(console.service.admin, "#/alerts");
  await page.getByRole("link", { name: "New alert" }).press("Enter");
  await page.getByRole("heading", { name: "New alert" }).waitFor();
  return page;
}
const clear = (page: Page) => page.getByRole("button", { name: "Clear" }).click();

browserTest(
  "an alert is drawn, taken back and published, and a late entry updates its numbers",
  async () => {
    const { service } = console;
    const page = await begin();
    await goToPlace(page, "Bologna");
    await drawSquare(page);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Draw the area on the map.").waitFor();
    await page.getByRole("button", { name: "Redo" }).click();
    await page.getByText("One area is drawn.").waitFor();
    await writeTexts(page);
    // The service's settings are shown, and their values are left to the service.
    await until(
      () => page.getByLabel("Metres that zone THREE reaches").inputValue(),
      (value) => value === "1500",
    );
    await page.getByText("3 hours, as usual").waitFor({ state: "attached" });
    await page.getByText("1 person in the zones · 0 phones will ring").waitFor();
    await service.owner.query("update app_private.settings set take_back_time = '1 minute'");
    await page.getByRole("button", { name: "Check…" }).click();
    const dialog = page.getByRole("dialog", { name: "Publish the alert?" });
    await dialog.getByText("1 person inside the area").waitFor();
    await dialog.getByText("LIVE For everyone").waitFor();
    // The push of each zone, as a phone shows it.
    await dialog.getByText("Leave the centre now.", { exact: true }).waitFor();
    await dialog.getByText("Do not enter the centre.").first().waitFor();
    await dialog.getByText("Expect closed roads.").first().waitFor();
    await dialog.getByRole("region", { name: "The map with the alert's zones" }).waitFor();
    await dialog.locator(".maplibregl-ctrl-scale").waitFor();
    await dialog.getByText("in 3 h").waitFor();
    await dialog.getByText("English").waitFor();
    await dialog.getByText("no other alert").waitFor();
    await dialog.getByText("1 person in the zones · 0 phones will ring").waitFor();
    const publish = dialog.getByRole("button", { name: "Publish now" });
    expect(await publish.isEnabled()).toBe(false);
    await dialog.getByLabel("I know that no phone will ring").check();
    await publish.click();
    await dialog.getByText("It goes out even if you close this page.").waitFor();
    const back = dialog.getByRole("button", { name: "Take it back" });
    expect(await back.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(
      true,
    );
    await page.keyboard.press("Escape");
    await dialog.getByText("It was taken back: nothing was published.").waitFor();
    const { rows } = await service.owner.query(
      "select state, (select count(*)::int from app_public.alerts) as alerts from app_private.held_publications",
    );
    expect(rows).toEqual([{ state: "TAKEN_BACK", alerts: 0 }]);
    await service.owner.query(TAKE_BACK_BRIEFLY);
    await publish.dblclick();
    await page.getByText("1 in the zones", { exact: true }).waitFor();

    await report(service, outside, ...CENTRE);
    await page.getByText("2 in the zones", { exact: true }).waitFor();
    const { data } = await service.graphql(
      "{ alerts { id reachedUsers level2Distance level3Distance createdAt expiresAt } }",
      {},
      service.admin,
    );
    expect(data.alerts).toHaveLength(1);
    const [{ createdAt, expiresAt, ...alert }] = data.alerts;
    expect(alert).toEqual({
      id: expect.any(Number),
      reachedUsers: 2,
      level2Distance: 500,
      level3Distance: 1500,
    });
    expect(expiresAt - createdAt).toBe(3 * 3600);
  },
);

browserTest("the keyboard alone is enough to publish", async () => {
  const page = await begin();
  await page.getByText("Without drawing").press("Enter");
  for (const [label, text] of [
    ["Latitude", String(CENTRE[0])],
    ["Longitude", String(CENTRE[1])],
  ] as const) {
    await page.getByLabel(label).focus();
    await page.keyboard.insertText(text);
  }
  await page.getByRole("button", { name: "Add the circle" }).press("Enter");
  await page.getByText("One area is drawn.").waitFor();
  await writeTexts(page);
  await page.getByRole("button", { name: "Check…" }).press("Enter");
  await page.getByLabel("I know that no phone will ring").press("Space");
  await page.getByRole("button", { name: "Publish now" }).focus();
  // A key that is held down publishes, but does not take the publication back.
  await page.keyboard.down("Enter");
  await page.getByRole("button", { name: "Take it back" }).waitFor();
  await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await page.getByText("2 in the zones", { exact: true }).waitFor();
});

const placemark = (name: string, x: number) => {
  const coordinates = square(x, 44, 0.01).map(String).join(" ");
  return `<Placemark><name>${name}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${coordinates}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;
};
const KML = `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${placemark("North", 11)}${placemark("South", 12)}</Document></kml>`;

browserTest("areas are added from a file, and saved under a name", async () => {
  const page = await begin();
  await page.getByText("Without drawing").click();
  const mimeType = "application/octet-stream";
  await page
    .getByLabel("File with areas")
    .setInputFiles({ name: "areas.kml", mimeType, buffer: Buffer.from(KML) });
  await page.getByLabel("South").uncheck();
  await page.getByRole("button", { name: "Add these areas" }).click();
  await page.getByText("One area is drawn.").waitFor();
  await page.getByRole("button", { name: "Save this area…" }).click();
  await page.getByLabel("Name", { exact: true }).fill("The north");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "The north saved" }).click();
  await page.getByText("2 areas are drawn.").waitFor();
  await clear(page);
});

/** The area of the last query for the reach. */
let sent: { type: string; coordinates: Position[][] } | undefined;
const keepSent = (request: Request) => {
  const area = request.url().endsWith("/graphql") && request.postDataJSON().variables.input?.area;
  if (area) sent = area;
};

/** Begins a new alert, and keeps the areas that it asks the service for. */
async function beginArea(): Promise<Page> {
  const page = await begin();
  sent = undefined;
  page.off("request", keepSent);
  page.on("request", keepSent);
  return page;
}

browserTest(
  "a rectangle with a hole is drawn by clicks, measured meanwhile, and found again by Show all",
  async () => {
    const page = await beginArea();
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
    await until(() => sent?.coordinates.map(({ length }) => length).join() === "5,4");

    await goToPlace(page, "Bologna");
    await page.getByRole("button", { name: "Show all" }).click();
    await until(
      () =>
        page.evaluate<{ center: [number, number]; zoom: number }>(
          `JSON.parse(localStorage.getItem("location-alerts.view"))`,
        ),
      ({ center: [x, y], zoom }) =>
        Math.abs(x - 11.62) < 0.05 && Math.abs(y - 44.835) < 0.05 && zoom > 10,
    );
    await clear(page);
  },
);

browserTest(
  "a circle that is drawn, moved or resized on the map is round on the earth",
  async () => {
    const page = await beginArea();
    await goToPlace(page, "Bologna");
    await page.getByRole("button", { name: "Circle" }).click();
    await clickMap(page, 0.5, 0.5);
    await clickMap(page, 0.6, 0.5);
    const roundOne = async (isNew: (metres: number, latitude: number) => boolean) => {
      // While a circle is dragged, the map sends it as terra-draw moves it.
      const ring = await until(
        () => sent?.coordinates[0] ?? [],
        (ring) => {
          if (ring.length !== 65) return false;
          const { centre, metres } = circleOf(ring);
          const [exact = []] = circleShape(centre, metres).coordinates;
          const apart = ring.map((corner, index) => lengthOf([corner, exact[index] as Position]));
          return isNew(metres, centre[1] as number) && Math.max(...apart) < 0.01;
        },
      );
      const { centre, metres } = circleOf(ring);
      return { metres, latitude: centre[1] as number };
    };
    await page.getByText("One area is drawn.").waitFor();
    const drawn = await roundOne((metres) => metres > 100);
    await dragOnMap(page, [0.52, 0.5], [0.52, 0.3]);
    // On the flat map, the same circle is larger further north.
    const moved = await roundOne(
      (metres, latitude) => latitude > drawn.latitude && Math.abs(metres - drawn.metres) < 0.01,
    );
    expect(moved.latitude - drawn.latitude).toBeGreaterThan(0.001);
    await dragOnMap(page, [0.6, 0.3], [0.65, 0.3]);
    await roundOne((metres) => metres > 1.2 * moved.metres);
    await clear(page);
  },
);
