import { afterAll, beforeAll, expect } from "@jest/globals";
import { until } from "../../helpers/until.ts";
import { browserTest, type ConsoleTest, logIn, startConsoleTest } from "../helpers/browser.ts";

const ORIGIN = "https://tiles.example.org";
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==";

let console: ConsoleTest;
beforeAll(async () => {
  console = await startConsoleTest({
    MAP_URL: `${ORIGIN}/{z}/{x}/{y}.png`,
    MAP_ATTRIBUTION: "The town's own map",
  });
});
afterAll(() => console?.stop());

browserTest("the tiles of a map server are shown, and no other host is asked", async () => {
  const page = await console.open();
  const asked: string[] = [];
  await page.route(`${ORIGIN}/**`, async (route) => {
    asked.push(route.request().url());
    await route.fulfill({
      contentType: "image/png",
      headers: { "Access-Control-Allow-Origin": "*" },
      body: Buffer.from(PIXEL, "base64"),
    });
  });
  await logIn(page, console.service.admin.email, console.service.admin.password);
  await page.getByText("The town's own map").waitFor();
  await until(() => asked.length > 0);
  expect(console.faults.filter((fault) => !fault.startsWith(ORIGIN))).toEqual([]);
});

browserTest("the offline map replaces a style that cannot be loaded", async () => {
  const down = await startConsoleTest({ MAP_URL: `${ORIGIN}/style.json` }, { drawsCoast: true });
  try {
    const page = await down.open();
    await page.route(`${ORIGIN}/**`, (route) => route.abort());
    await logIn(page, down.service.admin.email, down.service.admin.password);
    await page.getByText("Natural Earth").waitFor();
  } finally {
    await down.stop();
  }
});
