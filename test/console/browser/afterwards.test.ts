import { afterAll, beforeAll, expect } from "@jest/globals";
import { parseCsv } from "../../../src/console/words/csv.ts";
import { until } from "../../helpers/until.ts";
import { browserTest, type ConsoleTest, startConsoleTest } from "../helpers/browser.ts";
import { drawSquare, goToPlace } from "../helpers/draw.ts";
import { report } from "../helpers/people.ts";
import { TAKE_BACK_BRIEFLY } from "../helpers/take-back.ts";

let console: ConsoleTest;
beforeAll(async () => {
  console = await startConsoleTest({ JOBS: "true" });
  await console?.service.owner.query(TAKE_BACK_BRIEFLY);
});
afterAll(() => console?.stop());

browserTest(
  "a title and a text for two zones are published, reported, found and counted",
  async () => {
    const { service } = console;
    await report(service, await service.newUser(), 44.49381, 11.33875);
    const page = await console.openAs(service.admin, {}, "#/new");
    await page.getByRole("heading", { name: "New alert" }).waitFor();
    await goToPlace(page, "Bologna");
    await drawSquare(page);
    await page.getByLabel("Title").fill("=Gas leak");
    const [one, two] = [page.getByLabel("ONE for those"), page.getByLabel("TWO for those")];
    await one.fill("Leave the centre now.");
    await two.fill("Avoid the centre now.");
    expect(await page.locator(".difference ins").textContent()).toBe("Avoid");
    await page.getByLabel("THREE gets the same text as ONE").check();
    await one.fill("Leave the centre at once.");
    await page.getByRole("button", { name: "Check and publish" }).click();
    const dialog = page.getByRole("dialog");
    // The title stands over each zone's text, and THREE has that of ONE.
    await until(
      () => dialog.getByText("=Gas leak", { exact: true }).count(),
      (count) => count === 3,
    );
    expect(await dialog.getByText("Leave the centre at once.").count()).toBe(2);
    await dialog.getByRole("button", { name: "Publish now" }).click();
    await page.getByRole("heading", { name: "=Gas leak" }).waitFor();
    await page.getByText("Told: 1").waitFor();

    await page.getByRole("link", { name: "Report, to print or download" }).click();
    await page.getByRole("heading", { name: "Report of alert" }).waitFor();
    await page.getByRole("img", { name: "How the numbers grew to 1 person" }).waitFor();
    const file = page.getByRole("link", { name: "Download the figures as CSV" });
    // Its parts load one after the other.
    await until(
      async () => {
        const answer = await fetch((await file.getAttribute("href")) as string);
        return parseCsv(await answer.text()).map(({ cells }) => cells.join("|"));
      },
      (rows) => rows.includes("alert|title|||'=Gas leak") && rows.includes("people|told|ONE||1"),
    );
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
    await page.getByRole("row", { name: /LIVE 1 1 \d+ s 0 \(0 %\)/ }).waitFor();
    expect(console.faults).toEqual([]);
  },
);
