import { text as readText } from "node:stream/consumers";
import { afterAll, beforeAll, expect } from "@jest/globals";
import { parseCsv } from "../../../src/console/words/csv.ts";
import { until } from "../../helpers/until.ts";
import { browserTest, type ConsoleTest, startConsoleTest } from "../helpers/browser.ts";

let console: ConsoleTest;
beforeAll(async () => {
  console = await startConsoleTest();
});
afterAll(() => console?.stop());

browserTest("finds what a person did, and downloads it", async () => {
  const { service } = console;
  const user = await service.newUser();
  const page = await console.openAs(service.admin, {}, "#/users");
  await page.getByRole("link", { name: "Audit log" }).click();
  await page.getByRole("row", { name: "Logged in" }).first().waitFor();

  const [{ name }] = (
    await service.owner.query("select name from app_public.users where id = $1", [user.id])
  ).rows;
  await page.getByLabel("any word of a name").fill(user.email);
  await page.getByRole("button", { name: `What ${name} did` }).click();
  await page.getByText(`By ${name}`).waitFor();
  await page.getByRole("combobox", { name: "What" }).selectOption("Logged in");
  const rows = page.locator("tbody tr");
  await until(
    () => rows.allTextContents(),
    (texts) => texts.length === 1 && texts[0]?.includes(`${name} (${user.id})Logged in`) === true,
  );
  expect(page.url()).toContain(`#/audit-log?actor=${user.id}&action=LOGGED_IN`);

  async function download(form: "CSV" | "JSON lines"): Promise<string> {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: `Download as ${form}` }).click(),
    ]);
    return readText(await file.createReadStream());
  }
  const csv = parseCsv(await download("CSV")).map(({ cells }) => [cells[2], cells[5]]);
  expect(csv).toEqual([
    ["actor_id", "action"],
    [String(user.id), "LOGGED_IN"],
  ]);
  await page.getByText("The file has 1 entry.").waitFor();
  expect(JSON.parse(await download("JSON lines"))).toMatchObject({
    actor_id: user.id,
    action: "LOGGED_IN",
  });

  // More than a page of the list, and of a file.
  await service.owner.query(
    "select app_private.audit('AREA_CREATED', 'AREA', n) from generate_series(1, 1500) n",
  );
  const byEveryone = page.getByRole("button", { name: "By everyone" });
  await byEveryone.click();
  await byEveryone.waitFor({ state: "hidden" });
  await page.getByRole("combobox", { name: "What" }).selectOption("Saved an area");
  await page.getByRole("row", { name: "Saved area 1500" }).waitFor();
  await page.getByRole("button", { name: "Show more" }).click();
  await page.getByRole("row", { name: "Saved area 1401" }).waitFor();
  const ids = parseCsv(await download("CSV")).map(({ cells }) => cells[7]);
  expect(ids).toEqual(["object_id", ...Array.from({ length: 1500 }, (_, at) => String(at + 1))]);

  await page.getByLabel("Until").fill("2020-01-01");
  await page.getByText("There is no such entry.").waitFor();
  expect(console.faults).toEqual([]);
});
