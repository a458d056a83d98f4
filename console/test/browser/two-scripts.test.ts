/** @database server */
import { afterAll, beforeAll, expect } from "@jest/globals";
import type { Page } from "playwright-core";
import type { TestUser } from "../../../test/helpers/service.ts";
import { browserTest, type ConsoleTest, logIn, startConsoleTest } from "../helpers/browser.ts";
import { toWhat } from "../helpers/draw.ts";
import { report } from "../helpers/people.ts";
import { square } from "../helpers/square.ts";
import { TAKE_BACK_BRIEFLY } from "../helpers/take-back.ts";

const AREA = { type: "Polygon", coordinates: [square(11.33, 44.49, 0.01)] };
const ARABIC = {
  title: "فيضان في بولونيا",
  texts: ["اصعدوا إلى الطابق العلوي.", "ابتعدوا عن النهر.", "الطرق مغلقة."],
};
const ITALIAN = {
  title: "Alluvione a Bologna",
  texts: ["Salite ai piani alti.", "State lontani dal fiume.", "Strade chiuse."],
};
const CORRECTED = "اصعدوا إلى الطابق الثالث.";
const LEVELS = ["ONE", "TWO", "THREE"];

let console: ConsoleTest;
/** Those who read one language each. */
let readers: { ar: TestUser; it: TestUser };
beforeAll(async () => {
  console = await startConsoleTest({ JOBS: "true" }, { drawsMaps: false });
  if (!console) return;
  const { service } = console;
  await service.owner.query(TAKE_BACK_BRIEFLY);
  const [ar, it] = (await service.newUsers(2)) as [TestUser, TestUser];
  readers = { ar, it };
  for (const [language, user] of Object.entries(readers)) {
    await service.graphql(
      "mutation ($id: Int!, $input: UserEdit!) { userEdit(id: $id, input: $input) { id } }",
      { id: user.id, input: { languages: [language] } },
      user,
    );
  }
  for (const user of [ar, it, service.admin]) await report(service, user, 44.495, 11.335);
  await service.graphql(
    "mutation ($input: SavedAreaInput!) { newSavedArea(input: $input) { id } }",
    { input: { name: "مركز بولونيا", area: AREA } },
    service.admin,
  );
  await service.graphql(
    "mutation ($input: AlertTemplateInput!) { newAlertTemplate(input: $input) { id } }",
    { input: { name: "فيضان", language: "ar", text1: ARABIC.texts[0] } },
    service.admin,
  );
  await service.graphql(
    "mutation ($input: SharedDraftInput!) { newSharedDraft(input: $input) { id } }",
    { input: { name: ARABIC.title, content: "{}" } },
    service.admin,
  );
});
afterAll(() => console?.stop());

