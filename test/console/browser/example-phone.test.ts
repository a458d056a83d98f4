import { readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { basename } from "node:path";
import { afterAll, beforeAll, expect } from "@jest/globals";
import type { Page } from "playwright-core";
import { until } from "../../helpers/until.ts";
import { browserTest, type ConsoleTest, startConsoleTest } from "../helpers/browser.ts";
import { square } from "../helpers/square.ts";

const POINTS = square(11, 44, 0.1)
  .slice(1)
  .map(([longitude, latitude]) => ({ latitude, longitude }));

/** Gives a page the files of the reference client, as JavaScript. */
async function serveFiles(page: Page): Promise<void> {
  await page.route("**/examples/phone/*.ts", async (route) => {
    const file = `examples/phone/${basename(new URL(route.request().url()).pathname)}`;
    const body = stripTypeScriptTypes(await readFile(file, "utf8"));
    await route.fulfill({ contentType: "text/javascript", body });
  });
}

let console: ConsoleTest;
beforeAll(async () => {
  console = await startConsoleTest({ JOBS: "true" });
});
afterAll(async () => {
  await console?.stop();
});

/** Runs the phone in a page that was just opened, with what the browser kept. Returns whether it is logged in. */
async function startPhone(page: Page): Promise<boolean> {
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

const report = (page: Page, longitude: number) =>
  page.evaluate(
    `phone.report({ latitude: 44.05, longitude: ${longitude}, movingActivity: "WALKING" })`,
  );
/** The alerts of the notifications that the app has kept, by their ids, as one may come twice if the page dies. */
const got = (page: Page) => page.evaluate<number[]>("got().map(({ alertId }) => alertId)");

async function publish(): Promise<number> {
  const { data, errors } = await console.service.graphql(
    "mutation ($input: AlertInput!) { newAlert(input: $input) { id } }",
    { input: { points: POINTS, text1: "one", text2: "two", text3: "three" } },
    console.service.admin,
  );
  expect(errors).toBeUndefined();
  return data.newAlert.id;
}

browserTest(
  "a phone in a page keeps its queue, its session and its place among what is new",
  async () => {
    const user = await console.service.newUser();
    // The page's own policy allows no script of others.
    const page = await console.open({ bypassCSP: true, serviceWorkers: "block" }, "icons/none");
    await serveFiles(page);
    expect(await startPhone(page)).toBe(false);
    await page.evaluate(
      `phone.logIn("${user.email}", "${user.password}").then(() => phone.start())`,
    );
    await report(page, 11.05);
    await until(
      () => page.evaluate<number>("phone.waiting"),
      (waiting) => waiting === 0,
    );
    const first = await publish();
    await until(
      () => got(page),
      (ids) => ids.includes(first),
    );

    // While the service cannot be reached, two positions wait, also in the next page.
    await page.context().route("**/graphql", (route) => route.abort());
    await report(page, 11.051);
    await report(page, 11.052);
    expect(await page.evaluate("phone.waiting")).toBe(2);
    const second = await publish();
    await page.reload();
    expect(await startPhone(page)).toBe(true);
    expect(await page.evaluate("phone.waiting")).toBe(2);
    await page.context().unroute("**/graphql");
    await until(
      () => page.evaluate<number>("phone.waiting"),
      (waiting) => waiting === 0,
    );
    await until(
      () => got(page),
      (ids) => ids.includes(second),
    );
    expect(await got(page)).toEqual([first, second]);
    const { rows } = await console.service.owner.query(
      "select longitude from app_public.positions where user_id = $1 order by longitude",
      [user.id],
    );
    expect(rows.map(({ longitude }) => longitude)).toEqual([11.05, 11.051, 11.052]);
  },
);
