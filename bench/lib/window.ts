import type { BrowserContextOptions } from "playwright-core";
import { executablePath, shellPath } from "../../console/test/helpers/windows.ts";
import { isSmall } from "./database.ts";

/** Benchmarks measure the Chromium that people have. With `--small`, it only has to run. */
export const BROWSER = isSmall ? shellPath : executablePath;

/** The browser's window. With `--small`, software draws a sixteenth of its pixels. */
export const WINDOW: BrowserContextOptions = {
  viewport: { width: 1280, height: 800 },
  deviceScaleFactor: isSmall ? 0.25 : 1,
};
