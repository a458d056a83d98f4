import { afterAll, beforeAll, expect } from "@jest/globals";
import { until } from "../../helpers/until.ts";
import { browserTest, type ConsoleTest, logIn, startConsoleTest } from "../helpers/browser.ts";

let console: ConsoleTest;
beforeAll(async () => {
  console = await startConsoleTest();
});
afterAll(() => console?.stop());

browserTest("a wrong password is reported, and the user can try again", async () => {
  const { service } = console;
  const page = await console.open();
  await logIn(page, service.admin.email, "not the password");
  await page
    .getByRole("alert")
    .filter({ hasText: /password/i })
    .waitFor();
  await logIn(page, service.admin.email, service.admin.password);
  // The focus goes to the heading of each screen, after the login and at each link.
  const isAt = (title: string) =>
    until(
      () => page.evaluate<string>("document.title + document.activeElement.tagName"),
      (place) => place === `${title} – Location alertsH1`,
    );
  await isAt("Map");
  await page.getByRole("link", { name: "Users" }).click();
  await isAt("Users");
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("button", { name: "Log in" }).waitFor();
  await isAt("Log in");
});

browserTest("a screen that comes late leaves the focus with who has moved it", async () => {
  const page = await console.openAs(console.service.admin, {}, "#/alerts");
  const { promise: code, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/users-[^/]+\.js/, async (route) => {
    await code;
    await route.continue();
  });
  await page.getByRole("link", { name: "Users" }).click();
  await page.getByRole("link", { name: "New alert" }).focus();
  release();
  await page.getByRole("heading", { name: "Users" }).waitFor();
  expect(await page.evaluate("document.activeElement.textContent")).toBe("New alert");
});

browserTest("a user who is not an administrator gets a message", async () => {
  const user = await console.service.newUser();
  const page = await console.open();
  await logIn(page, user.email, user.password);
  await page.getByText("no administrator's").waitFor();
  expect(await page.getByRole("button", { name: "Log out" }).count()).toBe(0);
});

browserTest("logging out ends the session at the service", async () => {
  const colleague = await console.service.newUser({ isAdmin: true });
  const page = await console.openAs(colleague, {}, "#/alerts");
  const { token } = JSON.parse(
    String(await page.evaluate("localStorage.getItem('location-alerts.session')")),
  );
  expect((await console.service.graphql("{ me { id } }", {}, { token })).errors).toBeUndefined();
  await page.getByRole("button", { name: "Log out" }).click();
  await until(async () => {
    const { errors } = await console.service.graphql("{ me { id } }", {}, { token });
    return errors?.[0]?.extensions.code === "UNAUTHENTICATED";
  });
});

browserTest("a user sees where they are logged in, and ends another session", async () => {
  const { service } = console;
  const colleague = await service.newUser({ isAdmin: true });
  const page = await console.openAs(colleague, {}, "#/me");
  const list = page.getByRole("region", { name: "Where I am logged in" });
  await list.getByText("this one").waitFor();
  expect(await list.getByRole("listitem").count()).toBe(2);
  await list.getByRole("button", { name: "End it" }).click();
  await list.getByRole("button", { name: "End it" }).waitFor({ state: "detached" });
  expect(await list.getByRole("listitem").count()).toBe(1);
  const { errors } = await service.graphql("{ me { id } }", {}, colleague);
  expect(errors?.[0]?.extensions.code).toBe("UNAUTHENTICATED");
});

browserTest("a revoked token leads to the login, and keeps what was written", async () => {
  const { service } = console;
  const colleague = await service.newUser({ isAdmin: true });
  const page = await console.openAs(colleague);
  await page.getByRole("link", { name: "New alert" }).click();
  await page.getByLabel("ONE for those").fill("Leave the centre now.");
  const password = "another password";
  await service.graphql(
    "mutation ($input: UserPasswordEdit!) { userPasswordEdit(input: $input) { id } }",
    { input: { password1: password, password2: password } },
    colleague,
  );
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Your session has ended").waitFor();
  await logIn(page, colleague.email, password);
  await dialog.waitFor({ state: "detached" });
  expect(await page.getByLabel("ONE for those").inputValue()).toBe("Leave the centre now.");
});

browserTest("an expired token leads to the login without a click", async () => {
  const page = await console.open();
  await page.clock.install();
  await page.reload();
  await logIn(page, console.service.admin.email, console.service.admin.password);
  await page.getByRole("button", { name: "Log out" }).waitFor();
  await page.clock.fastForward("49:00:00");
  await page.getByRole("dialog").getByText("Your session has ended").waitFor();
});

browserTest("no page failed, broke its policy or asked another host", () => {
  expect(console.faults).toEqual([]);
});
