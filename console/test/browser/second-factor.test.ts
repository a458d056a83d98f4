/** @database server */
import { afterAll, beforeAll, expect } from "@jest/globals";
import { Secret, TOTP } from "otpauth";
import { browserTest, type ConsoleTest, logIn, startConsoleTest } from "../helpers/browser.ts";
import { writeTexts } from "../helpers/draw.ts";
import { report } from "../helpers/people.ts";
import { square } from "../helpers/square.ts";
import { TAKE_BACK_BRIEFLY } from "../helpers/take-back.ts";

const AREA = { type: "Polygon", coordinates: [square(11.33, 44.49, 0.01)] };

let console: ConsoleTest;
beforeAll(async () => {
  console = await startConsoleTest({ JOBS: "true" }, { drawsMaps: false });
  await console?.service.owner.query(TAKE_BACK_BRIEFLY);
});
afterAll(() => console?.stop());

browserTest(
  "a manager adds an app, logs in with its code, and shows a code again to publish",
  async () => {
    const { service } = console;
    const user = await service.newUser({ isAdmin: true });
    const page = await console.openAs(user, {}, "#/me");
    await page.getByRole("button", { name: "Add an authenticator app…" }).click();
    await page.getByRole("dialog").getByLabel("Your own password").fill(user.password);
    await page.getByRole("button", { name: "Go on" }).click();
    await page.getByRole("img", { name: "The key of the app" }).waitFor();
    const key = (await page.getByRole("dialog").locator("code").textContent()) ?? "";
    const codeNow = () => TOTP.generate({ secret: Secret.fromBase32(key) });
    /** Makes the last code usable again, as if its time had passed. */
    const passTime = () => service.owner.query("update app_public.second_factors set counter = 0");
    await page.getByLabel("Code of the app").fill(codeNow());
    await page.getByRole("button", { name: "Add it" }).click();
    const dialog = page.getByRole("dialog", { name: "Recovery codes" });
    await dialog.waitFor();
    const codes = await dialog.locator("code").allTextContents();
    expect(codes).toHaveLength(10);
    await page.getByRole("button", { name: "I have them" }).click();
    await page.getByRole("button", { name: "New recovery codes (10 are left)…" }).waitFor();

    await page.getByRole("button", { name: "Log out" }).click();
    await logIn(page, user.email, user.password);
    await page.getByLabel("Code").fill("000000");
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await page.getByRole("alert").filter({ hasText: "This code is wrong" }).waitFor();
    await passTime();
    await page.getByLabel("Code").fill(codeNow());
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await page.getByRole("button", { name: "Log out" }).waitFor();

    await service.graphql(
      "mutation ($input: SavedAreaInput!) { newSavedArea(input: $input) { id } }",
      { input: { name: "The centre", area: AREA } },
      service.admin,
    );
    await report(service, await service.newUser(), 44.495, 11.335);
    await page.getByRole("link", { name: "New alert" }).click();
    await page.getByRole("button", { name: "The centre saved" }).click();
    await page.getByText("One area is drawn.").waitFor();
    await writeTexts(page);
    await page.getByRole("button", { name: "Check…" }).click();
    await page.getByLabel("I know that no phone").check();
    await service.owner.query("update app_public.sessions set second_factor_at = null");
    await page.getByRole("button", { name: "Publish now" }).click();
    const isYou = page.getByRole("dialog", { name: "Is it you?" });
    await isYou.getByLabel("Code").fill(codes[0] ?? "");
    await isYou.getByRole("button", { name: "Go on" }).click();
    await page.waitForURL(/#\/alerts\/\d+$/);
  },
);

browserTest("a user adds a passkey, and logs in and confirms with it alone", async () => {
  const { service } = console;
  const user = await service.newUser({ isAdmin: true });
  const page = await console.openAs(user, {}, "#/me");
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await page.getByRole("button", { name: "Add a passkey…" }).click();
  await page.getByRole("dialog").getByLabel("Your own password").fill(user.password);
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByRole("button", { name: "I have them" }).click();

  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.getByRole("button", { name: "Log out" }).waitFor();
  await service.owner.query("update app_public.sessions set second_factor_at = null");
  await page.getByRole("button", { name: "Remove This device" }).click();
  await page.getByRole("dialog", { name: "Is it you?" }).waitFor();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.getByRole("button", { name: "Remove This device" }).waitFor({ state: "detached" });
});

browserTest("a person's page asks for the second factor in their language", async () => {
  const { service } = console;
  const user = await service.newUser();
  const page = await console.open({ locale: "it-IT" });
  const logIn = async () => {
    await page.getByRole("textbox", { name: "Email" }).fill(user.email);
    await page.getByLabel("Password").fill(user.password);
    await page.getByRole("button", { name: "Accedi", exact: true }).click();
  };
  await page.goto(`${service.url}/join`);
  await logIn();
  await page.getByRole("button", { name: "Accedi", exact: true }).waitFor({ state: "detached" });
  await page.goto(`${service.url}/#/me`);
  await page.getByRole("button", { name: "Aggiungi un’app di autenticazione…" }).click();
  await page.getByRole("dialog").locator("[type=password]").fill(user.password);
  await page.getByRole("button", { name: "Continua" }).click();
  const key = (await page.getByRole("dialog").locator("code").textContent()) ?? "";
  const code = TOTP.generate({ secret: Secret.fromBase32(key) });
  await page.getByLabel("Codice dell’app").fill(code);
  await page.getByRole("button", { name: "Aggiungila" }).click();
  await page.getByRole("button", { name: "Li ho" }).click();
  await service.owner.query("update app_public.sessions set second_factor_at = null");
  await page.getByRole("button", { name: "Rimuovi Il mio telefono" }).click();
  const isYou = page.getByRole("dialog", { name: "Sei tu?" });
  await isYou.getByLabel("Codice").fill(code);
  await isYou.getByRole("button", { name: "Continua" }).click();
  await isYou.getByRole("alert").filter({ hasText: "Questo codice" }).waitFor();
});
