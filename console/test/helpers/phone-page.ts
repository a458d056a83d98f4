import { readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { basename } from "node:path";
import type { Page } from "playwright-core";

/** Gives a page the files of the reference client, as JavaScript. */
export async function servePhone(page: Page): Promise<void> {
  await page.route("**/examples/phone/*.ts", async (route) => {
    const file = `examples/phone/${basename(new URL(route.request().url()).pathname)}`;
    const body = stripTypeScriptTypes(await readFile(file, "utf8"));
    await route.fulfill({ contentType: "text/javascript", body });
  });
}

/** Runs the reference client in a new page, with what the browser has stored. Returns whether it is logged in. */
export async function startPhone(page: Page): Promise<boolean> {
  return await page.evaluate<boolean>(`(async () => {
    const { Phone } = await import("/examples/phone/phone.ts");
    const { browserStore } = await import("/examples/phone/browser-store.ts");
    window.got = () => JSON.parse(localStorage.got ?? "[]");
    window.phone = new Phone({
      url: location.origin + "/graphql",
      store: browserStore("phone"),
      onNotification: ({ id, alert }) => {
        const known = got().filter((one) => one.id !== id);
        localStorage.got = JSON.stringify([...known, { id, alertId: alert.id }]);
      },
      longestPause: 500,
    });
    const isLoggedIn = await phone.open();
    if (isLoggedIn) phone.start();
    return isLoggedIn;
  })()`);
}
