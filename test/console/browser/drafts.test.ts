import { afterAll, beforeAll, expect } from "@jest/globals";
import type { Page } from "playwright-core";
import { browserTest, type ConsoleTest, startConsoleTest } from "../helpers/browser.ts";
import { writeTexts } from "../helpers/draw.ts";
import { TAKE_BACK_BRIEFLY } from "../helpers/take-back.ts";

let console: ConsoleTest;
beforeAll(async () => {
  console = await startConsoleTest({ JOBS: "true" });
  await console?.service.owner.query(TAKE_BACK_BRIEFLY);
});
afterAll(() => console?.stop());

const textOne = (page: Page) => page.getByLabel("ONE for those");
const elsewhere = (page: Page) => page.getByRole("heading", { name: "open in another tab" });

/** Opens a tab of the same browser. */
async function openTab(beside: Page, address: string): Promise<Page> {
  const page = await beside.context().newPage();
  await page.goto(`${console.service.url}/console/${address}`);
  return page;
}

/** Opens the drafts of this browser and continues with one. */
async function continueWith(page: Page, name: string): Promise<void> {
  await page.getByRole("link", { name: "Alerts" }).click();
  const drafts = page.getByRole("region", { name: "Drafts in this browser" });
  await drafts.getByRole("link", { name }).click();
}

browserTest("two tabs have two drafts, and publishing one keeps the other", async () => {
  const one = await console.openAs(console.service.admin, {}, "#/new");
  await textOne(one).fill("Gas");
  const two = await openTab(one, "#/new");
  await textOne(two).waitFor();
  expect(await textOne(two).inputValue()).toBe("");
  await textOne(two).fill("Flood");
  for (const [page, text] of [
    [one, "Gas"],
    [two, "Flood"],
  ] as const) {
    await page.reload();
    await textOne(page).waitFor();
    expect(await textOne(page).inputValue()).toBe(text);
  }

  // One tab at a time works on a draft. The other says so, and may take it back.
  await one.getByRole("link", { name: "Alerts" }).click();
  await one.getByText("Open in another tab").waitFor();
  await one.getByRole("link", { name: "Flood" }).click();
  await elsewhere(one).waitFor();
  await one.getByRole("button", { name: "Work on it here" }).click();
  await textOne(one).waitFor();
  expect(await textOne(one).inputValue()).toBe("Flood");
  await elsewhere(two).waitFor();
  await continueWith(two, "Gas");
  await textOne(two).waitFor();
  expect(await textOne(two).inputValue()).toBe("Gas");

  await one.getByText("Without drawing").click();
  await one.getByLabel("Latitude").fill("44.5");
  await one.getByLabel("Longitude").fill("11.3");
  await one.getByRole("button", { name: "Add the circle" }).click();
  await writeTexts(one);
  await one.getByRole("button", { name: "Check and publish" }).click();
  await one.getByRole("button", { name: "Publish now" }).click();
  await one.getByText("0 people told").waitFor();
  await two.reload();
  await textOne(two).waitFor();
  expect(await textOne(two).inputValue()).toBe("Gas");

  await two.getByRole("button", { name: "Discard it…" }).click();
  await two.getByRole("dialog").getByRole("button", { name: "Discard it" }).click();
  await two.getByRole("button", { name: "Discard it…" }).waitFor({ state: "detached" });
  expect(await textOne(two).inputValue()).toBe("");
  await two.getByRole("link", { name: "Alerts" }).click();
  await two.getByRole("heading", { name: "Alerts" }).waitFor();
  expect(await two.getByText("Drafts in this browser").count()).toBe(0);
});

browserTest("no page failed, broke its policy or asked another host", () => {
  expect(console.faults).toEqual([]);
});
