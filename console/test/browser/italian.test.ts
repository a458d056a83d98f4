/** @database server */
import { afterAll, beforeAll, expect } from "@jest/globals";
import { IntlMessageFormat } from "intl-messageformat";
import type { Page } from "playwright-core";
import german from "../../src/languages/de.ts";
import spanish from "../../src/languages/es.ts";
import italian from "../../src/languages/it.ts";
import { violations } from "../helpers/axe.ts";
import { browserTest, type ConsoleTest, startConsoleTest } from "../helpers/browser.ts";
import { report } from "../helpers/people.ts";
import { square } from "../helpers/square.ts";
import { TAKE_BACK_BRIEFLY } from "../helpers/take-back.ts";

const AREA = JSON.stringify({ type: "Polygon", coordinates: [square(11.33, 44.49, 0.01)] });
const TITLE = "Piena del Reno a Bologna";

let console: ConsoleTest;
beforeAll(async () => {
  console = await startConsoleTest({ JOBS: "true" });
  if (!console) return;
  const { service } = console;
  await service.owner.query(TAKE_BACK_BRIEFLY);
  await service.owner.query("update app_public.users set name = 'Anna Bianchi'");
  await report(service, await service.newUser(), 44.495, 11.335);
  await service.owner.query(
    "update app_public.users set name = 'Ugo Rossi' where name <> 'Anna Bianchi'",
  );
});
afterAll(() => console?.stop());

interface Part {
  type: number;
  value: string;
  options?: Record<string, { value: Part[] }>;
}
/** The texts between the values of a message. */
const textsIn = (parts: Part[]): string[] =>
  parts.flatMap(({ type, value, options = {} }) =>
    type === 0 ? [value] : Object.values(options).flatMap((option) => textsIn(option.value)),
  );
const textsOf = (message: string) =>
  textsIn(new IntlMessageFormat(message, "en", undefined, { ignoreTag: true }).getAst() as Part[])
    .map((text) => text.replace(/\|.*/, "").trim())
    .filter((text) => /\p{L}{2}/u.test(text));

/** English texts that a language does not have: single words, and sentences. */
function englishBut(translations: Record<string, string>) {
  const own = new Set(Object.values(translations).flatMap(textsOf));
  const english = Object.keys(translations)
    .flatMap(textsOf)
    .filter((text) => !own.has(text));
  const [words, sentences] = [new Set<string>(), new Set<string>()];
  for (const text of english) (text.includes(" ") ? sentences : words).add(text);
  return { words, sentences: [...sentences] };
}
const IN_ITALIAN = englishBut(italian);

