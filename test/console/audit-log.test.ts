import { text as readText } from "node:stream/consumers";
import { afterAll, beforeAll, expect } from "@jest/globals";
import { parseCsv } from "../../src/console/words/csv.ts";
import { until } from "../helpers/until.ts";
import { browserTest, type ConsoleTest, startConsoleTest } from "./helpers/browser.ts";

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

  for (const form of ["CSV", "JSON lines"]) {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: `Download as ${form}` }).click(),
    ]);
    const text = await readText(await download.createReadStream());
    const found =
      form === "CSV"
        ? parseCsv(text).map(({ cells }) => [cells[2], cells[5]])
        : [JSON.parse(text)].map(({ actor_id, action }) => [actor_id, action]);
    expect(found.at(-1)?.map(String)).toEqual([String(user.id), "LOGGED_IN"]);
    expect(found).toHaveLength(form === "CSV" ? 2 : 1);
    await page.getByText("The file has 1 entry.").waitFor();
  }

  await page.getByLabel("Until").fill("2020-01-01");
  await page.getByText("There is no such entry.").waitFor();
  expect(console.faults).toEqual([]);
});
