import { afterAll, beforeAll, expect } from "@jest/globals";
import type { Page } from "playwright-core";
import type { TestUser } from "../../helpers/service.ts";
import { until } from "../../helpers/until.ts";
import { browserTest, type ConsoleTest, startConsoleTest } from "../helpers/browser.ts";
import { drawSquare, goToPlace, writeTexts } from "../helpers/draw.ts";
import { report } from "../helpers/people.ts";
import { TAKE_BACK_BRIEFLY } from "../helpers/take-back.ts";

/** The middle of Bologna, to which the map moves. */
const CENTRE = [44.49381, 11.33875] as const;

let console: ConsoleTest;
let inside: TestUser;
let outside: TestUser;
beforeAll(async () => {
  console = await startConsoleTest({ JOBS: "true" });
  if (!console) return;
  await console.service.owner.query(
    "update app_private.settings set level2_distance = 500, level3_distance = 1500, alert_duration = '3 hours'",
  );
  await console.service.owner.query(TAKE_BACK_BRIEFLY);
  inside = await console.service.newUser();
  outside = await console.service.newUser();
  await report(console.service, inside, ...CENTRE);
  await report(console.service, outside, 45, 12);
});
afterAll(() => console?.stop());

async function prepare(page: Page): Promise<void> {
  await page.getByRole("link", { name: "New alert" }).click();
  await page.getByRole("heading", { name: "New alert" }).waitFor();
  await goToPlace(page, "Bologna");
  await drawSquare(page);
  await writeTexts(page);
}

browserTest("an alert is drawn and published, and a late entry updates its numbers", async () => {
  const { service } = console;
  const page = await console.openAs(service.admin, {}, "#/alerts");
  await prepare(page);
  // What the service is set to is shown, and left to it.
  await until(
    () => page.getByLabel("Metres that zone THREE reaches").inputValue(),
    (value) => value === "1500",
  );
  await page.getByText("3 hours, as usual").waitFor({ state: "attached" });
  const reach = page.getByRole("status", { name: "Whom it would reach" });
  await reach.getByText("1 person").waitFor();
  await page.getByRole("button", { name: "Check and publish" }).click();
  const dialog = page.getByRole("dialog", { name: "Warn 1 person now?" });
  await dialog.getByText("1 person inside the area").waitFor();
  await dialog.getByText("LIVE For everyone").waitFor();
  // The push of each zone, as a phone shows it.
  await dialog.getByText("Leave the centre now.", { exact: true }).waitFor();
  await dialog.getByText("Do not enter the centre.").first().waitFor();
  await dialog.getByText("Expect closed roads.").first().waitFor();
  await dialog.getByRole("img", { name: "The map with the alert's zones" }).waitFor();
  await dialog.getByText("in 3 h").waitFor();
  await dialog.getByText("English").waitFor();
  await dialog.getByText("no other alert").waitFor();
  await dialog.getByRole("button", { name: "Publish now" }).dblclick();
  await page.getByText("1 person told").waitFor();

  await report(service, outside, ...CENTRE);
  await page.getByText("2 people told").waitFor();
  const { data } = await service.graphql(
    "{ alerts { id reachedUsers level2Distance level3Distance createdAt expiresAt } }",
    {},
    service.admin,
  );
  const [{ createdAt, expiresAt, ...alert }] = data.alerts;
  expect(alert).toEqual({
    id: expect.any(Number),
    reachedUsers: 2,
    level2Distance: 500,
    level3Distance: 1500,
  });
  expect(expiresAt - createdAt).toBe(3 * 3600);
});

