/** @database server */
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readText } from "node:stream/consumers";
import { afterAll, beforeAll, expect } from "@jest/globals";
import type { Page } from "playwright-core";
import { Webhook } from "standardwebhooks";
import type { TestUser } from "../../../test/helpers/service.ts";
import { until } from "../../../test/helpers/until.ts";
import { describeSpeech } from "../../../test/speech/helpers/espeak-ng.ts";
import { parseCsv } from "../../src/words/csv.ts";
import { browserTest, type ConsoleTest, startConsoleTest } from "../helpers/browser.ts";
import { report } from "../helpers/people.ts";
import { square } from "../helpers/square.ts";
import { TAKE_BACK_BRIEFLY } from "../helpers/take-back.ts";

const AREA = { type: "Polygon", coordinates: [square(11.33, 44.49, 0.01)] };

let console: ConsoleTest;
let inside: TestUser;
let near: TestUser;
beforeAll(async () => {
  console = await startConsoleTest(
    { JOBS: "true", WEBHOOK_HOSTS: "127.0.0.1" },
    { drawsMaps: false },
  );
  if (!console) return;
  const { service } = console;
  await service.owner.query(TAKE_BACK_BRIEFLY);
  inside = await service.newUser();
  near = await service.newUser();
  await report(service, inside, 44.495, 11.335);
  await report(service, near, 44.495, 11.345);
  const { errors } = await service.graphql(
    'mutation { registerDevice(input: { token: "ExponentPushToken[off]" }) { id } }',
    {},
    inside,
  );
  expect(errors).toBeUndefined();
});
afterAll(() => console?.stop());

async function publish(texts: object = {}): Promise<number> {
  const { data } = await console.service.graphql(
    "mutation ($input: AlertInput!) { newAlert(input: $input) { id } }",
    {
      input: {
        area: AREA,
        text1: "Leave the centre now.",
        text2: "Do not enter the centre.",
        text3: "Expect closed roads.",
        ...texts,
      },
    },
    console.service.admin,
  );
  return data.newAlert.id;
}

/** Opens the page of an alert that has told two people. */
async function openAlert(id: number): Promise<Page> {
  const page = await console.goAs(console.service.admin, `#/alerts/${id}`);
  await page.getByText("2 in the zones", { exact: true }).waitFor();
  return page;
}

interface Notification {
  id: number;
  alertId: number;
  kind: string;
  level: string;
}
async function notificationsOf(user: TestUser, alertId: number): Promise<Notification[]> {
  const { data } = await console.service.graphql(
    "{ notifications(limit: 1000) { id alertId kind level } }",
    {},
    user,
  );
  return data.notifications.filter((one: Notification) => one.alertId === alertId);
}
const told = async (user: TestUser, alertId: number) =>
  (await notificationsOf(user, alertId)).map(({ kind, level }) => `${kind} ${level}`);

browserTest("an active alert is followed live, reported, found and counted", async () => {
  const { service } = console;
  const outside = await service.newUser({ email: "outside@example.org" });
  await report(service, outside, 44.495, 11.4);
  const id = await publish({ title: "=Gas leak", text2: "Avoid the centre now." });
  const page = await openAlert(id);
  await page.getByText("1 push to 1 person waits and is tried again").waitFor();
  await page.getByText("again: ask your operator (EXPO_ACCESS_TOKEN)").waitFor();
  const readiness = page.getByRole("list", { name: "Whether pushes go out" });
  await readiness
    .getByText("✕ App pushes (Expo) are off: ask your operator (EXPO_ACCESS_TOKEN)")
    .waitFor();
  const [, pushed, waiting] = await page
    .getByRole("row", { name: /ONE/ })
    .getByRole("cell")
    .allInnerTexts();
  expect([pushed?.trim(), waiting?.trim()]).toEqual(["0", "1"]);

  const dialog = page.getByRole("dialog");
  await page.getByRole("tab", { name: "People" }).click();
  await page.getByRole("button", { name: "Why Test has a notification" }).first().click();
  await dialog.getByText("Notification: inside a zone when it was published.").waitFor();
  await page.keyboard.press("Escape");
  await page.getByLabel("Find by any word").fill("OUTSIDE@");
  await page.getByText("outside@example.org").waitFor();
  await page.getByRole("button", { name: "Why Test has a notification or not" }).click();
  await dialog.getByText("No notification: outside of all zones.").waitFor();
  // The distances to the area and to its two larger zones.
  for (const distance of ["4.8 km", "3.8 km", "2.8 km"])
    await dialog.getByText(`${distance} away`).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await page.locator(":focus").getAttribute("aria-label")).toBe(
    "Why Test has a notification or not",
  );

  const [mine] = await notificationsOf(inside, id);
  await service.graphql(
    "mutation ($input: NotificationUpdateInput!) { notificationUpdate(input: $input) { id } }",
    { input: { id: mine?.id, seen: true } },
    inside,
  );
  await page.getByText("1 seen").waitFor();

  await page.getByRole("link", { name: "Report, to print or download" }).click();
  await page.getByRole("heading", { name: `Report of alert id ${id}: =Gas leak` }).waitFor();
  await page.getByRole("img", { name: "How the numbers grew to 2 people" }).waitFor();
  const file = page.getByRole("link", { name: "Download the figures as CSV" });
  const answer = await fetch((await file.getAttribute("href")) as string);
  const rows = parseCsv(await answer.text()).map(({ cells }) => cells.join("|"));
  expect(rows).toContain("alert|title|||'=Gas leak");
  expect(rows).toContain("people|in-zones|ONE||1");
  await page.emulateMedia({ media: "print" });
  expect(await page.getByRole("navigation").count()).toBe(0);
  expect(await page.getByRole("button").count()).toBe(0);
  await page.emulateMedia({ media: "screen" });

  await page.getByRole("link", { name: "Alerts" }).click();
  await page.getByText("1 alert", { exact: true }).waitFor();
  await page.getByLabel("Words").fill("avoid leak");
  await page.getByLabel("State").selectOption("Active");
  await until(
    () => page.url(),
    (url) => url.endsWith("#/alerts?search=avoid+leak&state=ACTIVE"),
  );
  await page.getByLabel("Live or drill").selectOption("Tests");
  await page.getByText("0 alerts").waitFor();
  // The address keeps the filter.
  await page.reload();
  await page.getByText("0 alerts").waitFor();
  expect(await page.getByLabel("Words").inputValue()).toBe("avoid leak");
  await page.getByLabel("Live or drill").selectOption("Any");
  await page.getByRole("link", { name: "=Gas leak" }).waitFor();
  await page.getByRole("link", { name: "Statistics" }).click();
  await page.getByRole("row", { name: /LIVE 1 2 0 \(0 %\) – 1 \(50 %\)/ }).waitFor();
});

