import { afterAll, beforeAll, expect } from "@jest/globals";
import type { Page } from "playwright-core";
import webPush from "web-push";
import type { TestUser } from "../../helpers/service.ts";
import { until } from "../../helpers/until.ts";
import { type ChromiumPushServer, startChromiumPushServer } from "../../push/servers/chromium.ts";
import { browserTest, type ConsoleTest, logIn, startConsoleTest } from "../helpers/browser.ts";
import {
  clickNotification,
  countNotifications,
  nextNotifications,
  notificationsOf,
  pushTest,
} from "../helpers/notifications.ts";
import { pushWindows } from "../helpers/windows.ts";

const KEYS = webPush.generateVAPIDKeys();
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

let pushes: ChromiumPushServer;
let console: ConsoleTest;
beforeAll(async () => {
  pushes = await startChromiumPushServer();
  console = await startConsoleTest(
    {
      JOBS: "true",
      VAPID_PUBLIC_KEY: KEYS.publicKey,
      VAPID_PRIVATE_KEY: KEYS.privateKey,
      WEB_PUSH_HOSTS: "127.0.0.1",
    },
    { openWindows: () => pushWindows(pushes.args) },
  );
});
afterAll(async () => {
  await console?.stop();
  await pushes.close();
});

/** Opens the user's own screen in a browser that may notify. Only its push service's address is replaced. */
async function openMe(user: TestUser, at = newPlace().inside): Promise<Page> {
  const options = { permissions: ["notifications", "geolocation"], geolocation: at };
  const page = await console.openAs(user, options, "#/me");
  const move = `const { toJSON } = PushSubscription.prototype;
    PushSubscription.prototype.toJSON = function () {
      const subscription = toJSON.call(this);
      return { ...subscription, endpoint: subscription.endpoint.replace(${pushes.believed}, "${pushes.url}") };
    };`;
  await page.context().addInitScript(move);
  await page.reload();
  return page;
}

async function subscribe(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Push alerts to this browser" }).click();
  await page.getByText("Alerts are pushed to this browser.").waitFor();
  await countNotifications(page);
}

async function reportHere(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Report where I am" }).click();
  await page.getByText(/^Reported /).waitFor();
}

