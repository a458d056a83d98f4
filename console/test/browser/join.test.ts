/** @database server */
import { afterAll, beforeAll, expect } from "@jest/globals";
import type { Page } from "playwright-core";
import { until } from "../../../test/helpers/until.ts";
import { violations } from "../helpers/axe.ts";
import { browserTest } from "../helpers/browser.ts";
import { type PushConsole, startPushConsole } from "../helpers/push-console.ts";

const PHONE = {
  viewport: { width: 320, height: 640 },
  permissions: ["notifications", "geolocation"],
  geolocation: { latitude: 46.5, longitude: 11.25, accuracy: 5 },
};
const PASSWORD = "a long password of mine";

let console: PushConsole;
beforeAll(async () => {
  console = await startPushConsole();
});
afterAll(() => console?.stop());

/** Makes an invitation in the console, and returns its link. */
async function invite(page: Page): Promise<string> {
  await page.getByText("There is no invitation yet.").waitFor();
  await page.getByRole("button", { name: "New invitation" }).click();
  await page.getByLabel("Name").fill("Town hall");
  await page.getByLabel("How many people").fill("2");
  await page.getByRole("button", { name: "Make the invitation" }).click();
  await page.getByRole("img", { name: "Code to join" }).waitFor();
  const link = (await page.locator(".poster-link").textContent()) ?? "";
  expect(await violations(page)).toEqual([]);
  await page.emulateMedia({ media: "print" });
  expect(await page.getByRole("img", { name: "Code to join" }).isVisible()).toBe(true);
  expect(await page.getByText("The link cannot be shown again.").isVisible()).toBe(false);
  expect(await page.getByRole("heading", { name: "Invitations" }).isVisible()).toBe(false);
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByText("0 of 2 joined").waitFor();
  return link;
}

async function openLink(link: string): Promise<Page> {
  const page = await console.open(PHONE, "icon");
  await console.movePushes(page);
  await page.goto(link);
  return page;
}

/** Reports a position as OwnTracks does after it has opened the link that sets it up. */
async function reportAsOwnTracks(link: string): Promise<number> {
  const inline = new URL(link).searchParams.get("inline") ?? "";
  const { _type, mode, url, auth, username, password } = JSON.parse(
    Buffer.from(inline, "base64").toString(),
  );
  expect({ _type, mode, auth }).toEqual({ _type: "configuration", mode: 3, auth: true });
  const { status } = await fetch(url, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${username}:${password}`)}` },
    body: JSON.stringify({ _type: "location", lat: 46.5, lon: 11.25, tst: Date.now() / 1000 }),
  });
  return status;
}

browserTest("a person joins by a link, is told what is missing, and can be warned", async () => {
  const { service } = console;
  const admin = await console.openAs(service.admin, {}, "#/invitations");
  const link = await invite(admin);
  expect(link).toMatch(/^http:\/\/localhost:\d+\/join#[0-9a-f]{32}$/);
  const page = await openLink(link);
  await page.getByRole("heading", { name: "Be warned where you are" }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("Email").fill("ada@example.org");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await page.getByText("You would not be warned yet.").waitFor();
  await page.getByText("No position of yours has arrived yet.").waitFor();
  // The secret is gone from the address.
  expect(page.url()).toBe(`${service.url}/console/join.html`);

  await page.getByRole("button", { name: "Use OwnTracks" }).click();
  await page.getByRole("img", { name: "Code that sets up OwnTracks" }).waitFor();
  const setUp = page.getByRole("link", { name: "Set up OwnTracks on this phone" });
  expect(await violations(page)).toEqual([]);
  expect(await reportAsOwnTracks((await setUp.getAttribute("href")) ?? "")).toBe(200);
  await page.getByText("Your position was known").waitFor();
  // An app only reports positions. It does not receive alerts.
  expect(await page.getByText("You would not be warned yet.").isVisible()).toBe(true);

  await admin.goto(`${service.url}/console/#/users`);
  const ada = admin.getByRole("listitem").filter({ hasText: "ada@example.org" });
  await ada.getByText("Cannot be reached").waitFor();
  await ada.getByText("by OwnTracks").waitFor();
  await ada.getByText("Joined").waitFor();

  await page.getByRole("button", { name: "Turn on warnings" }).click();
  await page.getByText("You will be warned.").waitFor();
  await page.getByRole("button", { name: "Report where I am while" }).click();
  await until(
    async () => (await service.owner.query("select accuracy from app_public.positions")).rows,
    (positions) => positions.some(({ accuracy }) => accuracy === 5),
  );
  await admin.reload();
  await ada.getByText("Has a device").waitFor();
  expect(await ada.getByText("Cannot be reached").count()).toBe(0);
  await admin.goto(`${service.url}/console/#/invitations`);
  await admin.getByText("1 of 2 joined").waitFor();
  await admin.getByRole("button", { name: "Revoke Town hall" }).click();
  await admin.getByText("Revoked: Town hall").waitFor();

  // A session of the person's page is not a session of the console, even in the same browser.
  await page.goto(`${service.url}/console/`);
  await page.getByRole("button", { name: "Log in", exact: true }).waitFor();

  await page.goto(link);
  await page.getByText("This invitation is over").waitFor();
});
