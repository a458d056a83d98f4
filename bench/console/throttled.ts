import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type CDPSession, chromium, type Page } from "playwright-core";
import { leaveOutDetails } from "../../console/test/helpers/map-details.ts";
import { ARGS } from "../../console/test/helpers/windows.ts";
import { isSmall } from "../lib/database.ts";
import type { Server } from "../lib/servers.ts";
import { tokenOf } from "../lib/sessions.ts";
import { BROWSER, WINDOW } from "../lib/window.ts";

/** How a page is slowed down. */
export interface Throttle {
  /** Kilobits a second, in both directions. */
  kilobits?: number;
  /** Milliseconds of each request's round trip. */
  latency?: number;
  /** The factor by which the processor is slower. */
  slowdown?: number;
}

/** Opens a page of the console with an empty cache. */
export type OpenPage = (
  throttle: Throttle,
  options: { address: string; isLoggedIn: boolean },
) => Promise<{ page: Page; session: CDPSession }>;

/** Builds the console and starts Chromium. */
export async function withConsole(
  server: Server,
  run: (open: OpenPage) => Promise<void>,
): Promise<void> {
  if (!BROWSER) throw new Error("There is no Chromium on the PATH or in CHROMIUM.");
  await promisify(execFile)(process.execPath, ["console/build.ts"]);
  const browser = await chromium.launch({ executablePath: BROWSER, args: ARGS });
  const login = JSON.stringify({ token: tokenOf(1), userId: 1, email: "user1@example.org" });
  try {
    await run(async ({ kilobits, latency = 0, slowdown }, { address, isLoggedIn }) => {
      const context = await browser.newContext({
        ...WINDOW,
        // The benchmark evaluates strings as code, which the console's policy forbids.
        bypassCSP: true,
      });
      if (isSmall) await leaveOutDetails(context);
      if (isLoggedIn) {
        const text = JSON.stringify(login);
        await context.addInitScript(`localStorage.setItem("location-alerts.session", ${text})`);
      }
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send("Network.enable");
      const throughput = kilobits ? (kilobits * 1000) / 8 : -1;
      await session.send("Network.emulateNetworkConditions", {
        offline: false,
        latency,
        downloadThroughput: throughput,
        uploadThroughput: throughput,
      });
      if (slowdown) await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
      await page.goto(new URL(`/console/${address}`, server.url).href, { waitUntil: "commit" });
      return { page, session };
    });
  } finally {
    await browser.close();
  }
}
