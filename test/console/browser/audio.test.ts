import { afterAll, beforeAll, expect } from "@jest/globals";
import type { Page } from "playwright-core";
import { findSpeech } from "../../../src/speech/index.ts";
import { until } from "../../helpers/until.ts";
import { runSpeech } from "../../speech/helpers/alerts.ts";
import { describeSpeech } from "../../speech/helpers/espeak-ng.ts";
import { browserTest, type ConsoleTest, startConsoleTest } from "../helpers/browser.ts";

let console: ConsoleTest;
beforeAll(async () => {
  // The test runs the jobs while the page is open.
  console = await startConsoleTest({ JOBS: "false" });
});
afterAll(() => console?.stop());

async function publish(text1: string): Promise<number> {
  const points = [
    { latitude: 44.49, longitude: 11.33 },
    { latitude: 44.49, longitude: 11.34 },
    { latitude: 44.5, longitude: 11.34 },
  ];
  const { data } = await console.service.graphql(
    "mutation ($input: AlertInput!) { newAlert(input: $input) { id } }",
    { input: { points, text1, text2: "Do not enter.", text3: "Expect closed roads." } },
    console.service.admin,
  );
  return data.newAlert.id;
}

/** Opens the page of an alert that has no speech yet. */
async function openAlert(text1: string): Promise<Page> {
  const id = await publish(text1);
  const page = await console.openAs(console.service.admin, {}, "#/alerts");
  await page.goto(`${console.service.url}/console/#/alerts/${id}`);
  await page.getByText(text1).first().waitFor();
  expect(await page.locator("audio").count()).toBe(0);
  return page;
}

async function speak(): Promise<void> {
  const { engine } = await findSpeech(() => {});
  await runSpeech(console.service.owner, engine);
}

interface Playing {
  duration: number;
  currentTime: number;
  ended: boolean;
  error: string | null;
}

/** Returns how far the first text has played. */
const playing = (page: Page) =>
  page.evaluate<Playing>(
    `(({ duration, currentTime, ended, error }) => ({ duration, currentTime, ended, error: error && error.message }))(
      document.querySelector("audio"))`,
  );

describeSpeech("speech by espeak-ng", () => {
  browserTest("appears without a reload, and plays to its end", async () => {
    const page = await openAlert("Leave the centre now.");
    await speak();
    // Each text appears as soon as it has its speech.
    for (const level of ["ONE", "TWO", "THREE"]) {
      await page.getByLabel(`Text ${level} as speech`).waitFor();
    }
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

  browserTest("no page failed, broke its policy or asked another host", () => {
    expect(console.faults).toEqual([]);
  });
});
