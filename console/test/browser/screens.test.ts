/** @database server */
import { afterAll, beforeAll, describe, expect } from "@jest/globals";
import type { Page } from "playwright-core";
import { inFull } from "../../../test/helpers/full.ts";
import { violations } from "../helpers/axe.ts";
import { browserTest, type ConsoleTest, startConsoleTest } from "../helpers/browser.ts";
import { coveredControls } from "../helpers/covered.ts";
import { report } from "../helpers/people.ts";

const BOTH = ["light", "dark"] as const;
/** FULL=1 combines each size with each colour scheme. */
const LOOKS = {
  "a laptop": {
    width: 1280,
    height: 800,
    colours: inFull<readonly ("light" | "dark")[]>(BOTH, ["light"]),
  },
  "a phone": {
    width: 390,
    height: 844,
    colours: inFull<readonly ("light" | "dark")[]>(BOTH, ["dark"]),
  },
} as const;
/** The name, address and title of each screen, and a text that comes with its data. */
const SCREENS = [
  ["situation", "#/", "Situation", "Active alerts"],
  ["new alert", "#/new", "New alert", "Without drawing"],
  ["alerts", "#/alerts", "Alerts", "Leave the centre"],
  ["alert", "#/alerts/1", "Alert id 1: Leave the centre now.", "1 in the zones"],
  ["update", "#/alerts/1/update", "Update alert id 1", "Tell those again"],
  ["report", "#/alerts/1/report", "Report of alert id 1: Leave the centre now.", "How fast it was"],
  // This is a row's heading, because a phone hides the headings of columns.
  ["statistics", "#/statistics", "Statistics", String(new Date().getUTCFullYear())],
  ["templates", "#/templates", "Templates", "Saved areas"],
  ["users", "#/users", "Users", "Administrator"],
  ["invitations", "#/invitations", "Invitations", "New invitation"],
  ["authorities", "#/authorities", "Authorities", "Everywhere"],
  ["audit log", "#/audit-log", "Audit log", "Administrator (1)"],
  ["me", "#/me", "Me", "Quiet hours"],
  ["design", "#/design", "Design", "Done: the user"],
] as const;

let console: ConsoleTest;
beforeAll(async () => {
  console = await startConsoleTest();
  if (!console) return;
  const { service } = console;
  await service.owner.query("update app_private.settings set take_back_time = '1 minute'");
  await report(service, await service.newUser(), 44.495, 11.345);
  const corner = (latitude: number, longitude: number) => ({ latitude, longitude });
  await service.graphql(
    "mutation ($input: AlertInput!) { newAlert(input: $input) { id } }",
    {
      input: {
        points: [corner(44.49, 11.34), corner(44.49, 11.35), corner(44.5, 11.35)],
        text1: "Leave the centre now.",
        text2: "Do not enter the centre.",
        text3: "Expect closed roads.",
      },
    },
    service.admin,
  );
});
afterAll(() => console?.stop());

/** Shows an address in the window that all tests share, with a size and a colour scheme. */
async function show(
  address: string,
  viewport: { width: number; height: number },
  colorScheme: "light" | "dark" = "light",
): Promise<Page> {
  const page = await console.goAs(console.service.admin, address);
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  return page;
}

describe.each(Object.entries(LOOKS))("on %s", (_name, { width, height, colours }) => {
  for (const colorScheme of colours) {
    browserTest(`every screen is accessible in ${colorScheme} colours`, async () => {
      const page = await show("#/alerts/1", { width, height }, colorScheme);
      const found: Record<string, string[]> = {};
      for (const [name, address, title, sign] of SCREENS) {
        await page.goto(`${console.service.url}/console/${address}`);
        await page.getByText(sign).first().waitFor();
        found[name] = await violations(page);
        const place = await page.evaluate<string>(
          "document.title + document.activeElement.tagName",
        );
        if (place !== `${title} – Location alertsH1`) found[name].push(`is at ${place}`);
        const wide = await page.evaluate("document.documentElement.scrollWidth");
        if (Number(wide) > width) found[name].push(`is ${wide} px wide`);
      }
      expect(found).toEqual(Object.fromEntries(SCREENS.map(([name]) => [name, []])));
      // The step before a publication, with its countdown.
      await page.goto(`${console.service.url}/console/#/alerts/1`);
      await page.getByRole("button", { name: "End it…" }).click();
      await page.getByLabel("All-clear").fill("It is over.");
      expect(await violations(page)).toEqual([]);
      await page.getByLabel("I know that no phone will ring").check();
      await page.getByRole("button", { name: "End it now" }).click();
      await page.getByRole("button", { name: "Take it back" }).waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole("button", { name: "Take it back" }).click();
      await page.getByText("It was taken back: nothing was published.").waitFor();
    });
  }
});

browserTest("no control of the new alert screen is covered on a laptop at 400 %", async () => {
  const page = await show("#/new", { width: 320, height: 256 });
  await page.getByText("Without drawing").waitFor();
  expect(await coveredControls(page)).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(320);
});
