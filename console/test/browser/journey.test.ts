/** @database server */
import { afterAll, beforeAll, expect } from "@jest/globals";
import type { Page } from "playwright-core";
import type { TestUser } from "../../../test/helpers/service.ts";
import { until } from "../../../test/helpers/until.ts";
import { browserTest, type ConsoleTest, startConsoleTest } from "../helpers/browser.ts";
import { toWhat } from "../helpers/draw.ts";
import { report } from "../helpers/people.ts";
import { square } from "../helpers/square.ts";
import { TAKE_BACK_BRIEFLY } from "../helpers/take-back.ts";

const TAKE_BACK_LONG = "update app_private.settings set take_back_time = '1 minute'";
const AREA = { type: "Polygon", coordinates: [square(11.33, 44.49, 0.01)] };

let console: ConsoleTest;
let colleague: TestUser;
beforeAll(async () => {
  console = await startConsoleTest({ JOBS: "true" }, { drawsMaps: false });
  if (!console) return;
  const { service } = console;
  colleague = await service.newUser({ isAdmin: true });
  await service.owner.query("update app_public.users set name = 'Colleague' where id = $1", [
    colleague.id,
  ]);
  const tester = await service.newUser();
  await service.owner.query("update app_public.users set is_tester = true where id = $1", [
    tester.id,
  ]);
  await report(service, tester, 44.495, 11.335);
  await report(service, await service.newUser(), 44.495, 11.345);
  await service.graphql(
    "mutation ($input: SavedAreaInput!) { newSavedArea(input: $input) { id } }",
    { input: { name: "The centre", area: AREA } },
    service.admin,
  );
});
afterAll(() => console?.stop());

const text = (page: Page, level: string) => page.getByLabel(`${level} for those`);
const isSaved = (page: Page) => page.getByText("Shared as “Reno”. Saved.").waitFor();
const shows = (page: Page, level: string, value: string) =>
  until(
    () => text(page, level).inputValue(),
    (shown) => shown === value,
  );
const MARK = "The connection is lost: numbers are from";
/** Loses the connection while `happen` runs. The page says that its numbers are old until the connection is back. */
async function whileAway(page: Page, happen: () => Promise<void> = async () => {}): Promise<void> {
  // A screen whose code is still loading then would never be shown.
  await until(() =>
    page.evaluate(
      "performance.getEntriesByType('resource').some(({ name }) => /\\/me-/.test(name))",
    ),
  );
  await page.context().setOffline(true);
  const mark = page.getByText(MARK);
  await mark.waitFor();
  await happen();
  await page.context().setOffline(false);
  await mark.waitFor({ state: "detached" });
}
const conflict = (page: Page) => page.getByRole("alert", { name: "Conflict" });