/** What is written from the left although it is Arabic, and no sentence keeps it apart. */
const wrongIn = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll("body *")].flatMap((element) => {
    const own = [...element.childNodes].filter(({ nodeType }) => nodeType === 3);
    const text = element.value ?? own.map(({ data }) => data).join("");
    return /[\\u0600-\\u06ff]/.test(String(text).replace(/\\u2068[^\\u2069]*\\u2069/g, "")) &&
      getComputedStyle(element).direction !== "rtl" ? [element.localName + ": " + text] : [];
  })`);

/** Opens the page of a reader. */
async function openPage(user: TestUser): Promise<Page> {
  const page = await console.open({ viewport: { width: 390, height: 844 } });
  await page.goto(`${console.service.url}/`);
  await logIn(page, user.email, user.password);
  return page;
}

async function publish(page: Page, action: string): Promise<void> {
  await page.getByLabel("I know that no phone").check();
  await page.getByRole("button", { name: action }).click();
}

/** Writes the alert in Arabic and in Italian. */
async function write(page: Page): Promise<void> {
  await page.getByRole("button", { name: "مركز بولونيا" }).click();
  await page.getByText("One area is drawn.").waitFor();
  await toWhat(page);
  await page.getByText("Severity, language, age of positions").click();
  await page.getByLabel("Language of the texts").fill("ar");
  await page.getByLabel("Title", { exact: true }).fill(ARABIC.title);
  for (const [at, level] of LEVELS.entries())
    await page.getByLabel(`${level} for those`).fill(ARABIC.texts[at] as string);
  await page.getByLabel("Add a language").selectOption({ label: "Italian" });
  await page.getByLabel("Title in Italian").fill(ITALIAN.title);
  for (const [at, level] of LEVELS.entries())
    await page.getByLabel(`${level} in Italian`).fill(ITALIAN.texts[at] as string);
}

browserTest(
  "an alert in Arabic and in Italian is read by each in theirs, until it is over",
  async () => {
    const page = await console.openAs(console.service.admin, {}, "#/new");
    const [arabic, italian] = [await openPage(readers.ar), await openPage(readers.it)];
    await write(page);
    expect(await wrongIn(page)).toEqual([]);
    await page.getByRole("button", { name: "Check…" }).click();
    await page.getByText("Arabic: 2 people").waitFor();
    await page.getByText("Italian: 1 person").waitFor();
    expect(await wrongIn(page)).toEqual([]);
    await publish(page, "Publish now");
    await page.getByRole("heading", { name: ARABIC.title, level: 1 }).waitFor();
    const id = Number(page.url().split("/").at(-1));

    await arabic.getByRole("heading", { name: ARABIC.title }).waitFor();
    await arabic.getByText(ARABIC.texts[0] as string).waitFor();
    expect(await wrongIn(arabic)).toEqual([]);
    await italian.getByRole("heading", { name: ITALIAN.title }).waitFor();
    await italian.getByText(ITALIAN.texts[0] as string).waitFor();
    expect(await italian.getByText(ARABIC.title).count()).toBe(0);

    // A correction leaves the Italian text as it was.
    await page.getByRole("link", { name: "Update…" }).click();
    await page.getByLabel("ONE for those").fill(CORRECTED);
    await page.getByText("Italian – older than the alert").waitFor();
    await page.getByRole("button", { name: "Check…" }).click();
    await page.getByText("Older than the alert: Italian.").waitFor();
    expect(await wrongIn(page)).toEqual([]);
    await page.getByRole("radio", { name: /^Tell them again/ }).check();
    await publish(page, "Publish the update");
    await page.getByRole("tab", { name: "Texts and versions" }).click();
    await page.getByText("Italian – older than the alert").waitFor();
    await arabic.reload();
    await arabic.getByText(CORRECTED).waitFor();

    // Every screen that shows a text of the alert.
    for (const address of [
      ...["#/", "#/alerts", `#/alerts/${id}`, `#/alerts/${id}/report`, "#/new", "#/templates"],
      "#/me",
    ]) {
      await page.goto(`${console.service.url}/console/${address}`);
      await page
        .getByText(/[\u0600-\u06ff]/)
        .first()
        .waitFor();
      expect([address, await wrongIn(page)]).toEqual([address, []]);
    }

    await page.goto(`${console.service.url}/console/#/alerts/${id}`);
    await page.getByRole("button", { name: "End it…" }).click();
    await page.getByLabel("All-clear", { exact: true }).fill("انتهى الفيضان.");
    await page.getByText("Who reads Italian gets it in Arabic.").waitFor();
    await page.getByLabel("All-clear in Italian").fill("L’alluvione è finita.");
    expect(await wrongIn(page)).toEqual([]);
    await publish(page, "End it now");
    await page.getByText("All-clear: انتهى الفيضان.").waitFor();
    await page.getByRole("tab", { name: "Texts and versions" }).click();
    await page.getByText("L’alluvione è finita.").waitFor();
    expect(await wrongIn(page)).toEqual([]);
    await arabic.getByText("انتهى الفيضان.").waitFor();
    expect(await wrongIn(arabic)).toEqual([]);
    await italian.getByText("L’alluvione è finita.").waitFor();
  },
);
