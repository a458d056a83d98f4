import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { BrowserServer } from "playwright-core";
import { ARGS, shellPath } from "./windows.ts";

const run = promisify(execFile);
const BUILDER = fileURLToPath(new URL("../../build.ts", import.meta.url));

let server: BrowserServer | undefined;

/** Builds the console and starts the browser that all test files share. They find its address in the environment. */
export async function prepareConsole(): Promise<void> {
  if (!shellPath) return;
  // Loading it takes long, and most runs need no browser.
  const { chromium } = await import("playwright-core");
  [server] = await Promise.all([
    chromium.launchServer({ executablePath: shellPath, args: ARGS }),
    run(process.execPath, [BUILDER]),
  ]);
  process.env.TEST_BROWSER = server.wsEndpoint();
}

export async function closeBrowser(): Promise<void> {
  await server?.close();
}
