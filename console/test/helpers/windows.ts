import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { BrowserContext, BrowserContextOptions } from "playwright-core";

/** Returns the first program on the PATH that has one of these names. */
function findProgram(...names: string[]): string | undefined {
  const directories = (process.env.PATH ?? "").split(delimiter);
  return directories
    .flatMap((directory) => names.map((name) => join(directory, name)))
    .find((path) => existsSync(path));
}

/** Chromium: the one in CHROMIUM, or the first on the PATH. */
export const executablePath =
  process.env.CHROMIUM || findProgram("chromium", "chromium-browser", "google-chrome");

/**
 * The same Chromium without its own windows and menus, if it is installed. Its pages are the same, and take less
 * processor time. It receives no pushes.
 */
export const shellPath =
  (process.env.CHROMIUM ? undefined : findProgram("chromium-headless-shell")) ?? executablePath;

/**
 * Root, as in CI, can run Chromium only without its sandbox. Chromium draws by software, so it needs no graphics card.
 */
export const ARGS = [
  "--no-sandbox",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  // Without a graphics card, the processor composites pages faster by itself. SwiftShader still draws the maps.
  "--disable-gpu-compositing",
];

/** Loads Playwright outside of Jest's modules, because it is large. */
const playwright = () => importOnce<typeof import("playwright-core")>("playwright-core");

/** Opens windows. */
export interface Windows {
  open(options: BrowserContextOptions): Promise<BrowserContext>;
  close(): Promise<void>;
}

/** Opens private windows of the browser that all test files share. They open quickly and store nothing. */
export async function privateWindows(): Promise<Windows> {
  const { chromium } = await playwright();
  const browser = await chromium.connect(process.env.TEST_BROWSER as string);
  return {
    open: (options) => browser.newContext(options),
    close: () => browser.close(),
  };
}

/**
 * Opens each window that may notify in its own browser and profile, because a private window cannot receive pushes.
 * Others are private, because a browser takes long to start.
 * @param args Further arguments for these browsers.
 */
export async function pushWindows(args: string[]): Promise<Windows> {
  const shared = await privateWindows();
  return {
    open: async (options) =>
      options.permissions?.includes("notifications")
        ? await ownProfile(args, options)
        : await shared.open(options),
    close: () => shared.close(),
  };
}

async function ownProfile(args: string[], options: BrowserContextOptions): Promise<BrowserContext> {
  const { chromium } = await playwright();
  const profile = await mkdtemp(join(tmpdir(), "las-profile-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: [...ARGS, ...args],
    ...options,
  });
  context.once("close", () => void rm(profile, { recursive: true, force: true, maxRetries: 5 }));
  return context;
}