/** Returns what people see or hear of a page: its texts, and the attributes that are read out. */
const textsOn = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const texts = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode.textContent);
    for (const element of document.body.querySelectorAll("*"))
      for (const name of ["aria-label", "aria-valuetext", "alt", "placeholder", "title", "data-label"])
        texts.push(element.getAttribute(name) ?? "");
    return texts.map((text) => text.trim()).filter(Boolean);
  })()`);

const englishOn = async (page: Page, { words, sentences } = IN_ITALIAN) =>
  (await textsOn(page)).filter(
    (text) => words.has(text) || sentences.some((sentence) => text.includes(sentence)),
  );

/** Returns what is in English on a page, and what axe finds. */
const flaws = async (page: Page) => [...(await englishOn(page)), ...(await violations(page))];

const go = (page: Page, address: string) => page.goto(`${console.service.url}/console/${address}`);
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

browserTest(
  "an Italian browser has the console in Italian, from the login to the report",
  async () => {
    const { service } = console;
    const found: Record<string, string[]> = {};
    const page = await console.open({ locale: "it-IT" });
    await page.getByRole("heading", { name: "Allerte per zona" }).waitFor();
    expect(await page.evaluate("document.documentElement.lang")).toBe("it");
    found.login = await flaws(page);
    await page.getByLabel("Email").fill(service.admin.email);
    await page.getByLabel("Password").fill("wrong password");
    await button(page, "Accedi").click();
    await page.getByText("L’email o la password è sbagliata.").waitFor();
    await page.getByLabel("Password").fill(service.admin.password);
    await button(page, "Accedi").click();
    await page.getByText("1 persona ha comunicato la propria posizione.").waitFor();
    found.map = await flaws(page);

    await page.getByRole("link", { name: "Nuova allerta" }).click();
    await page.getByText("Senza disegnare: coordinate, GeoJSON").click();
    await page.getByLabel("Incolla qui il testo").fill(AREA);
    await button(page, "Aggiungi l’area").click();
    await page.getByText("Un’area è disegnata.").waitFor();
    await page.getByLabel("Metri fino a cui arriva la zona DUE").fill("1500");
    await button(page, "Che cosa").click();
    await page.locator("[aria-valuetext='1,5 km']").waitFor({ state: "attached" });
    await page.getByLabel("Titolo").fill(TITLE);
    await page.getByLabel("UNO per chi è").fill("Salite ai piani alti.");
    await page.getByLabel("DUE per chi è").fill("Non avvicinatevi al fiume.");
    await page.getByLabel("TRE per chi è").fill("Alcune strade sono chiuse.");
    await page.getByText("Gravità, lingua, età delle posizioni").click();
    await page.getByText("1 persona nelle zone · suoneranno 0 telefoni").waitFor();
    found.new = await flaws(page);
    await button(page, "Controlla…").click();
    await page.getByRole("heading", { name: "Pubblicare l’allerta?" }).waitFor();
    await page.getByRole("dialog").getByText("REALE", { exact: true }).waitFor();
    found.publish = await flaws(page);
    await page.getByLabel("So che non suonerà nessun telefono").check();
    await button(page, "Pubblica l’allerta").click();

    await page.getByText("1 nelle zone", { exact: true }).waitFor();
    await page.getByRole("tab", { name: "Persone" }).click();
    await page.getByText("Ugo Rossi").first().waitFor();
    await button(page, "Perché Ugo Rossi ha una notifica").click();
    await page.getByText("era in una zona al momento della pubblicazione").waitFor();
    found.alert = await flaws(page);
    await button(page, "Chiudi").click();
    await button(page, "Termina…").click();
    await page.getByRole("heading", { name: "Terminare l’allerta?" }).waitFor();
    found.end = await flaws(page);
    await button(page, "Non ancora").click();

    const alert = new URL(page.url()).hash;
    // The address of each screen, and a text that comes with its data.
    const screens = {
      [`${alert}/update`]: "Avvisa di nuovo chi è già stato avvisato",
      [`${alert}/report`]: "Tempi di avviso",
      "#/alerts": "1 allerta",
      "#/statistics": String(new Date().getUTCFullYear()),
      "#/templates": "Non c’è ancora alcun modello.",
      "#/users": "2 utenti",
      "#/me": "Ore di silenzio",
    };
    for (const [address, sign] of Object.entries(screens)) {
      await go(page, address);
      await page.getByText(sign).first().waitFor();
      // screens.test.ts checks these screens with axe.
      found[address] = await englishOn(page);
    }
    await go(page, "#/templates");
    await button(page, "Nuovo modello").click();
    await page.getByLabel("Correzione di una falsa allerta").waitFor();
    found.template = await flaws(page);
    await go(page, "#/users");
    await button(page, "Importa…").click();
    await page
      .getByRole("textbox", { name: "Persone" })
      .fill("nome,email,tester\nRita Levi,rita@example.org,sì\n,x,boh");
    await button(page, "Controlla").click();
    await page.getByText("Riga 3: Scrivi sì o no nella colonna tester.").waitFor();
    found.users = await flaws(page);
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, []])));
  },
);

for (const { tag, translations, product, people } of [
  {
    tag: "de",
    translations: german,
    product: "Warnungen vor Ort",
    people: "1 Person hat ihren Standort gemeldet.",
  },
  {
    tag: "es",
    translations: spanish,
    product: "Alertas por zona",
    people: "1 persona ha comunicado su posición.",
  },
])
  browserTest(
    `a browser in ${tag} has the login, the map and the person's page in it`,
    async () => {
      const english = englishBut(translations);
      const page = await console.open({ locale: `${tag}-${tag.toUpperCase()}` });
      await page.getByRole("heading", { name: product }).waitFor();
      expect(await page.evaluate("document.documentElement.lang")).toBe(tag);
      expect(await englishOn(page, english)).toEqual([]);
      await page.locator("[type=email]").fill(console.service.admin.email);
      await page.locator("[type=password]").fill(console.service.admin.password);
      await page.keyboard.press("Enter");
      await page.getByText(people).waitFor();
      expect(await englishOn(page, english)).toEqual([]);
      await page.goto(console.service.url);
      await page.locator("h1").waitFor();
      expect(await page.evaluate("document.documentElement.lang")).toBe(tag);
      expect(await englishOn(page, english)).toEqual([]);
    },
  );

browserTest("a user chooses the language of this browser", async () => {
  const page = await console.open({ locale: "fr-FR" });
  await page.getByRole("heading", { name: "Location alerts" }).waitFor();
  expect(await page.evaluate("document.documentElement.lang")).toBe("en");
  expect(await englishOn(page)).toEqual(
    expect.arrayContaining(["Log in", "For authorities: warn people where they are."]),
  );
  await page.getByLabel("Language of this page").selectOption({ label: "italiano" });
  await page.getByRole("heading", { name: "Allerte per zona" }).waitFor();
  await page.reload();
  await page.getByLabel("Lingua di questa pagina").selectOption({ label: "English" });
  await page.getByRole("heading", { name: "Location alerts" }).waitFor();
});
