import { test } from "@jest/globals";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { startTestService, type TestService, type TestUser } from "../../helpers/service.ts";
import { executablePath, privateWindows, type Windows } from "./windows.ts";

if (!executablePath) {
  process.stderr.write(
    "The console is not tested: there is no Chromium on the PATH or in CHROMIUM.\n",
  );
}

/** The windows that are open: a map goes on drawing as long as its window is. */
const windows = new Set<BrowserContext>();

/** A test that takes a browser, whose windows it closes; skipped where there is none. */
export function browserTest(name: string, run: () => Promise<void> | void): void {
  (executablePath ? test : test.skip)(
    name,
    async () => {
      try {
        await run();
      } finally {
        for (const window of windows) await window.close();
        windows.clear();
      }
    },
    PATIENCE,
  );
}

/** The console in a browser, at a service of its own. */
export interface ConsoleTest {
  service: TestService;
  /** A new window, in Rome. Not logged in. */
  open(options?: BrowserContextOptions, address?: string): Promise<Page>;
  /** A new window, logged in by the form; at the map, unless another address is given, as "#/me". */
  openAs(user: TestUser, options?: BrowserContextOptions, address?: string): Promise<Page>;
  /** What no page may do: fail, break the policy, ask another host. */
  faults: string[];
  stop(): Promise<void>;
}

/** Drawn without a graphics card on a machine that does other things as well, a map takes its time. */
const PATIENCE = 180_000;

function watch(page: Page, origin: string, faults: string[]): void {
  page.on("pageerror", ({ message }) => faults.push(message));
  page.on("console", (message) => {
    if (message.type() === "error" && !/Failed to load resource|WebSocket/.test(message.text())) {
      faults.push(message.text());
    }
  });
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith("http") && url.origin !== origin) faults.push(request.url());
  });
}

/**
 * Starts a service and opens the browser; undefined if there is no browser.
 * @param openWindows Where the windows come from; private ones by default.
 */
export async function startConsoleTest(
  env: NodeJS.ProcessEnv = {},
  openWindows: () => Promise<Windows> | Windows = privateWindows,
): Promise<ConsoleTest> {
  if (!executablePath) return undefined as unknown as ConsoleTest;
  const service = await startTestService(env);
  let browser: Windows;
  try {
    browser = await openWindows();
  } catch (error) {
    await service.stop();
    throw error;
  }
  const faults: string[] = [];

  async function open(options: BrowserContextOptions = {}, address = ""): Promise<Page> {
    const context = await browser.open({
      viewport: { width: 1280, height: 800 },
      timezoneId: "Europe/Rome",
      locale: "en-GB",
      // The map jumps where it would fly: a flight is many pictures, each drawn by software.
      reducedMotion: "reduce",
      ...options,
    });
    windows.add(context);
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    watch(page, service.url, faults);
    await page.goto(`${service.url}/console/${address}`);
    return page;
  }
  return {
    service,
    faults,
    open,
    async openAs({ email, password }, options, address) {
      const page = await open(options, address);
      await logIn(page, email, password);
      await page.getByRole("button", { name: "Log out" }).waitFor();
      return page;
    },
    async stop() {
      await browser.close();
      await service.stop();
    },
  };
}

/** Fills in the login's form and sends it. */
export async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
}