browserTest(
  "an update keeps a colleague's changes and tells people again; the all-clear reaches them too",
  async () => {
    const { service } = console;
    const id = await publish();
    const page = await openAlert(id);
    await page.getByRole("link", { name: "Update…" }).click();
    await page.getByLabel("TWO for those").fill("Stay inside, and close the windows.");
    await page.getByLabel("Tell those again").check();
    await page.getByText("0 for the first time, 2 again.").waitFor();
    const other = await service.newUser({ isAdmin: true });
    const { errors } = await service.graphql(
      "mutation ($id: Int!, $input: AlertUpdateInput!) { alertUpdate(id: $id, input: $input) { id } }",
      { id, input: { text1: "Leave by the south." } },
      other,
    );
    expect(errors).toBeUndefined();
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "Check…" }).click();
    await dialog.getByText("2 people in the zones know the old one.").waitFor();
    await dialog.getByText("✕ App pushes (Expo) are off").waitFor();
    await dialog.getByLabel("I know that no phone will ring").check();
    await dialog.getByRole("button", { name: "Publish the update" }).click();
    await dialog.getByText("Someone else has updated this alert").waitFor();
    await page.getByRole("button", { name: "Not yet" }).click();
    const changed = page.getByRole("region", { name: "Changed meanwhile" });
    await changed.getByText("Changed text ONE: “Leave by the south.”").waitFor();
    expect(await page.getByLabel("ONE for those").inputValue()).toBe("Leave by the south.");
    await page.getByRole("button", { name: "Check…" }).click();
    await dialog.getByText("inside the area: 0 for the first time, 1 again").waitFor();
    await dialog.getByLabel("I know that no phone will ring").check();
    await dialog.getByRole("button", { name: "Publish the update" }).click();
    await page.getByRole("tab", { name: "History" }).click();
    const history = page.getByRole("region", { name: "History" });
    await history.getByText("Changed text TWO").waitFor();
    await page.getByRole("heading", { name: "Leave by the south." }).waitFor();
    const { data } = await service.graphql(
      "query ($id: Int!) { alerts(id: $id) { version text1 text2 } }",
      { id },
      other,
    );
    expect(data.alerts).toEqual([
      { version: 3, text1: "Leave by the south.", text2: "Stay inside, and close the windows." },
    ]);
    expect(await told(inside, id)).toEqual(["UPDATE ONE", "ALERT ONE"]);

    await page.getByRole("button", { name: "End it…" }).click();
    await dialog.getByText("2 in the zones · 0 phones will ring").waitFor();
    await dialog.getByLabel("All-clear").fill("It is over. Thank you.");
    await dialog.getByLabel("I know that no phone will ring").check();
    await dialog.getByRole("button", { name: "End it now" }).dblclick();
    await page.getByText("All-clear: It is over. Thank you.").waitFor();
    await page.locator(".ended").waitFor();
    await history.getByText("Ended it: “It is over. Thank you.”").waitFor();
    expect(await told(inside, id)).toEqual(["ALL_CLEAR ONE", "UPDATE ONE", "ALERT ONE"]);
    expect(await told(near, id)).toEqual(["ALL_CLEAR TWO", "UPDATE TWO", "ALERT TWO"]);
  },
);

