/** @database server */
import { afterAll, beforeAll, expect } from "@jest/globals";
import { Secret, TOTP } from "otpauth";
import { browserTest, type ConsoleTest, logIn, startConsoleTest } from "../helpers/browser.ts";

let console: ConsoleTest;
beforeAll(async () => {
  console = await startConsoleTest({}, { drawsMaps: false });
});
afterAll(() => console?.stop());

browserTest(
  "a manager adds an app, logs in with its code, and shows a code before an invitation",
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

    await page.getByRole("link", { name: "Invitations" }).click();
    await page.getByRole("button", { name: "New invitation" }).click();
    await page.getByLabel("Name").fill("Town hall");
    await service.owner.query(
      "update app_public.sessions set second_factor_at = now() - interval '1 hour'",
    );
    await page.getByRole("button", { name: "Make the invitation" }).click();
    await page.getByRole("dialog", { name: "Is it you?" }).waitFor();
    await page.getByLabel("Code").fill(codes[0] ?? "");
    await page.getByRole("button", { name: "Go on" }).click();
    await page.getByRole("dialog", { name: "Is it you?" }).waitFor({ state: "detached" });
    await page.getByRole("dialog", { name: "Invitation Town hall" }).waitFor();
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
