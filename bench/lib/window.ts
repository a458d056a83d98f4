import type { BrowserContextOptions } from "playwright-core";
import { isSmall } from "./database.ts";

/** The browser's window. With `--small`, software draws a sixteenth of its pixels. */
export const WINDOW: BrowserContextOptions = {
  viewport: { width: 1280, height: 800 },
  deviceScaleFactor: isSmall ? 0.25 : 1,
};