interface Playing {
  duration: number;
  currentTime: number;
  ended: boolean;
  error: string | null;
}

/** Returns how far the speech of the first text has played. */
const playing = (page: Page) =>
  page.evaluate<Playing>(
    `(({ duration, currentTime, ended, error }) => ({ duration, currentTime, ended, error: error && error.message }))(
      document.querySelector("audio"))`,
  );

describeSpeech("speech by espeak-ng", () => {
  browserTest("plays to its end", async () => {
    const { service } = console;
    const id = await publish();
    await until(async () => {
      const query = "query ($id: Int!) { alerts(id: $id) { audioUrl1 audioUrl2 audioUrl3 } }";
      const { data } = await service.graphql(query, { id }, service.admin);
      return Object.values(data.alerts[0]).every((url) => url !== null);
    });
    const page = await openAlert(id);
    await page.getByRole("tab", { name: "Texts and versions" }).click();
    for (const level of ["ONE", "TWO", "THREE"])
      await page.getByLabel(`Text ${level} as speech`).waitFor();
    // Starts it by the keyboard, as a person would.
    await page.getByLabel("Text ONE as speech").focus();
    await page.keyboard.press("Space");
    const end = await until(
      () => playing(page),
      ({ ended, error }) => ended || error !== null,
    );
    expect(end.error).toBeNull();
    expect(end.duration).toBeGreaterThan(0.5);
    expect(end.currentTime).toBeCloseTo(end.duration, 1);
  });
});

browserTest("the audit log lists what a person did, and can be downloaded", async () => {
  const page = await console.goAs(console.service.admin, "#/users");
  await page.getByRole("link", { name: "Audit log" }).click();
  await page.getByRole("row", { name: "Logged in" }).first().waitFor();
  await page.getByLabel("any word of a name").fill(near.email);
  await page.getByRole("button", { name: "What Test did" }).click();
  await page.getByText("By Test").waitFor();
  await page.getByRole("combobox", { name: "What" }).selectOption("Logged in");
  const rows = page.locator("tbody tr");
  await until(
    () => rows.allTextContents(),
    (texts) => texts.length === 1 && texts[0]?.includes(`Test (${near.id})Logged in`) === true,
  );
  expect(page.url()).toContain(`#/audit-log?actor=${near.id}&action=LOGGED_IN`);

  async function download(form: "CSV" | "JSON lines"): Promise<string> {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: `Download as ${form}` }).click(),
    ]);
    return readText(await file.createReadStream());
  }
  const csv = parseCsv(await download("CSV")).map(({ cells }) => [cells[2], cells[5]]);
  expect(csv).toEqual([
    ["actor_id", "action"],
    [String(near.id), "LOGGED_IN"],
  ]);
  await page.getByText("The file has 1 entry.").waitFor();
  expect(JSON.parse(await download("JSON lines"))).toMatchObject({
    actor_id: near.id,
    action: "LOGGED_IN",
  });
});

browserTest(
  "a manager has another service told of alerts, tries it and changes its secret",
  async () => {
    let answer = 204;
    const received: { text: string; headers: IncomingHttpHeaders }[] = [];
    const receiver = createServer(async (request, response) => {
      received.push({ text: await readText(request), headers: request.headers });
      response.writeHead(answer).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    /** The types of what the receiver got meanwhile, verified by a secret. */
    const told = (secret: string) =>
      received
        .splice(0)
        .map(
          ({ text, headers }) =>
            new Webhook(secret).verify(text, headers as Record<string, string>) as { type: string },
        )
        .map(({ type }) => type);
    const page = await console.openAs(console.service.admin, {}, "#/authorities");
    const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
    const secretOf = async () => {
      await press("Make a secret");
      const secret = (await page.getByText("whsec_").textContent()) ?? "";
      await press("Close");
      return secret;
    };
    try {
      await press("New webhook");
      await page.getByLabel("Address", { exact: true }).fill(url);
      await page.getByLabel("how many were notified").uncheck();
      await press("Save");
      const first = await secretOf();
      await press(`Send a test to ${url}`);
      await page.getByText(`${url} has taken the test.`).waitFor();
      expect(told(first)).toEqual(["webhook.test"]);
      await press(`New secret of ${url}`);
      const second = await secretOf();
      await press(`Send a test to ${url}`);
      await until(
        async () => received.length,
        (count) => count > 0,
        60_000,
      );
      expect(told(second)).toEqual(["webhook.test"]);
      answer = 410;
      await press(`Send a test to ${url}`);
      await page.getByText("Paused. It answers with an error (410).").waitFor();
      await press(`Edit ${url}`);
      await page.getByLabel("Paused").uncheck();
      await press("Save");
      await page.getByRole("button", { name: `Send a test to ${url}` }).waitFor();
      await press(`Remove ${url}`);
      await press("Remove it");
      await page.getByText(`Removed: ${url}`).waitFor();
    } finally {
      receiver.closeAllConnections();
      receiver.close();
    }
  },
);
