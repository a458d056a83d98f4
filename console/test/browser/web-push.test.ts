/** @database server */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect } from "@jest/globals";
import type { Page } from "playwright-core";
import webPush from "web-push";
import type { TestUser } from "../../../test/helpers/service.ts";
import { until } from "../../../test/helpers/until.ts";
import { logIn } from "../helpers/browser.ts";
import {
  clickNotification,
  countNotifications,
  nextNotifications,
  notificationsOf,
  pushTest,
} from "../helpers/notifications.ts";
import { type PushConsole, startPushConsole } from "../helpers/push-console.ts";

const TEXTS = {
  text1: "Leave the centre now.\nWalk to the stadium.",
  text2: "Do not enter the centre.",
  text3: "Expect closed roads.",
};
let places = 0;

/** Returns a new place for each test, because alerts outlast a test. */
function newPlace() {
  places += 1;
  const at = (east: number, north: number) => ({ latitude: 44 + north, longitude: places + east });
  return {
    corners: [at(0, 0), at(0.01, 0), at(0.01, 0.01), at(0, 0.01)],
    inside: at(0.005, 0.005),
    near: at(0.015, 0.005),
  };
}

let console: PushConsole;
beforeAll(async () => {
  console = await startPushConsole({ JOBS: "true" });
});
afterAll(() => console?.stop());

/** Opens the user's own screen in a browser that may notify. Only its push service's address is replaced. */
async function openMe(user: TestUser, at: ReturnType<typeof newPlace>["inside"]): Promise<Page> {
  const options = { permissions: ["notifications", "geolocation"], geolocation: at };
  const page = await console.openAs(user, options, "#/me");
  await console.movePushes(page);
  return page;
}

async function subscribe(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Turn on warnings" }).click();
  await page.getByText("Warnings come to this browser, also when this page is closed.").waitFor();
  await countNotifications(page);
}

async function reportHere(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Report where I am" }).click();
  await page.getByText(/^Reported /).waitFor();
}

async function publish({ corners }: ReturnType<typeof newPlace>): Promise<number> {
  const { data } = await console.service.graphql(
    "mutation ($input: AlertInput!) { newAlert(input: $input) { id } }",
    { input: { points: corners, ...TEXTS, idempotencyKey: randomUUID() } },
    console.service.admin,
  );
  return data.newAlert.id;
}

async function devicesOf({ id }: TestUser): Promise<string[]> {
  const { rows } = await console.service.owner.query(
    "select token from app_private.devices where user_id = $1",
    [id],
  );
  return rows.map(({ token }) => token);
}

const colleague = () => console.service.newUser({ isAdmin: true });

/** Replaces the browser's subscription by one with another key, as if the service had used that key until now. */
async function takeOldKey(page: Page): Promise<void> {
  const { publicKey } = webPush.generateVAPIDKeys();
  await page.evaluate(`navigator.serviceWorker.ready.then(async ({ pushManager }) => {
    await (await pushManager.getSubscription()).unsubscribe();
    await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: "${publicKey}" });
  })`);
}

pushTest(
  "a browser gets its user's pushes and opens their alerts, and later another user's or none",
  async () => {
    const [first, second] = [await colleague(), await colleague()];
    const place = newPlace();
    const page = await openMe(first, place.inside);
    await subscribe(page);
    await reportHere(page);
    const id = await publish(place);
    expect(await nextNotifications(page)).toEqual([
      {
        title: "Leave the centre now.",
        body: TEXTS.text1,
        data: {
          notificationId: expect.any(Number),
          alertId: id,
          level: "ONE",
          kind: "ALERT",
          status: "ACTUAL",
          language: "en",
        },
      },
    ]);
    // The push service cannot read the push.
    expect(console.pushes.passedOn).toHaveLength(1);
    expect(console.pushes.passedOn[0]?.toString("latin1")).not.toContain("centre");
    expect(await clickNotification(page)).toEqual({ isFocused: true });
    await page.getByRole("heading", { name: "Leave the centre now." }).first().waitFor();
    expect(page.url()).toBe(`${console.service.url}/console/#/alerts/${id}`);
    expect(await notificationsOf(page)).toEqual([]);

    // The next page finds that the key is old, and replaces the subscription.
    await takeOldKey(page);
    const before = await devicesOf(first);
    await page.goto(`${console.service.url}/console/#/me`);
    await page.reload();
    await until(
      () => devicesOf(first),
      (tokens) => tokens.some((token) => !before.includes(token)),
    );
    await page.getByText("Warnings come to this browser, also when this page is closed.").waitFor();
    await countNotifications(page);
    const next = await publish(place);
    expect(await nextNotifications(page)).toHaveLength(1);
    // After this, no window of the console is open.
    await page.goto(`${console.service.url}/healthz`);
    expect(await clickNotification(page)).toEqual({
      opened: `${console.service.url}/console/#/alerts/${next}`,
    });
    // The device with the old key got no push, and has been removed.
    await until(
      () => devicesOf(first),
      ({ length }) => length === 1,
    );

    await page.goto(`${console.service.url}/console/#/me`);
    await page.getByRole("button", { name: "Log out" }).click();
    await logIn(page, second.email, second.password);
    await page.getByText("Warnings here are for someone else who logged in.").waitFor();
    expect(await devicesOf(first)).toHaveLength(1);
    await page.getByRole("button", { name: "Turn on warnings" }).click();
    await page.getByText("Warnings come to this browser, also when this page is closed.").waitFor();
    expect([await devicesOf(first), (await devicesOf(second)).length]).toEqual([[], 1]);
    expect(console.pushes.subscriptions()).toBe(1);
    await page.getByRole("button", { name: "Turn off warnings" }).click();
    await page.getByText("Warnings are off here.").waitFor();
    expect(await devicesOf(second)).toEqual([]);
    await until(
      () => console.pushes.subscriptions(),
      (count) => count === 0,
    );
  },
);
