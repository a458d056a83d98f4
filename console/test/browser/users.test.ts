/** @database server */
import { json } from "node:stream/consumers";
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

browserTest("a user can be made, found, promoted, trained and given another password", async () => {
  const { service } = console;
  const page = await console.goAs(service.admin, "#/users");
  await page.getByRole("button", { name: "New user" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Rita Levi");
  await dialog.getByLabel("Email").fill("rita@example.org");
  await dialog.getByLabel("Password").fill("correct horse");
  await dialog.getByRole("button", { name: "Make the user" }).click();
  await dialog.waitFor({ state: "detached" });

  await page.getByLabel("Find by").fill("rita");
  await page.getByText("1 user", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Edit Rita Levi" }).click();
  await dialog.getByLabel("Administrator").check();
  await dialog.getByLabel("Tester").check();
  await dialog.getByLabel("In training").check();
  await dialog.getByLabel("New password").fill("another horse");
  await dialog.getByLabel("Your own password").fill("wrong");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("The password that you log in with is wrong.").waitFor();
  await dialog.getByLabel("Your own password").fill(service.admin.password);
  await dialog.getByRole("button", { name: "Save" }).click();
  for (const badge of ["Administrator", "Tester", "In training"])
    await page.getByText(badge, { exact: true }).waitFor();
  await service.login("rita@example.org", "another horse");
});

browserTest(
  "an administrator downloads a person's data, and erases them by their name",
  async () => {
    const { service } = console;
    const user = await service.newUser({ email: "zeno@example.org" });
    const page = await console.goAs(service.admin, "#/users");
    await page.getByLabel("Find by").fill("zeno");
    await page.getByRole("button", { name: "Data of Test" }).click();
    const dialog = page.getByRole("dialog");
    const begun = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Download it" }).click();
    const file = (await json(await (await begun).createReadStream())) as { user: object };
    expect(file.user).toMatchObject({ id: user.id, email: "zeno@example.org" });
    expect((await begun).suggestedFilename()).toBe(`person-${user.id}.json`);

    await dialog.getByLabel("Your own password").fill(service.admin.password);
    await dialog.getByLabel("Type Test to erase").fill("Test");
    await dialog.getByRole("button", { name: "Erase Test" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("0 users", { exact: true }).waitFor();
    await expect(service.login(user.email, user.password)).rejects.toThrow("UNAUTHENTICATED");
  },
);

browserTest("people are imported, filtered, and set their password by a link", async () => {
  const { service } = console;
  const page = await console.goAs(service.admin, "#/users");
  await page.getByLabel("Find by").fill("");
  await page.getByRole("button", { name: "Import…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("CSV file").setInputFiles({
    name: "people.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("name;email;tester\r\nGino;gino@example.org;yes\r\nPia;pia@example.org;no"),
  });
  await dialog.getByRole("button", { name: "Check" }).click();
  await dialog.getByText("2 people can be imported.").waitFor();
  await dialog.getByRole("button", { name: "Import 2 people" }).click();
  await dialog.getByText("2 people are imported.").waitFor();
  await dialog.getByRole("button", { name: "Make the links" }).click();
  const link = await dialog.getByLabel("Link of Gino").inputValue();
  const begun = page.waitForEvent("download");
  await dialog.getByRole("link", { name: "Download 2 links" }).click();
  expect((await begun).suggestedFilename()).toBe("password-links.csv");
  await dialog.getByRole("button", { name: "Close" }).click();

  await page.getByLabel("Show", { exact: true }).selectOption("Testers");
  await page.getByLabel("Reported").selectOption("Not for a week");
  await page.getByText("gino@example.org").waitFor();
  await page.getByText("pia@example.org").waitFor({ state: "detached" });

  await page.goto(link);
  await page.getByLabel("New password").fill("gino's new password");
  await page.getByLabel("The same again").fill("gino's new password");
  await page.getByRole("button", { name: "Set the password" }).click();
  await page.getByText("You would not be warned yet.").waitFor();
  await service.login("gino@example.org", "gino's new password");
});
