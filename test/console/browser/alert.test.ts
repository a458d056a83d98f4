import { afterAll, beforeAll, expect } from "@jest/globals";
import type { Page } from "playwright-core";
import type { TestUser } from "../../helpers/service.ts";
import { browserTest, type ConsoleTest, startConsoleTest } from "../helpers/browser.ts";
import { report } from "../helpers/people.ts";
import { TAKE_BACK_BRIEFLY } from "../helpers/take-back.ts";

/** A square kilometre, given by its south-west corner. */
const square = (x: number, y: number) => ({
  type: "Polygon",
  coordinates: [
    [
      [x, y],
      [x + 0.01, y],
      [x + 0.01, y + 0.01],
      [x, y + 0.01],
      [x, y],
    ],
  ],
});
const AREA = square(11.33, 44.49);
/** Its middle. */
const MIDDLE = [44.495, 11.335] as const;

let console: ConsoleTest;
let inside: TestUser;
let near: TestUser;
beforeAll(async () => {
  console = await startConsoleTest({ JOBS: "true" });
  if (!console) return;
  await console.service.owner.query(TAKE_BACK_BRIEFLY);
  inside = await console.service.newUser();
  near = await console.service.newUser();
  await report(console.service, inside, ...MIDDLE);
  await report(console.service, near, 44.495, 11.345);
});
afterAll(() => console?.stop());

async function publish(area = AREA): Promise<number> {
  const { data } = await console.service.graphql(
    "mutation ($input: AlertInput!) { newAlert(input: $input) { id } }",
    {
      input: {
        area,
        text1: "Leave the centre now.",
        text2: "Do not enter the centre.",
        text3: "Expect closed roads.",
      },
    },
    console.service.admin,
  );
  return data.newAlert.id;
}

async function openAlert(): Promise<{ page: Page; id: number }> {
  const id = await publish();
  const page = await console.openAs(console.service.admin, {}, "#/alerts");
  await page.goto(`${console.service.url}/console/#/alerts/${id}`);
  await page.getByText("2 people told").waitFor();
  return { page, id };
}

async function told(user: TestUser, alertId: number): Promise<string[]> {
  const { data } = await console.service.graphql(
    "{ notifications(limit: 1000) { alertId kind level } }",
    {},
    user,
  );
  return data.notifications
    .filter((notification: { alertId: number }) => notification.alertId === alertId)
    .map(({ kind, level }: { kind: string; level: string }) => `${kind} ${level}`);
}

