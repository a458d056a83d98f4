import { afterAll, beforeAll, expect } from "@jest/globals";
import { until } from "../../helpers/until.ts";
import { browserTest, type ConsoleTest, startConsoleTest } from "../helpers/browser.ts";

let console: ConsoleTest;
beforeAll(async () => {
  console = await startConsoleTest();
});
afterAll(() => console?.stop());

/** The screens in the order of their links, each with its heading. */
const SCREENS = ["Map", "Alerts", "Users", "New alert"] as const;

browserTest(
  "every screen says that its numbers are old, and loads new ones by itself",
  async () => {
    const page = await console.openAs(console.service.admin);
    const show = async (name: string) => {
      await page.getByRole("link", { name, exact: true }).click();
      await page.getByRole("heading", { name, exact: true }).waitFor();
    };
    for (const name of SCREENS) await show(name);
    const mark = page.getByText("The connection is lost: numbers are from");
    const style = () =>
      page.evaluate(`getComputedStyle(document.querySelector(".figures")).fontStyle`);

    await page.context().setOffline(true);
    for (const name of SCREENS) {
      await show(name);
      await mark.waitFor();
    }
    await show("Users");
    await page.getByRole("button", { name: "Try again" }).waitFor();
    expect(await style()).toBe("italic");

    const newcomer = await console.service.newUser();
    await page.context().setOffline(false);
    await mark.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Try again" }).waitFor({ state: "detached" });
    await page.getByText(newcomer.email).waitFor();
    await until(style, (now) => now === "normal");
  },
);

browserTest("a list that was refused is asked for again by a button", async () => {
  const page = await console.openAs(console.service.admin);
  await page.route("**/graphql", (route) =>
    route.request().postData()?.includes("query Users(")
      ? route.fulfill({
          json: {
            errors: [{ message: "It failed.", extensions: { code: "INTERNAL_SERVER_ERROR" } }],
          },
        })
      : route.continue(),
  );
  await page.getByRole("link", { name: "Users", exact: true }).click();
  const again = page.getByRole("button", { name: "Try again" });
  await again.waitFor();
  await page.unroute("**/graphql");
  await again.click();
  await page.getByText(console.service.admin.email).waitFor();
  await again.waitFor({ state: "detached" });
});

browserTest("no page failed, broke its policy or asked another host", () => {
  expect(console.faults).toEqual([]);
});
