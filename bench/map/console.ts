import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { chromium, type Page } from "playwright-core";
import { leaveOutDetails } from "../../console/test/helpers/map-details.ts";
import { ARGS } from "../../console/test/helpers/windows.ts";
import { isSmall } from "../lib/database.ts";
import type { Server } from "../lib/servers.ts";
import { tokenOf } from "../lib/sessions.ts";
import { BROWSER, WINDOW } from "../lib/window.ts";

/** The visible part of the map: the square with the people. */
const VIEW = { center: [10, 46], zoom: 7 };

/** The console in a browser. */
export interface ConsoleBrowser {
  /** Opens the map of a service, and waits until it shows everyone. */
  openMap(server: Server, everyone: string): Promise<Page>;
  close(): Promise<void>;
}

/** Builds the console and starts Chromium, which draws in software. */
export async function startConsoleBrowser(): Promise<ConsoleBrowser> {
  if (!BROWSER) throw new Error("There is no Chromium on the PATH or in CHROMIUM.");
  await promisify(execFile)(process.execPath, ["console/build.ts"]);
  const browser = await chromium.launch({ executablePath: BROWSER, args: ARGS });
  const token = tokenOf(1);
  const storage = { session: { token, userId: 1, email: "user1@example.org" }, view: VIEW };
  return {
    async openMap(server, everyone) {
      const context = await browser.newContext(WINDOW);
      if (isSmall) await leaveOutDetails(context);
      for (const [name, value] of Object.entries(storage)) {
        const text = JSON.stringify(JSON.stringify(value));
        await context.addInitScript(`localStorage.setItem("location-alerts.${name}", ${text})`);
      }
      const page = await context.newPage();
      await page.goto(new URL("/console/", server.url).href);
      await page.getByText(everyone).waitFor({ timeout: 120_000 });
      // The map draws everyone some time after the text appears, and the page shows no sign of it.
      await page.waitForTimeout(isSmall ? 500 : 5000);
      return page;
    },
    close: () => browser.close(),
  };
}