/** Makes a template for floods. */
async function makeTemplate(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Templates" }).click();
  await page.getByRole("button", { name: "New template" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Flood");
  await text(page, "ONE").fill("Water rises in {place}. Go up.");
  await text(page, "TWO").fill("Stay out of {place}.");
  await text(page, "THREE").fill("Expect closed roads.");
  await page.getByLabel("All-clear").fill("The water in {place} has gone.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
}

/** Begins an alert with the template and the saved area, and fills in the place. */
async function beginAlert(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Templates" }).click();
  await page.getByRole("button", { name: "New alert from Flood" }).click();
  await page.getByRole("button", { name: "The centre saved" }).click();
  await page.getByText("One area is drawn.").waitFor();
  await toWhat(page);
  await page.getByLabel("place", { exact: true }).fill("Bologna");
}

/** Two administrators change one draft at once, and the second keeps their own change. Returns the second one last. */
async function editAtOnce(a: Page, b: Page): Promise<[Page, Page]> {
  await Promise.all([text(a, "THREE").fill("Of A"), text(b, "THREE").fill("Of B")]);
  const second = await Promise.race(
    [a, b].map((page) =>
      conflict(page)
        .waitFor()
        .then(() => page),
    ),
  );
  await second.getByRole("button", { name: "Save mine over theirs" }).click();
  await isSaved(second);
  expect(await conflict(second).count()).toBe(0);
  return second === a ? [b, a] : [a, b];
}

/** The screens in the order of their links, each with its heading. */
const SCREENS = ["Situation", "Alerts", "New alert", "Users"] as const;

/** Checks that every screen says that its numbers are old, and loads new ones when the connection is back. */
async function showOldNumbers(page: Page): Promise<void> {
  const style = () =>
    page.evaluate(`getComputedStyle(document.querySelector(".figures")).fontStyle`);
  const again = page.getByRole("button", { name: "Try again" });
  let newcomer: TestUser | undefined;
  await whileAway(page, async () => {
    for (const name of SCREENS) {
      await page.getByRole("link", { name, exact: true }).click();
      await page.getByRole("heading", { name, exact: true }).waitFor();
      await page.getByText(MARK).waitFor();
    }
    await again.waitFor();
    expect(await style()).toBe("italic");
    newcomer = await console.service.newUser();
  });
  await again.waitFor({ state: "detached" });
  await page.getByText(newcomer?.email ?? "").waitFor();
  await until(style, (now) => now === "normal");
}

async function publish(page: Page, action: string): Promise<void> {
  await page.getByRole("button", { name: "Check…" }).click();
  if (/^(Publish now|Propose)$/.test(action)) await page.getByLabel("I know that no phone").check();
  await page.getByRole("button", { name: action }).click();
}

browserTest("two administrators together draft, publish, correct and end an alert", async () => {
  const { service } = console;
  const a = await console.openAs(service.admin, {}, "#/alerts");
  await makeTemplate(a);
  await beginAlert(a);
  await a.getByLabel("Title").fill("Flood in {place}");
  await a.getByLabel("Who is told").selectOption("EXERCISE");
  await a.getByRole("button", { name: "Draft", exact: true }).click();
  await a.getByRole("button", { name: "Share it with" }).click();
  await a.getByLabel("Name", { exact: true }).fill("Reno");
  await a.getByRole("button", { name: "Share", exact: true }).click();
  await isSaved(a);

  // B edits A's draft, and A sees it after a moment; then both edit.
  const b = await console.openAs(colleague, {}, "#/alerts");
  await b.getByRole("button", { name: "Open Reno" }).click();
  await b.getByText("This browser cannot draw the map").waitFor();
  await b.getByText("Administrator works on it now.").waitFor();
  await text(b, "TWO").fill("Keep away from the river.");
  const stored = "select from app_public.shared_drafts where content like '%Keep away%'";
  await until(async () => (await service.owner.query(stored)).rowCount === 1);
  await isSaved(b);
  await whileAway(a);
  await a.getByText("Colleague works on it now.").waitFor();
  await shows(a, "TWO", "Keep away from the river.");
  const [first, second] = await editAtOnce(a, b);
  const kept = await text(second, "THREE").inputValue();
  await whileAway(first);
  await shows(first, "THREE", kept);

  // The exercise is taken back, then published. The draft is gone for the other administrator.
  await service.owner.query(TAKE_BACK_LONG);
  await publish(b, "Publish the exercise");
  await b.getByRole("button", { name: "Take it back" }).click();
  await b.getByText("It was taken back: nothing was published.").waitFor();
  expect((await service.owner.query("select from app_public.alerts")).rows).toEqual([]);
  await service.owner.query(TAKE_BACK_BRIEFLY);
  await b.getByRole("dialog").getByText("EXERCISE", { exact: true }).waitFor();
  await b.getByRole("button", { name: "Publish the exercise" }).click();
  await b.getByRole("heading", { name: "Flood in Bologna", level: 1 }).waitFor();
  await b.getByText("1 in the zones", { exact: true }).waitFor();
  await b.getByText("For testers only. Not real.").waitFor();
  await whileAway(a);
  await a.getByRole("link", { name: /^Published as alert id/ }).waitFor();

  await showOldNumbers(b);

  // A publishes a real alert. B corrects it while A looks, and A ends it.
  await beginAlert(a);
  await a.getByLabel("Title").fill("Flood in Bologna");
  await publish(a, "Publish now");
  await a.getByText("2 in the zones", { exact: true }).waitFor();
  await a.getByText("For everyone. This is real.").waitFor();
  await b.getByRole("link", { name: "Alerts" }).click();
  await b.getByRole("row", { name: "LIVE" }).getByRole("link").click();
  await b.getByRole("link", { name: "Update…" }).click();
  await b.getByLabel("Title").fill("Flood in Bologna and Casalecchio");
  await b.getByRole("button", { name: "Check…" }).click();
  await b.getByRole("radio", { name: /^Tell them again/ }).check();
  await b.getByLabel("I know that no phone").check();
  await b.getByRole("button", { name: "Publish the update" }).click();
  const corrected = "Flood in Bologna and Casalecchio";
  await a.getByRole("heading", { name: corrected, level: 1 }).waitFor();
  await a.getByRole("button", { name: "End it…" }).click();
  await a.getByLabel("I know that no phone").check();
  await a.getByRole("button", { name: "End it now" }).click();
  await b.getByText("All-clear: The water in Bologna has gone.").waitFor();

  // The report shows all of these steps.
  await b.getByRole("link", { name: "Report" }).click();
  await b
    .getByRole("heading", { name: new RegExp(`^Report of alert id \\d+: ${corrected}`) })
    .waitFor();
  await b.getByText("2 in the zones", { exact: true }).waitFor();
  expect(await b.getByText("LIVE", { exact: true }).count()).toBe(0);
  const versions = await b.getByRole("region", { name: "Versions" }).textContent();
  expect(versions?.replace(/\s+/g, " ")).toMatch(
    new RegExp(
      [
        "Version 1: Published.*, AdministratorFlood in Bologna",
        "Version 2: Update 1.*, ColleagueChanged the title: “Flood in Bologna and Casalecchio”",
        "Version 3: All-clear.*, AdministratorEnded it: “The water in Bologna has gone.”",
      ].join(".*"),
    ),
  );
  const timeline = b.getByRole("region", { name: "How fast it was" });
  for (const mark of ["Published", "Update 1", "All-clear"]) {
    await timeline.filter({ hasText: mark }).waitFor();
  }
});

browserTest(
  "an author proposes an alert, and an approver approves it in three clicks on a phone",
  async () => {
    const { service } = console;
    const [author, approver, resident] = (await service.newUsers(3)) as [
      TestUser,
      TestUser,
      TestUser,
    ];
    await report(service, resident, 44.495, 11.335);
    for (const [user, role] of [
      [author, "AUTHOR"],
      [approver, "APPROVER"],
    ] as const) {
      await service.graphql(
        "mutation ($id: Int!, $role: AuthorityRole!) { membershipSet(userId: $id, authorityId: 1, role: $role) { id } }",
        { id: user.id, role },
        service.admin,
      );
    }
    const a = await console.openAs(author, {}, "#/new");
    await a.getByRole("button", { name: "The centre saved" }).click();
    await a.getByText("One area is drawn.").waitFor();
    await toWhat(a);
    await a.getByLabel("Title").fill("Gas leak");
    for (const level of ["ONE", "TWO", "THREE"]) await text(a, level).fill(`Text ${level}.`);
    await publish(a, "Propose");
    await a.getByText("Waits for approval").waitFor();

    const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
    const b = await console.openAs(approver, phone, "#/");
    await b.getByRole("link", { name: "Waiting 1" }).tap();
    await b.getByRole("button", { name: "Decide on “Gas leak”" }).tap();
    await b.getByText("Text THREE.").waitFor();
    await b.getByLabel("I know that no phone").check();
    await b.getByRole("button", { name: "Approve" }).tap();
    await b.getByText("Approved: it goes out.").waitFor();

    const told = async () =>
      (await service.graphql("{ notifications { alert { title } } }", {}, resident)).data
        .notifications;
    expect(await until(told, ({ length }) => length > 0)).toEqual([
      { alert: { title: "Gas leak" } },
    ]);
  },
);
