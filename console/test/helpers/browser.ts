import { test } from "@jest/globals";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import {
  startTestService,
  type TestService,
  type TestUser,
} from "../../../test/helpers/service.ts";
import { leaveOutDetails } from "./map-details.ts";
import { executablePath, privateWindows, type Windows } from "./windows.ts";

if (!executablePath) {
  process.stderr.write(
    "The console is not tested: there is no Chromium on the PATH or in CHROMIUM.\n",
  );
}

/** The open windows. They are closed after each test, because a map draws as long as its window is open. */
const windows = new Set<BrowserContext>();

/** Windows that the tests of a file share, by who is logged in. A test that fails closes them. */
const shared = new Map<string, Page>();

/** Defines a test that uses a browser and closes its windows. It is skipped if there is no browser. */
export function browserTest(name: string, run: () => Promise<void> | void): void {
  (executablePath ? test : test.skip)(
    name,
    async () => {
      try {
        await run();
      } catch (error) {
        await showPages(name);
        for (const page of shared.values()) windows.add(page.context());
        shared.clear();
        throw error;
      } finally {
        for (const window of windows) await window.close();
        windows.clear();
      }
    },
    PATIENCE,
  );
}

/** Writes what the open pages show, because a failure on a busy machine may not come again. */
async function showPages(name: string): Promise<void> {
  const pages = [...windows].flatMap((window) => window.pages());
  for (const page of [...pages, ...shared.values()]) {
    const text = await page.locator("body").ariaSnapshot({ timeout: 5000 }).catch(String);
    process.stderr.write(`“${name}” failed with ${page.url()}:\n${text}\n`);
  }
}

/** The console in a browser, on its own service. */
export interface ConsoleTest {
  service: TestService;
  /** Opens a new window in Rome, not logged in. */
  open(options?: BrowserContextOptions, address?: string): Promise<Page>;
  /** Opens a new window and logs in by the form. It shows the map unless an address such as "#/me" is given. */
  openAs(user: TestUser, options?: BrowserContextOptions, address?: string): Promise<Page>;
  /**
   * Shows an address in the window that the tests of this file share for a user. Use it for tests that leave nothing
   * open there, because a new window takes 1 to 3 s of processor time.
   */
  goAs(user: TestUser, address: string): Promise<Page>;
  /** Errors, violations of the content security policy and requests to other hosts. There must be none at the end. */
  faults: string[];
  /** Fails if there is a fault. */
  stop(): Promise<void>;
}

/** A map takes long to draw without a graphics card on a busy machine. */
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

const TAKE_WEBGL = `{
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (kind, ...options) {
    return kind.startsWith("webgl") ? null : getContext.call(this, kind, ...options);
  };
}`;

interface ConsoleTestOptions {
  openWindows?: () => Promise<Windows> | Windows;
  drawsMaps?: boolean;
  expectedFaults?: RegExp;
}

/**
 * Starts a service and opens the browser. Returns undefined if there is no browser.
 * @param options.openWindows Opens the windows; private ones by default.
 * @param options.expectedFaults Matches faults that the tests cause.
 * @param options.drawsMaps False for tests of no map: it would take most of their time. WebGL is off, as on an old computer.
 */
export async function startConsoleTest(
  env: NodeJS.ProcessEnv = {},
  { openWindows = privateWindows, drawsMaps = true, expectedFaults }: ConsoleTestOptions = {},
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
      // The map jumps instead of flying, because software draws each frame of a flight.
      reducedMotion: "reduce",
      // Software draws a sixteenth of the pixels. Sizes and places on the page stay the same.
      deviceScaleFactor: 0.25,
      ...options,
    });
    windows.add(context);
    if (drawsMaps) await leaveOutDetails(context);
    else await context.addInitScript(TAKE_WEBGL);
    context.setDefaultTimeout(120_000);
    // A browser with its own profile has a page already.
    const page = context.pages()[0] ?? (await context.newPage());
    watch(page, service.url, faults);
    await page.goto(`${service.url}/console/${address}`);
    return page;
  }
  async function openAs(
    { email, password }: TestUser,
    options?: BrowserContextOptions,
    address?: string,
  ): Promise<Page> {
    const page = await open(options, address);
    await logIn(page, email, password);
    await page.getByRole("button", { name: "Log out" }).waitFor();
    return page;
  }
  return {
    service,
    faults,
    open,
    openAs,
    async goAs(user, address) {
      const known = shared.get(user.email);
      if (known) {
        await known.goto(`${service.url}/console/${address}`);
        return known;
      }
      const page = await openAs(user, {}, address);
      shared.set(user.email, page);
      windows.delete(page.context());
      return page;
    },
    async stop() {
      shared.clear();
      await browser.close();
      await service.stop();
      const unexpected = faults.filter(
        (fault) =>
          !(expectedFaults?.test(fault) || (!drawsMaps && /WebGL2 is required/.test(fault))),
      );
      if (unexpected.length > 0)
        throw new Error(
          `A page failed, broke its content security policy or asked another host:\n${unexpected.join("\n")}`,
        );
    },
  };
}

/** Fills in the login form and sends it. */
export async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
}
