/** @database server */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect } from "@jest/globals";
import type { Page } from "playwright-core";
import { until } from "../../../test/helpers/until.ts";
import { hasEspeakNg } from "../../../test/speech/helpers/espeak-ng.ts";
import { violations } from "../helpers/axe.ts";
import { browserTest, logIn } from "../helpers/browser.ts";
import { coveredControls } from "../helpers/covered.ts";
import {
  clickNotification,
  countNotifications,
  nextNotifications,
  pushTest,
} from "../helpers/notifications.ts";
import { servePhone, startPhone } from "../helpers/phone-page.ts";
import { type PushConsole, startPushConsole } from "../helpers/push-console.ts";
import { TAKE_BACK_BRIEFLY } from "../helpers/take-back.ts";

const INSIDE = { latitude: 46.495, longitude: 11.335 };
const NEAR = { latitude: 46.505, longitude: 11.335 };
const PHONE = {
  viewport: { width: 320, height: 640 },
  permissions: ["notifications", "geolocation"],
  geolocation: { ...INSIDE, accuracy: 5 },
};
/** A phone without pushes. Its browser needs no profile of its own. */
const SILENT = { permissions: ["geolocation"] };
const PASSWORD = "a long password of mine";
const TEXTS = {
  title: "Gas leak",
  text1: "Leave the centre now.",
  text2: "Close the windows.",
  text3: "Expect closed roads.",
};
const POINTS = [
  [46.49, 11.33],
  [46.49, 11.34],
  [46.5, 11.34],
  [46.5, 11.33],
].map(([latitude, longitude]) => ({ latitude, longitude }));

let console: PushConsole;
beforeAll(async () => {
  console = await startPushConsole({ JOBS: "true" });
  await console?.service.owner.query(TAKE_BACK_BRIEFLY);
});
afterAll(() => console?.stop());

/** Runs an operation as the administrator. */
async function asAdmin(query: string, variables: object = {}) {
  const { data, errors } = await console.service.graphql(query, variables, console.service.admin);
  expect(errors).toBeUndefined();
  return data;
}

const cancel = (id: number) =>
  asAdmin(`mutation ($id: Int!) { alertCancel(id: $id, text: "You can go back.") { id } }`, { id });

async function publishAnother(): Promise<number> {
  const { newAlert } = await asAdmin(
    "mutation ($input: AlertInput!) { newAlert(input: $input) { id } }",
    { input: { points: POINTS, ...TEXTS, idempotencyKey: randomUUID() } },
  );
  return newAlert.id;
}

/** Publishes the alert, which is then the only active one. */
async function publish(): Promise<number> {
  const { alerts } = await asAdmin("{ alerts(state: ACTIVE) { id } }");
  for (const { id } of alerts) await cancel(id);
  return await publishAnother();
}

/** Opens an address of the host on a phone whose push service is a local one. */
async function openPhone(address: string, options: object = {}): Promise<Page> {
  const page = await console.open({ ...PHONE, ...options }, "icon");
  await console.movePushes(page);
  await page.goto(`${console.service.url}${address}`);
  return page;
}

/** All that is wrong with how the page looks: what axe finds, and what is wider than the phone. */
async function faultsOf(page: Page): Promise<string[]> {
  const found = await violations(page);
  const { width = 0 } = page.viewportSize() ?? {};
  const wide = Number(await page.evaluate("document.documentElement.scrollWidth"));
  return wide > width ? [...found, `is ${wide} px wide`] : found;
}

/** The names of the page's caches, and of what its database keeps. */
const keptIn = (page: Page) =>
  page.evaluate<{ caches: string[]; kept: string[] }>(`(async () => {
    const opening = indexedDB.open("location-alerts-person");
    await new Promise((resolve) => { opening.onsuccess = resolve; });
    const kept = [];
    for (const name of [...opening.result.objectStoreNames]) {
      const keys = opening.result.transaction(name).objectStore(name).getAllKeys();
      await new Promise((resolve) => { keys.onsuccess = resolve; });
      kept.push(...keys.result);
    }
    opening.result.close();
    return { caches: await caches.keys(), kept };
  })()`);