browserTest(
  "a place is found; a drawing can be undone, redone, and survives a reload",
  async () => {
    const page = await console.openAs(console.service.admin, {}, "#/alerts");
    await page.getByRole("link", { name: "New alert" }).click();
    await page.getByRole("heading", { name: "New alert" }).waitFor();
    const search = page.getByLabel("Go to a place");
    await search.fill("Springfield");
    await page.getByRole("button", { name: "Springfield Illinois, United States" }).waitFor();
    await search.fill("Xyzzy");
    await page.getByText("Nothing found: no place begins with “Xyzzy”.").waitFor();
    await search.fill(`44°29'38"N 11°20'20"E`);
    await page.getByRole("button", { name: "44.4939, 11.3389" }).waitFor();
    await search.press("Enter");
    expect(await search.inputValue()).toBe("44.4939, 11.3389");

    await goToPlace(page, "Bologna");
    await drawSquare(page);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Draw the area on the map.").waitFor();
    await page.getByRole("button", { name: "Redo" }).click();
    await page.getByText("One area is drawn.").waitFor();
    await page.reload();
    await page.getByText("One area is drawn.").waitFor();
  },
);

browserTest(
  "very many people are typed, a publication is taken back, and an exercise looks like one",
  async () => {
    const { service } = console;
    const count = async () =>
      (await service.graphql("{ alerts { id } }", {}, service.admin)).data.alerts.length;
    const before = await count();
    await service.owner.query(
      "update app_private.settings set confirm_above = 1, take_back_time = '1 minute'",
    );
    const page = await console.openAs(service.admin, {}, "#/alerts");
    await prepare(page);
    const reach = page.getByRole("status", { name: "Whom it would reach" });
    await reach.getByText("2 people").waitFor();
    await page.getByRole("button", { name: "Check and publish" }).click();
    const dialog = page.getByRole("dialog");
    const publish = dialog.getByRole("button", { name: "Publish now" });
    const typed = dialog.getByLabel("Type the number of people, 2");
    await typed.fill("3");
    expect(await publish.isDisabled()).toBe(true);
    await dialog.getByText(/LIVE alert \d+, ends in/).waitFor();
    await typed.fill("2");
    await publish.click();
    await dialog.getByText("It goes out even if you close this page.").waitFor();
    const back = dialog.getByRole("button", { name: "Take it back" });
    await back.waitFor();
    expect(await back.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(
      true,
    );
    await back.click();
    await dialog.getByText("It was taken back: nothing was published.").waitFor();
    // Escape takes it back too.
    await typed.fill("2");
    await publish.click();
    await back.waitFor();
    await page.keyboard.press("Escape");
    await dialog.getByText("It was taken back: nothing was published.").waitFor();
    const { rows } = await service.owner.query(
      "select state from app_private.held_publications where state <> 'PUBLISHED'",
    );
    expect(rows).toEqual([{ state: "TAKEN_BACK" }, { state: "TAKEN_BACK" }]);
    expect(await count()).toBe(before);
    await dialog.getByRole("button", { name: "Not yet" }).click();

    await service.owner.query("update app_private.settings set confirm_above = 1000");
    await service.owner.query(TAKE_BACK_BRIEFLY);
    await page.getByLabel("Who is told", { exact: true }).selectOption("EXERCISE");
    await reach.getByText("0 people").waitFor();
    await page.getByRole("button", { name: "Check and publish" }).click();
    await dialog.getByText("EXERCISE For testers only. Not real.").waitFor();
    await dialog.getByRole("button", { name: "Publish the exercise" }).click();
    await page.getByRole("heading", { name: "Leave the centre now." }).waitFor();
    await page.getByText("EXERCISE For testers only").waitFor();
    expect(await count()).toBe(before + 1);
  },
);

browserTest("the keyboard alone is enough to publish", async () => {
  const page = await console.openAs(console.service.admin, {}, "#/alerts");
  await page.getByRole("link", { name: "New alert" }).press("Enter");
  await page.getByText("Without drawing").press("Enter");
  for (const [label, text] of [
    ["Latitude", String(CENTRE[0])],
    ["Longitude", String(CENTRE[1])],
    ["Radius, m", "300"],
  ] as const) {
    await page.getByLabel(label).focus();
    await page.keyboard.insertText(text === "300" ? "" : text);
  }
  await page.getByRole("button", { name: "Add the circle" }).press("Enter");
  await page.getByText("One area is drawn.").waitFor();
  await writeTexts(page);
  await page.getByRole("button", { name: "Check and publish" }).press("Enter");
  await page.getByRole("button", { name: "Publish now" }).press("Enter");
  await page.getByText("2 people told").waitFor();
});

browserTest("pasted GeoJSON becomes the area, and other text is explained", async () => {
  const page = await console.openAs(console.service.admin, {}, "#/alerts");
  await page.getByRole("link", { name: "New alert" }).click();
  await page.getByText("Without drawing").click();
  const paste = page.getByLabel("Paste it here");
  await paste.fill("a city");
  await page.getByRole("button", { name: "Add the area" }).click();
  await page.getByText("neither GeoJSON nor well-known text").waitFor();
  const ring = [
    [11.3, 44.4],
    [11.4, 44.4],
    [11.4, 44.5],
    [11.3, 44.4],
  ];
  const add = async (corners: number[][]) => {
    await paste.fill(JSON.stringify({ type: "Polygon", coordinates: [corners] }));
    await page.getByRole("button", { name: "Add the area" }).click();
    await page.getByText("One area is drawn.").waitFor();
  };
  await add(ring);

  // An outline that crosses itself is marked, and cannot be published.
  await page.getByRole("button", { name: "Clear" }).click();
  await writeTexts(page);
  await add([...ring.slice(0, 3), [11.35, 44.35], [11.3, 44.4]]);
  const crosses = "The outline crosses itself: move a corner at the mark.";
  await page.getByRole("alert").getByText(crosses).waitFor();
  await page.getByRole("status").getByText(crosses).waitFor();
  expect(await page.getByRole("button", { name: "Check and publish" }).isDisabled()).toBe(true);
  expect(await page.getByText("Self-intersection").count()).toBe(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText(crosses).first().waitFor({ state: "detached" });

  // A text that is too long says so while it is written.
  await add(ring);
  await page.getByLabel("TWO for those").fill("x".repeat(10_003));
  await page.getByText("3 characters too many: 10,000 at most").waitFor();
  await page.getByText("Shorten text TWO.").waitFor();
});

browserTest(
  "positions older than the chosen age do not count, and a reload keeps the age",
  async () => {
    const { service } = console;
    const late = await service.newUser();
    const anHourAgo = Math.floor(Date.now() / 1000) - 3600;
    const { errors } = await service.graphql(
      "mutation ($input: PositionInput!) { newPosition(input: $input) { id } }",
      { input: { latitude: 46, longitude: 13, movingActivity: "STILL", takenAt: anHourAgo } },
      late,
    );
    expect(errors).toBeUndefined();
    const page = await console.openAs(service.admin, {}, "#/alerts");
    await page.getByRole("link", { name: "New alert" }).click();
    await page.getByText("Without drawing").click();
    await page.getByLabel("Latitude").fill("46");
    await page.getByLabel("Longitude").fill("13");
    await page.getByRole("button", { name: "Add the circle" }).click();
    const reach = page.getByRole("status", { name: "Whom it would reach" });
    await reach.getByText("1 person").waitFor();
    await page.getByLabel("Age of positions, at most").fill("0.5");
    await reach.getByText("1 passed over: position too old").waitFor();
    await page.getByLabel("Hours or minutes").selectOption("minutes");
    await writeTexts(page);
    await page.getByText("Positions may be from 1 minute to 30 days old.").waitFor();
    await page.getByLabel("Age of positions, at most").fill("90");
    await reach.getByText("1 person").waitFor();
    await page.reload();
    await reach.getByText("1 person").waitFor();
    expect(await page.getByLabel("Age of positions, at most").inputValue()).toBe("90");
  },
);

browserTest(
  "a failed publication says what to do, keeps everything, and succeeds on the next try",
  async () => {
    const page = await console.openAs(console.service.admin, {}, "#/alerts");
    await prepare(page);
    await page.route("**/graphql", (route) => route.abort());
    await page.getByRole("button", { name: "Check and publish" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Publish now" }).click();
    await dialog.getByText("try again").waitFor();
    await page.unroute("**/graphql");
    await dialog.getByRole("button", { name: "Publish now" }).click();
    await page.getByText("2 people told").waitFor();
  },
);

browserTest("no page failed, broke its policy or asked another host", () => {
  expect(console.faults).toEqual([]);
});
