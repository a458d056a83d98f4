/** @database server */
import { afterAll, beforeAll, expect } from "@jest/globals";
import type { Page } from "playwright-core";
import { browserTest, type ConsoleTest, startConsoleTest } from "../helpers/browser.ts";
import { toWhat } from "../helpers/draw.ts";

let console: ConsoleTest;
beforeAll(async () => {
  console = await startConsoleTest();
});
afterAll(() => console?.stop());

const textOne = (page: Page) => page.getByLabel("ONE for those");
const isSaved = (page: Page) => page.getByText("Only you see it. Saved.").waitFor();

/** Waits until a tab shows the draft with a text. */
async function shows(page: Page, text: string): Promise<void> {
  await toWhat(page);
  await textOne(page).waitFor();
  expect(await textOne(page).inputValue()).toBe(text);
}
/** Opens a draft of the list. */
async function open(page: Page, name: string): Promise<void> {
  await page.getByRole("link", { name: "Alerts" }).click();
  await page.getByRole("button", { name: `Open ${name}` }).click();
  await shows(page, name);
}

browserTest("drafts outlast a reload, a lost connection and their tab", async () => {
  const one = await console.openAs(console.service.admin, {}, "#/new");
  const openTab = async () => {
    const tab = await one.context().newPage();
    await tab.goto(`${console.service.url}/console/#/new`);
    return tab;
  };
  await toWhat(one);
  await textOne(one).fill("Gas");
  await isSaved(one);
  const two = await openTab();
  await shows(two, "");
  await textOne(two).fill("Flood");
  // Before it is saved, the browser has a copy.
  await two.reload();
  await shows(two, "Flood");
  await isSaved(two);
  await two.getByRole("button", { name: "Draft", exact: true }).click();
  await two.getByText("One other draft").waitFor();

  // What a tab could not send before it was closed is sent when the connection is back.
  await one.context().setOffline(true);
  await textOne(one).fill("Gas leak");
  await one.getByText("This browser keeps your changes until the connection is back.").waitFor();
  await one.close();
  await two.context().setOffline(false);
  await open(two, "Gas leak");

  // Two tabs that change one draft do not undo each other's work.
  const three = await openTab();
  await open(three, "Gas leak");
  await Promise.all([textOne(two).fill("Of two"), textOne(three).fill("Of three")]);
  const conflict = (page: Page) => page.getByRole("alert", { name: "Conflict" });
  const second = await Promise.race(
    [two, three].map(async (page) => {
      await conflict(page).waitFor();
      return page;
    }),
  );
  await conflict(second)
    .getByText(/Mine: “Of (two|three)”\. Theirs: “Of (two|three)”\./)
    .waitFor();
  await second.getByRole("button", { name: "Take theirs, keep mine as another draft" }).click();
  await isSaved(second);
  await shows(second, second === two ? "Of three" : "Of two");
  await second.getByRole("link", { name: "Alerts" }).click();
  for (const name of ["Flood", "Of three", "Of two"])
    await second.getByRole("button", { name: `Open ${name}` }).waitFor();

  // A draft that is removed is gone in the other tab too.
  const [first, name] = second === two ? [three, "Of three"] : [two, "Of two"];
  await second.getByRole("button", { name: `Remove ${name}` }).click();
  await second.getByRole("dialog").getByRole("button", { name: "Remove it" }).click();
  await textOne(first).fill("Of nobody");
  await first.getByText("This draft was published or removed meanwhile.").waitFor();
  await first.getByRole("button", { name: "Keep it as a draft of my own" }).click();
  await isSaved(first);
  await second.getByRole("button", { name: "Open Of nobody" }).waitFor();
});