pushTest("a person goes from the invitation to the logout with one page", async () => {
  const { invitationAdd } = await asAdmin(
    `mutation { invitationAdd(input: { name: "Town hall", places: 1 }) { secret } }`,
  );
  const page = await openPhone(`/join#${invitationAdd.secret}`);
  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("Email").fill("ada@example.org");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await page.getByRole("button", { name: "Turn on warnings" }).click();
  await page.getByText("Warnings come to this browser, also").waitFor();
  await page.getByRole("link", { name: "Open my page" }).click();

  await page.getByRole("heading", { name: "We do not know where you are" }).waitFor();
  expect(page.url()).toBe(`${console.service.url}/`);
  await page.getByText("You would not be warned yet.").waitFor();
  await page.getByRole("button", { name: "Report where I am" }).click();
  await page.getByText("You will be warned.").waitFor();
  await page.getByRole("heading", { name: "No alert concerns you" }).waitFor();
  expect(await faultsOf(page)).toEqual([]);

  await page.evaluate("navigator.serviceWorker.ready");
  await countNotifications(page);
  const id = await publish();
  await page.getByRole("heading", { name: "An alert concerns you" }).waitFor();
  await page
    .getByText("You were inside the area")
    .or(page.getByText("You are inside the area"))
    .waitFor();
  await page.getByText("Leave the centre now.").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  // The text was shown to the user, so the notification is marked as seen.
  await until(
    () =>
      console.service.owner.query("select seen from app_public.notifications where alert_id = $1", [
        id,
      ]),
    ({ rows }) => rows.length === 1 && rows[0].seen,
  );

  expect(await nextNotifications(page)).toMatchObject([
    { title: "Gas leak", data: { alertId: id } },
  ]);
  expect(await clickNotification(page)).toEqual({ isFocused: true });
  await page.getByRole("heading", { name: "This alert is active" }).waitFor();
  expect(page.url()).toBe(`${console.service.url}/#/alerts/${id}`);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("link", { name: "Now", exact: true }).click();

  await asAdmin(
    `mutation ($id: Int!) { alertUpdate(id: $id, input: { text1: "Leave by the north." }) { id } }`,
    { id },
  );
  // Nobody is told again, but a user who opens the page sees the new text.
  await page.reload();
  await page.getByText("Leave by the north.").waitFor();

  await countNotifications(page);
  await cancel(id);
  await page.getByRole("heading", { name: "No alert concerns you" }).waitFor();
  await page.getByText("It is over", { exact: true }).waitFor();
  await page.getByText("You can go back.").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("link", { name: "Messages" }).click();
  await page.getByRole("link", { name: "Gas leak" }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect(await nextNotifications(page)).toMatchObject([{ data: { kind: "ALL_CLEAR" } }]);

  await readWithoutService(page);
  await page.getByRole("link", { name: "Me", exact: true }).click();
  await page.getByRole("heading", { name: "My devices" }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("button", { name: "Log in", exact: true }).waitFor();
  await until(
    () => keptIn(page),
    ({ caches, kept }) => caches.length === 0 && kept.length === 0,
  );
  const { rows } = await console.service.owner.query("select from app_private.devices");
  expect(rows).toEqual([]);
  expect(await page.evaluate("localStorage.getItem('location-alerts.person')")).toBe("null");
});

/** Checks that a push can be read although the service cannot be reached. */
async function readWithoutService(page: Page): Promise<void> {
  await page.context().route("**/graphql", (route) => route.abort());
  await page.goto(`${console.service.url}/`);
  await page.getByText("There is no connection to the service.").waitFor();
  await countNotifications(page);
  const id = await publish();
  await nextNotifications(page);
  await page.getByText("Pushed to this browser").waitFor();
  await page.getByText("Leave the centre now.").waitFor();
  await page.context().unroute("**/graphql");
  // Without this event, the page could take half a minute to ask again.
  await page.evaluate("dispatchEvent(new Event('online'))");
  await page.getByRole("heading", { name: "An alert concerns you" }).waitFor();
  expect(await page.getByText("Pushed to this browser").count()).toBe(0);
  await cancel(id);
}

/** Checks that a session lasts longer than its tokens, even in two tabs. */
async function renewInTwoTabs(page: Page): Promise<void> {
  const other = await page.context().newPage();
  await other.goto(`${console.service.url}/#/me`);
  await other.getByRole("heading", { name: "Quiet hours" }).waitFor();
  const tokenOf = () =>
    page.evaluate<string>("JSON.parse(localStorage['location-alerts.person']).token");
  const first = await tokenOf();
  // A token that is issued in the same second would be identical.
  const issued = JSON.parse(String(Buffer.from(first.split(".")[1] as string, "base64url"))).iat;
  await until(
    () => Math.floor(Date.now() / 1000),
    (second) => second > issued,
  );
  // The service refuses the token of each tab, as if it had expired.
  for (const tab of [page, other]) {
    await tab.evaluate(`{
      const { fetch } = window;
      window.fetch = (address, options) => fetch(address, {
        ...options,
        headers: Object.fromEntries(Object.entries(options?.headers ?? {}).map(([name, value]) =>
          [name, value.replace("${first}", "ended")])),
      });
    }`);
  }
  await Promise.all([
    page.getByRole("link", { name: "Me", exact: true }).click(),
    other.getByRole("button", { name: "Set quiet hours" }).click(),
  ]);
  await page.getByRole("heading", { name: "Quiet hours" }).waitFor();
  await other.getByText("Warnings for places near you wait").waitFor();
  expect(await tokenOf()).not.toBe(first);
  await other.close();
}

/** Waits until the browser keeps the page, the alert with its zones and, if the service speaks, its speech. */
async function waitUntilKept(page: Page, id: number): Promise<void> {
  // The worker controls the page as soon as it has stored the page's files.
  await until(
    () => page.evaluate("navigator.serviceWorker.controller?.state"),
    (state) => state === "activated",
  );
  await until(
    () => keptIn(page),
    ({ kept }) => kept.includes("inbox") && kept.includes("zones"),
  );
  if (!hasEspeakNg) return;
  await until(
    () => asAdmin("query ($id: Int!) { alerts(id: $id) { audioUrl1 } }", { id }),
    ({ alerts }) => alerts[0].audioUrl1 !== null,
  );
  await page.reload();
  // The cache is there before the speech is in it.
  await until(
    () =>
      page.evaluate<number>(
        `caches.open("location-alerts-person-speech").then((cache) => cache.keys()).then(({ length }) => length)`,
      ),
    (count) => count > 0,
  );
}

/** Checks that one touch plays the speech. */
async function listen(page: Page): Promise<void> {
  await page.evaluate(`{
    window.played = [];
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = async function () {
      await play.call(this);
      window.played.push([this.src.split(":")[0], this.duration > 0]);
    };
  }`);
  await page.getByRole("button", { name: "Listen" }).click();
  expect(
    await until(
      () => page.evaluate<unknown[]>("window.played"),
      ({ length }) => length > 0,
    ),
  ).toEqual([["blob", true]]);
}

/** Checks that the last alerts are shown without a network, with their age. */
async function readWithoutNetwork(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole("heading", { name: "An alert concerns you" }).waitFor();
  await page.getByText("Leave the centre now.").waitFor();
  await page.getByText("What you see is from").waitFor();
  await page.getByRole("img", { name: "The area and its zones on a map." }).waitFor();
  await page.getByText(/^Inside, .+ from its border$/).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  if (hasEspeakNg) await listen(page);
  // Nothing else is answered without a network: the worker leaves all other requests alone.
  const others = ["console/", "console/join.html", "graphiql", "join", "graphql", "healthz"];
  expect(
    await page.evaluate<
      string[]
    >(`Promise.allSettled(${JSON.stringify(others)}.map((path) => fetch("/" + path)))
      .then((all) => all.map(({ status }) => status))`),
  ).toEqual(others.map(() => "rejected"));
  await page.context().setOffline(false);
  await page.getByText("What you see is from").waitFor({ state: "detached" });
}

/** Checks that nothing covers a control in Italian, at 400 %. */
async function readInItalian(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.getByLabel("Language of this page").selectOption("it");
  await page.getByRole("heading", { name: "I miei dispositivi" }).waitFor();
  await page.getByText("Le notifiche di questa pagina sono bloccate").waitFor();
  expect(await page.evaluate("document.documentElement.lang")).toBe("it");
  expect(await coveredControls(page)).toEqual([]);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("link", { name: "Adesso", exact: true }).click();
  await page.getByRole("heading", { name: "Non sappiamo dove sei" }).waitFor();
  await page.getByText("Per ora non verresti avvisato.").waitFor();
  expect(await coveredControls(page)).toEqual([]);
  expect(await faultsOf(page)).toEqual([]);
}

browserTest("the browser keeps a person's session and data until the next user", async () => {
  const user = await console.service.newUser();
  const page = await openPhone("/", SILENT);
  await logIn(page, user.email, user.password);
  await page.getByRole("heading", { name: "We do not know where you are" }).waitFor();
  await renewInTwoTabs(page);

  await page.getByRole("link", { name: "Now", exact: true }).click();
  await page.getByRole("button", { name: "Report where I am" }).click();
  await page.getByText("Your place is reported.").waitFor();
  const id = await publish();
  await page.getByText("Leave the centre now.").waitFor();
  await waitUntilKept(page, id);
  await readWithoutNetwork(page);

  // The text is now the one for the new place.
  await page.context().setGeolocation({ ...NEAR, accuracy: 5 });
  await page.getByRole("button", { name: "Report where I am" }).click();
  await page.getByText("You are near the area").waitFor();
  await page.getByText("Close the windows.").waitFor();
  await page.getByText(/^\d+ m to the south$/).waitFor();

  // When a session has ended, nothing of its user is left for the next user, such as an administrator.
  await page.getByLabel("Report it again and again").check();
  await console.service.owner.query("delete from app_public.sessions where user_id = $1", [
    user.id,
  ]);
  await page.evaluate("location.hash = '#/me'");
  const { email, password } = console.service.admin;
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await page.getByRole("heading", { name: "Name, email and address" }).waitFor();
  await page.getByRole("link", { name: "Now", exact: true }).click();
  await page.getByRole("heading", { name: "We do not know where you are" }).waitFor();
  expect(await page.getByText("Close the windows.").count()).toBe(0);
  expect(await page.getByLabel("Report it again and again").isChecked()).toBe(false);
  expect((await keptIn(page)).kept).toEqual(["inbox"]);
  await cancel(id);

  await page.getByRole("link", { name: "Me", exact: true }).click();
  await readInItalian(page);
  // An administrator finds the way to the console, which has a session of its own.
  await page.getByRole("link", { name: "Io", exact: true }).click();
  await page.getByRole("link", { name: "Apri la console" }).click();
  await page.getByRole("button", { name: "Accedi", exact: true }).waitFor();
  expect(page.url()).toBe(`${console.service.url}/console/`);
});

/** Makes the reference client report a position inside the alerts, at the given longitude. */
const reportByPhone = (page: Page, longitude: number) =>
  page.evaluate(
    `phone.report({ latitude: ${INSIDE.latitude}, longitude: ${longitude}, movingActivity: "WALKING" })`,
  );
const waiting = (page: Page) => page.evaluate<number>("phone.waiting");
/**
 * Returns the alerts of the notifications that the reference client has received. `startPhone` stores each one once,
 * although one may come twice if the page dies.
 */
const got = (page: Page) => page.evaluate<number[]>("got().map(({ alertId }) => alertId)");

browserTest(
  "the reference client keeps its queue, its session and its place in the inbox over a reload",
  async () => {
    const user = await console.service.newUser();
    // The page's own content security policy would not allow these scripts.
    const page = await console.open({ bypassCSP: true, serviceWorkers: "block" }, "icons/none");
    await servePhone(page);
    expect(await startPhone(page)).toBe(false);
    await page.evaluate(
      `phone.logIn("${user.email}", "${user.password}").then(() => phone.start())`,
    );
    await reportByPhone(page, 11.335);
    await until(
      () => waiting(page),
      (count) => count === 0,
    );
    const first = await publish();
    await until(
      () => got(page),
      (ids) => ids.includes(first),
    );

    // While the service cannot be reached, two positions wait, even after a reload.
    await page.context().route("**/graphql", (route) => route.abort());
    await reportByPhone(page, 11.336);
    await reportByPhone(page, 11.337);
    expect(await waiting(page)).toBe(2);
    const second = await publishAnother();
    await page.reload();
    expect(await startPhone(page)).toBe(true);
    expect(await waiting(page)).toBe(2);
    await page.context().unroute("**/graphql");
    await until(
      () => waiting(page),
      (count) => count === 0,
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
    expect(rows.map(({ longitude }) => longitude)).toEqual([11.335, 11.336, 11.337]);
  },
);
