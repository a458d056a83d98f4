/** @database server */
import { afterAll, beforeAll, expect } from "@jest/globals";
import supertest from "supertest";
import { until } from "../../../test/helpers/until.ts";
import { browserTest, type ConsoleTest, logIn, startConsoleTest } from "../helpers/browser.ts";

let console: ConsoleTest;
beforeAll(async () => {
  // In development, the service also has GraphiQL. Otherwise it is the same as in production.
  console = await startConsoleTest({ NODE_ENV: "development" });
});
afterAll(() => console?.stop());

/** Waits until a token is refused. */
const isRefused = (token: string) =>
  until(async () => {
    const { errors } = await console.service.graphql("{ me { id } }", {}, { token });
    return errors?.[0]?.extensions.code === "UNAUTHENTICATED";
  });

browserTest("a user logs in at the second try, ends another session, and logs out", async () => {
  const { service } = console;
  const colleague = await service.newUser({ isAdmin: true });
  const page = await console.open({}, "#/alerts");
  const { promise: code, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/users-[^/]+\.js/, async (route) => {
    await code;
    await route.continue();
  });
  await logIn(page, colleague.email, "not the password");
  await page
    .getByRole("alert")
    .filter({ hasText: /password/i })
    .waitFor();
  await logIn(page, colleague.email, colleague.password);
  // The focus goes to the heading of each screen, after the login and at each link.
  const isAt = (title: string) =>
    until(
      () => page.evaluate<string>("document.title + document.activeElement.tagName"),
      (place) => place === `${title} – Location alertsH1`,
    );
  await isAt("Alerts");
  // A screen that loads late does not take the focus back from a user who has moved it.
  await page.getByRole("link", { name: "Users" }).click();
  await page.getByRole("link", { name: "New alert" }).focus();
  release();
  await page.getByRole("heading", { name: "Users" }).waitFor();
  expect(await page.evaluate("document.activeElement.textContent")).toBe("New alert");
  await page.locator('a[href="#/me"]').click();
  await isAt("Me");

  const list = page.getByRole("region", { name: "Where I am logged in" });
  await list.getByText("this one").waitFor();
  expect(await list.getByRole("listitem").count()).toBe(2);
  await list.getByRole("button", { name: "End it" }).click();
  await list.getByRole("button", { name: "End it" }).waitFor({ state: "detached" });
  expect(await list.getByRole("listitem").count()).toBe(1);
  await isRefused(colleague.token);

  const { token } = JSON.parse(
    String(await page.evaluate("localStorage.getItem('location-alerts.session')")),
  );
  expect((await service.graphql("{ me { id } }", {}, { token })).errors).toBeUndefined();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("button", { name: "Log in" }).waitFor();
  await isAt("Log in");
  await isRefused(token);
});

browserTest(
  "a revoked or expired token opens the login dialog, and keeps what was written",
  async () => {
    const { service } = console;
    const colleague = await service.newUser({ isAdmin: true });
    const page = await console.open({}, "icon");
    await page.clock.install();
    await page.goto(`${service.url}/console/#/me`);
    await logIn(page, colleague.email, colleague.password);
    await page.getByLabel("Current password").fill("half of it");
    const password = "another password";
    await service.graphql(
      "mutation ($input: UserPasswordEdit!) { userPasswordEdit(input: $input) { id } }",
      { input: { password1: password, password2: password } },
      colleague,
    );
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Your session has ended").waitFor();
    await dialog.getByLabel("Password").fill(password);
    await dialog.getByRole("button", { name: "Log in", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await page.getByLabel("Current password").inputValue()).toBe("half of it");
    await page.clock.fastForward("49:00:00");
    await dialog.getByText("Your session has ended").waitFor();
  },
);

browserTest("GraphiQL works under its content security policy: its example logs in", async () => {
  const { url, admin } = console.service;
  const { headers } = await supertest(url).get("/graphiql").set("Accept", "text/html").expect(200);
  expect(headers["content-security-policy"]).toMatch(
    /^default-src 'none'; script-src 'self' 'sha256-/,
  );
  expect(headers["content-security-policy"]).not.toMatch(/script-src[^;]*unsafe/);
  expect(headers["content-security-policy"]).toMatch(
    /; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  );

  const page = await console.open({}, "icon");
  await page.goto(`${url}/graphiql`);
  expect(await page.title()).toBe("Location alerts: GraphiQL");
  const editor = page.locator(".graphiql-query-editor .view-lines");
  await editor.getByText("Log in first").waitFor();
  const lines = await page.locator(".graphiql-query-editor .view-line").allTextContents();
  const example = lines.join("\n").replaceAll("\u00a0", " ");
  await editor.click();
  await page.keyboard.press("Control+A");
  // The user writes the administrator's email and password into the example.
  await page.keyboard.insertText(
    example.replace("admin@example.org", admin.email).replace('""', JSON.stringify(admin.password)),
  );
  await page.locator(".graphiql-execute-button").click();
  await page.locator(".result-window").getByText("accessToken").first().waitFor();
});
