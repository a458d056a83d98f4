import { afterAll, beforeAll, expect } from "@jest/globals";
import type { Page } from "playwright-core";
import { until } from "../../helpers/until.ts";
import { browserTest, type ConsoleTest, startConsoleTest } from "../helpers/browser.ts";
import { square } from "../helpers/square.ts";
import { TAKE_BACK_BRIEFLY } from "../helpers/take-back.ts";

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
  await other.getByRole("link", { name: "Templates" }).click();
  await other.getByRole("button", { name: "Rename The north" }).click();
  await other.getByLabel("Its name").fill("The far north");
  await other.getByRole("button", { name: "Rename", exact: true }).click();
  await other.getByRole("button", { name: "New alert for The far north" }).waitFor();
});

browserTest("an alert begins with a template, and no placeholder is ever sent", async () => {
  const page = await console.openAs(console.service.admin, {}, "#/templates");
  await page.getByText("There is no template yet.").waitFor();
  await page.getByRole("button", { name: "New template" }).click();
  await page.getByLabel("Its name").fill("Flood");
  await page.getByLabel("Title").fill("Flood in {place}");
  await page.getByLabel("ONE for those").fill("Water rises in {place}. Go up.");
  await page.getByLabel("TWO for those").fill("Stay out of {place} until {end}.");
  await page.getByLabel("THREE for those").fill("Expect closed roads.");
  await page.getByLabel("All-clear").fill("The water in {place} has gone.");
  await page.getByLabel("Correction").fill("There is no flood in {place}.");
  await page.getByLabel("Severity").selectOption("SEVERE");
  await page.getByLabel("Lasts").selectOption("10800");
  await page.getByLabel("TWO, metres").fill("300");
  await page.getByRole("button", { name: "Save", exact: true }).click();

  await page.getByRole("button", { name: "New alert from Flood" }).click();
  await openAreas(page);
  await page.getByRole("button", { name: "The far north saved" }).click();
  const publish = page.getByRole("button", { name: "Check and publish…" });
  await page.getByText("Fill in place, end.").waitFor();
  expect(await publish.isDisabled()).toBe(true);
  expect(await page.getByLabel("Lasts").inputValue()).toBe("3");
  await page.getByLabel("place", { exact: true }).fill("Molinella");
  await page.getByLabel("end", { exact: true }).fill("{noon}");
  await page.getByText("Fill in noon.").waitFor();
  await page.getByLabel("end", { exact: true }).fill("noon");
  await publish.click();
  await page.getByText("Stay out of Molinella until noon.").first().waitFor();
  await page.getByText("Flood in Molinella").first().waitFor();
  await page.getByRole("button", { name: "Publish now" }).click();
  await page.getByText("0 people told").waitFor();

  await page.getByRole("link", { name: "Update…" }).click();
  await page.getByRole("button", { name: "Take the template's correction" }).click();
  await page.getByText("Fill in place.").waitFor();
  await page.getByRole("link", { name: "Leave it as it was" }).click();
  await page.getByRole("button", { name: "End it…" }).click();
  const end = page.getByRole("button", { name: "End it now" });
  await page.getByLabel("place", { exact: true }).waitFor();
  expect(await end.isDisabled()).toBe(true);
  await page.getByLabel("place", { exact: true }).fill("Molinella");
  await end.click();
  await page.getByText("All-clear: The water in Molinella has gone.").waitFor();
  const { rows } = await console.service.owner.query(
    "select text1, severity, level2_distance, template_id is not null as from_template from app_public.alerts",
  );
  expect(rows).toEqual([
    {
      text1: "Water rises in Molinella. Go up.",
      severity: "SEVERE",
      level2_distance: 300,
      from_template: true,
    },
  ]);
});

const textOne = (page: Page) => page.getByLabel("ONE for those");
const saved = (page: Page) => page.getByText("Shared as “Reno”. Saved.").waitFor();
const isGone = async () => {
  const { rows } = await console.service.owner.query("select from app_public.shared_drafts");
  return rows.length === 0;
};

browserTest("administrators share a draft: one edits, both edit, one publishes", async () => {
  const { service } = console;
  const a = await console.openAs(service.admin, {}, "#/new");
  await openAreas(a);
  await a.getByRole("button", { name: "The far north saved" }).click();
  await textOne(a).fill("Of A");
  await a.getByLabel("TWO for those").fill("Two");
  await a.getByRole("button", { name: "Share it with" }).click();
  await a.getByLabel("Its name").fill("Reno");
  await a.getByRole("button", { name: "Share", exact: true }).click();
  await saved(a);

  const colleague = await service.newUser({ isAdmin: true });
  await service.owner.query("update app_public.users set name = 'Colleague' where id = $1", [
    colleague.id,
  ]);
  const b = await console.openAs(colleague, {}, "#/alerts");
  await b.getByText("Administrator works on it now").waitFor();
  await b.getByRole("button", { name: "Open Reno" }).click();
  await b.getByText("Administrator works on it now.").waitFor();
  expect(await textOne(b).inputValue()).toBe("Of A");
  await b.getByText("One area is drawn.").waitFor();
  // A hears of the change only after one of their own.
  const { promise: hasChanged, resolve: change } = Promise.withResolvers<void>();
  await a.route("**/graphql", async (route) => {
    if (route.request().postData()?.includes("SharedDraftMark")) await hasChanged;
    await route.continue();
  });
  await b.getByLabel("THREE for those").fill("Three");
  const stored = "select from app_public.shared_drafts where content like '%Three%'";
  await until(async () => (await service.owner.query(stored)).rowCount === 1);
  await saved(b);

  // Both have changed it: nobody's work is lost.
  await textOne(a).fill("Of A again");
  change();
  await a.getByText("Colleague has changed this draft meanwhile").waitFor();
  await a.getByRole("button", { name: "Take theirs" }).click();
  await saved(a);
  expect(await a.getByLabel("THREE for those").inputValue()).toBe("Three");
  expect(await textOne(a).inputValue()).toBe("Of A");
  await a.getByText("One other draft").waitFor();

  await b.getByRole("button", { name: "Check and publish…" }).click();
  await b.getByRole("button", { name: "Publish now" }).click();
  await b.getByText("0 people told").waitFor();
  expect(await isGone()).toBe(true);
  await textOne(a).fill("Too late");
  await a.getByText("This draft was published or removed meanwhile.").waitFor();
  await a.getByRole("button", { name: "Check and publish…" }).click();
  await a.getByRole("button", { name: "Publish now" }).click();
  await a.getByText("Nothing was published").waitFor();
  const { rows } = await service.owner.query(
    "select text1, text3 from app_public.alerts where text3 = 'Three'",
  );
  expect(rows).toEqual([{ text1: "Of A", text3: "Three" }]);
});

browserTest("no page failed, broke its policy or asked another host", () => {
  expect(console.faults).toEqual([]);
});