async function publish({ corners }: ReturnType<typeof newPlace>): Promise<number> {
  const { data } = await console.service.graphql(
    "mutation ($input: AlertInput!) { newAlert(input: $input) { id } }",
    { input: { points: corners, ...TEXTS } },
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

pushTest("an alert is pushed to its recipients' browsers, each with its level's text", async () => {
  const place = newPlace();
  const inside = await openMe(await colleague(), place.inside);
  const near = await openMe(await colleague(), place.near);
  for (const page of [inside, near]) {
    await subscribe(page);
    await reportHere(page);
  }
  const id = await publish(place);
  // Waits for both at once, because a notification without required interaction disappears by itself.
  const [told, warned] = await Promise.all([inside, near].map(nextNotifications));
  expect(told).toEqual([
    {
      title: "Leave the centre now.",
      body: TEXTS.text1,
      data: { notificationId: expect.any(Number), alertId: id, level: "ONE", kind: "ALERT" },
    },
  ]);
  expect(warned).toMatchObject([{ title: TEXTS.text2, data: { alertId: id, level: "TWO" } }]);
  // The push service could not read it.
  for (const body of pushes.passedOn) expect(body.toString("latin1")).not.toContain("centre");
});

pushTest("a click on a push shows the alert in the open window, or opens one", async () => {
  const place = newPlace();
  const page = await openMe(await colleague(), place.inside);
  await subscribe(page);
  await reportHere(page);
  const id = await publish(place);
  expect(await nextNotifications(page)).toHaveLength(1);
  expect(await clickNotification(page)).toEqual({ isFocused: true });
  await page.getByRole("heading", { name: "Leave the centre now." }).first().waitFor();
  expect(page.url()).toBe(`${console.service.url}/console/#/alerts/${id}`);
  expect(await notificationsOf(page)).toEqual([]);

  const next = await publish(place);
  expect(await nextNotifications(page)).toHaveLength(1);
  // Leaves no open window of the console.
  await page.goto(`${console.service.url}/healthz`);
  expect(await clickNotification(page)).toEqual({
    opened: `${console.service.url}/console/#/alerts/${next}`,
  });
});

browserTest("a browser gets no more pushes after they are turned off", async () => {
  const user = await colleague();
  const page = await openMe(user);
  const others = pushes.subscriptions();
  await subscribe(page);
  await reportHere(page);
  expect(await devicesOf(user)).toHaveLength(1);
  expect(pushes.subscriptions()).toBe(others + 1);
  await page.reload();
  await page.getByRole("button", { name: "Push no more to this browser" }).click();
  await page.getByText("It gets no pushes.").waitFor();
  expect(await devicesOf(user)).toEqual([]);
  await until(
    () => pushes.subscriptions(),
    (count) => count === others,
  );
});

pushTest("a subscription with an old key is replaced automatically", async () => {
  const user = await colleague();
  const place = newPlace();
  const page = await openMe(user, place.inside);
  await subscribe(page);
  const before = await devicesOf(user);
  // Simulates that the service had another key until now.
  const { publicKey } = webPush.generateVAPIDKeys();
  await page.evaluate(`navigator.serviceWorker.ready.then(async ({ pushManager }) => {
    await (await pushManager.getSubscription()).unsubscribe();
    await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: "${publicKey}" });
  })`);
  await page.goto(`${console.service.url}/console/#/alerts`);
  await page.reload();
  const after = await until(
    () => devicesOf(user),
    (tokens) => tokens.some((token) => !before.includes(token)),
  );
  await page.goto(`${console.service.url}/console/#/me`);
  await page.getByText("Alerts are pushed to this browser.").waitFor();
  await reportHere(page);
  await publish(place);
  expect(await nextNotifications(page)).toHaveLength(1);
  expect(after).toHaveLength(2);
});

browserTest(
  "a second user of a browser sees whose pushes it gets, and can get their own",
  async () => {
    const [first, second] = [await colleague(), await colleague()];
    const page = await openMe(first);
    await subscribe(page);
    await page.getByRole("button", { name: "Log out" }).click();
    await logIn(page, second.email, second.password);
    await page.getByText("It gets the pushes of someone else who logged in here.").waitFor();
    expect(await devicesOf(first)).toHaveLength(1);
    await subscribe(page);
    expect(await devicesOf(first)).toEqual([]);
    expect(await devicesOf(second)).toHaveLength(1);
  },
);

browserTest("the console says how to allow blocked notifications", async () => {
  const page = await console.openAs(await colleague(), { permissions: [] }, "#/alerts");
  await page.getByRole("link", { name: "Me", exact: true }).click();
  await page.getByText("blocked: allow them in the browser's settings, then reload.").waitFor();
  expect(await page.getByRole("button", { name: "Push alerts to this browser" }).count()).toBe(0);
});

browserTest("the console says that a browser cannot receive pushes", async () => {
  const page = await console.openAs(
    await colleague(),
    { permissions: ["notifications"] },
    "#/alerts",
  );
  await page.context().addInitScript("delete window.PushManager");
  await page.reload();
  await page.getByRole("link", { name: "Me", exact: true }).click();
  await page.getByText("This browser takes no pushes.").waitFor();
});

browserTest("an unreachable push service is reported, and nothing is registered", async () => {
  const user = await colleague();
  const page = await openMe(user);
  pushes.misbehave({ status: 503 }, Number.POSITIVE_INFINITY);
  await page.getByRole("button", { name: "Push alerts to this browser" }).click();
  await page.getByText("The browser's push service gave no subscription.").waitFor();
  expect(await devicesOf(user)).toEqual([]);
  pushes.behave();
});

browserTest("no page failed, broke its policy or asked another host", () => {
  expect(console.faults).toEqual([]);
});