browserTest("the all-clear ends an alert and goes to everyone who was notified", async () => {
  const { page, id } = await openAlert();
  await page.getByRole("button", { name: "End it…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("tell 2 people?").waitFor();
  expect(await dialog.getByRole("button", { name: "End it now" }).isDisabled()).toBe(true);
  await dialog.getByLabel("All-clear").fill("It is over. Thank you.");
  await dialog.getByRole("button", { name: "End it now" }).dblclick();
  await page.getByText("All-clear: It is over. Thank you.").waitFor();
  await page.getByText("Cancelled", { exact: true }).waitFor();
  await page.getByText("Ended it: “It is over. Thank you.”").waitFor();
  expect(await told(inside, id)).toEqual(["ALL_CLEAR ONE", "ALERT ONE"]);
  expect(await told(near, id)).toEqual(["ALL_CLEAR TWO", "ALERT TWO"]);
});

browserTest("an update can notify its recipients again", async () => {
  const { page, id } = await openAlert();
  await page.getByRole("link", { name: "Update…" }).click();
  const text = page.getByLabel("ONE for those");
  expect(await text.inputValue()).toBe("Leave the centre now.");
  await text.fill("Leave the centre to the south.");
  await page.getByText("2 people told before will not be told.").waitFor();
  await page.getByRole("button", { name: "Check and update" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("heading", { name: "tell 0 people?" }).waitFor();
  await dialog.getByText("2 people in the zones know the old one.").waitFor();
  expect(await dialog.getByRole("button", { name: "Publish the update" }).isDisabled()).toBe(true);
  await dialog.getByLabel("Do not tell them again").check();
  await dialog.getByRole("radio", { name: /^Tell them again/ }).check();
  await dialog.getByRole("heading", { name: "tell 2 people?" }).waitFor();
  await dialog.getByText("inside the area: 0 for the first time, 1 again").waitFor();
  await dialog.getByRole("button", { name: "Publish the update" }).click();
  await page.getByText("Changed text ONE").waitFor();
  await page.getByRole("heading", { name: "Leave the centre to the south." }).waitFor();
  expect(await told(inside, id)).toEqual(["UPDATE ONE", "ALERT ONE"]);
});

browserTest("an update asks whom to notify again although their number is unknown", async () => {
  const { page, id } = await openAlert();
  // The reach of another alert, which told nobody, must not stand for it.
  await page.goto(`${console.service.url}/console/#/alerts/${await publish(square(20, 50))}`);
  await page.getByRole("link", { name: "Update…" }).click();
  await page.getByRole("status", { name: "Whom it would reach" }).waitFor();
  await page.goto(`${console.service.url}/console/#/alerts/${id}`);
  await page.getByText("2 people told").waitFor();
  await page.route("**/graphql", async (route) => {
    const isReach = /AlertUpdateReach/.test(route.request().postData() ?? "");
    await (isReach ? route.abort() : route.continue());
  });
  await page.getByRole("link", { name: "Update…" }).click();
  await page.getByLabel("ONE for those").fill("Leave the centre to the south.");
  await page.getByRole("button", { name: "Check and update" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("How many they are is not known now.").waitFor();
  await dialog.getByText("People in the zones may know the old one.").waitFor();
  const send = dialog.getByRole("button", { name: "Publish the update" });
  expect(await send.isDisabled()).toBe(true);
  await dialog.getByRole("radio", { name: /^Tell them again/ }).check();
  await send.click();
  await page.getByText("Changed text ONE").waitFor();
  expect(await told(inside, id)).toEqual(["UPDATE ONE", "ALERT ONE"]);
});

browserTest("an update learns its reach when it is checked, if it did not before", async () => {
  const { page } = await openAlert();
  let isAway = true;
  await page.route("**/graphql", async (route) => {
    const isReach = /AlertUpdateReach/.test(route.request().postData() ?? "");
    await (isReach && isAway ? route.abort() : route.continue());
  });
  await page.getByRole("link", { name: "Update…" }).click();
  await page.getByLabel("ONE for those").fill("Leave the centre to the south.");
  // What loads it at each change has failed.
  await page.getByText("The service does not answer.").first().waitFor();
  await page.getByRole("button", { name: "Check and update" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("How many they are is not known now.").waitFor();
  await page.getByRole("button", { name: "Not yet" }).click();
  isAway = false;
  await page.getByRole("button", { name: "Check and update" }).click();
  await dialog.getByText("2 people in the zones know the old one.").waitFor();
});

browserTest(
  "an update shows what another administrator changed meanwhile, and undoes nothing",
  async () => {
    const { page, id } = await openAlert();
    await page.getByRole("link", { name: "Update…" }).click();
    await page.getByLabel("TWO for those").fill("Stay inside, and close the windows.");
    const other = await console.service.newUser({ isAdmin: true });
    const { errors } = await console.service.graphql(
      "mutation ($id: Int!, $input: AlertUpdateInput!) { alertUpdate(id: $id, input: $input) { id } }",
      { id, input: { text1: "Leave by the south." } },
      other,
    );
    expect(errors).toBeUndefined();
    await page.getByRole("button", { name: "Check and update" }).click();
    await page.getByLabel("Do not tell them again").check();
    await page.getByRole("button", { name: "Publish the update" }).click();
    await page.getByRole("dialog").getByText("Someone else has updated this alert").waitFor();
    await page.getByRole("button", { name: "Not yet" }).click();
    const changed = page.getByRole("region", { name: "Changed meanwhile" });
    await changed.getByText("Changed text ONE: “Leave by the south.”").waitFor();
    expect(await page.getByLabel("ONE for those").inputValue()).toBe("Leave by the south.");
    await page.getByRole("button", { name: "Check and update" }).click();
    await page.getByLabel("Do not tell them again").check();
    await page.getByRole("button", { name: "Publish the update" }).click();
    await page.getByRole("heading", { name: "Leave by the south." }).waitFor();
    const { data } = await console.service.graphql(
      "query ($id: Int!) { alerts(id: $id) { version text1 text2 } }",
      { id },
      other,
    );
    expect(data.alerts).toEqual([
      { version: 3, text1: "Leave by the south.", text2: "Stay inside, and close the windows." },
    ]);
  },
);

browserTest("the alert's page explains why someone was notified", async () => {
  const { page } = await openAlert();
  await page.getByRole("button", { name: "Why Test was told" }).first().click();
  await page.getByRole("dialog").getByText("Told: inside a zone when it was published.").waitFor();
});

browserTest("the alert's page explains why a user found by email was not notified", async () => {
  const outside = await console.service.newUser({ email: "outside@example.org" });
  await report(console.service, outside, 44.495, 11.4);
  const { page } = await openAlert();
  await page.getByLabel("Find by any word").fill("nobody@");
  await page.getByText("Nobody has “nobody@” in the name").waitFor();
  await page.getByLabel("Find by any word").fill("OUTSIDE@");
  await page.getByText("outside@example.org").waitFor();
  await page.getByRole("button", { name: "Why Test was told or not" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Not told: outside of all zones.").waitFor();
  // The distances to the area and to its two larger zones.
  await dialog.getByText("4.8 km away").waitFor();
  await dialog.getByText("3.8 km away").waitFor();
  await dialog.getByText("2.8 km away").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await page.locator(":focus").getAttribute("aria-label")).toBe("Why Test was told or not");
});

browserTest("all recipients are listed, however many", async () => {
  const owner = console.service.owner;
  await owner.query(`
    with others as (
      insert into app_public.users (email, name, address)
        select 'crowd-' || i || '@example.org', 'Crowd ' || i, '' from generate_series(1, 1100) i returning id)
    insert into app_public.last_positions (user_id, position_id, created_at, taken_at, location, moving_activity)
      select id, id, now(), now(), st_setsrid(st_makepoint(9.005, 45.005), 4326), 'STILL' from others`);
  const id = await publish(square(9, 45));
  const page = await console.openAs(console.service.admin, {}, "#/alerts");
  await page.goto(`${console.service.url}/console/#/alerts/${id}`);
  await page.getByText("1,100 people told").waitFor();
  await page.getByText("20 of 1,100 notifications, the newest first").waitFor();
  const people = page.getByRole("region", { name: "Notifications" });
  const more = people.getByRole("button", { name: "Show more" });
  for (const shown of ["120", "240", "480", "960", "1,100"]) {
    await more.click();
    await people.getByText(`${shown} of 1,100`).waitFor();
  }
  await more.waitFor({ state: "detached" });
  expect(await people.getByRole("listitem").count()).toBe(1100);
});

browserTest("pushes that did not leave are told with their reason, before and after", async () => {
  const { service } = console;
  const owner = await service.newUser();
  await report(service, owner, 46.0005, 13.0005);
  const { errors } = await service.graphql(
    'mutation { registerDevice(input: { token: "ExponentPushToken[off]" }) { id } }',
    {},
    owner,
  );
  expect(errors).toBeUndefined();
  const id = await publish(square(13, 46));
  const page = await console.openAs(service.admin, {}, `#/alerts/${id}`);
  await page.getByText("1 push to 1 person waits and is tried again").waitFor();
  await page.getByText("expo is off: set EXPO_ACCESS_TOKEN").waitFor();
  const readiness = page.getByRole("list", { name: "Whether pushes go out" });
  await readiness.getByText("✕ off: set EXPO_ACCESS_TOKEN").waitFor();
  const [, pushed, waiting] = await page
    .getByRole("row", { name: /ONE/ })
    .getByRole("cell")
    .allInnerTexts();
  expect([pushed?.trim(), waiting?.trim()]).toEqual(["0", "1"]);
  await page.getByRole("link", { name: "Update…" }).click();
  await page.getByLabel("Tell those again").check();
  await page.getByText("App (Expo): pushes are off").waitFor();
});

browserTest("the number of people who have seen it updates without a reload", async () => {
  const { page, id } = await openAlert();
  const { data } = await console.service.graphql("{ notifications { id alertId } }", {}, inside);
  const mine = data.notifications.find(({ alertId }: { alertId: number }) => alertId === id);
  await console.service.graphql(
    "mutation ($input: NotificationUpdateInput!) { notificationUpdate(input: $input) { id } }",
    { input: { id: mine.id, seen: true } },
    inside,
  );
  await page.getByText("1 person has seen it").waitFor();
});

browserTest("an unknown alert's page says that it does not exist", async () => {
  const page = await console.openAs(console.service.admin, {}, "#/alerts");
  await page.goto(`${console.service.url}/console/#/alerts/999999`);
  await page.getByText("There is no alert 999999").waitFor();
});

browserTest("no page failed, broke its policy or asked another host", () => {
  expect(console.faults).toEqual([]);
});
