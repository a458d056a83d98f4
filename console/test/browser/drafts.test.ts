/** @database server */
import { afterAll, beforeAll, expect } from "@jest/globals";
import type { Page } from "playwright-core";
import { until } from "../../../test/helpers/until.ts";
import { browserTest, type ConsoleTest, startConsoleTest } from "../helpers/browser.ts";

let console: ConsoleTest;
beforeAll(async () => {
  console = await startConsoleTest();
});
afterAll(() => console?.stop());

const textOne = (page: Page) => page.getByLabel("ONE for those");
const elsewhere = (page: Page) => page.getByRole("heading", { name: "open in another tab" });
const draftsOf = (page: Page) => page.getByRole("region", { name: "Drafts in this browser" });

/** Waits until a tab shows the draft with a text. */
async function shows(page: Page, text: string): Promise<void> {
  await textOne(page).waitFor();
  expect(await textOne(page).inputValue()).toBe(text);
}

browserTest("two tabs have two drafts, and discarding one keeps the other", async () => {
  const one = await console.openAs(console.service.admin, {}, "#/new");
  await textOne(one).fill("Gas");
  const two = await one.context().newPage();
  await two.goto(`${console.service.url}/console/#/new`);
  await shows(two, "");
  await textOne(two).fill("Flood");
  await two.reload();
  await shows(two, "Flood");

  // One tab at a time works on a draft. The other tab says so, and can take the draft over.
  await two.getByRole("link", { name: "Alerts" }).click();
  await two.getByText("Open in another tab").waitFor();
  await draftsOf(two).getByRole("link", { name: "Gas" }).click();
  await elsewhere(two).waitFor();
  await two.getByRole("button", { name: "Work on it here" }).click();
  await shows(two, "Gas");
  await elsewhere(one).waitFor();

  // A draft that one tab discards disappears from the list in the other.
  await one.getByRole("link", { name: "Alerts" }).click();
  const listed = draftsOf(one).getByRole("link");
  await draftsOf(one).getByRole("link", { name: "Gas" }).waitFor();
  expect((await listed.allInnerTexts()).toSorted()).toEqual(["Flood", "Gas"]);
  await two.getByRole("button", { name: "Discard it…" }).click();
  await two.getByRole("dialog").getByRole("button", { name: "Discard it" }).click();
  await two.getByRole("button", { name: "Discard it…" }).waitFor({ state: "detached" });
  await shows(two, "");
  await until(
    () => listed.allInnerTexts(),
    (names) => names.join() === "Flood",
  );
});
