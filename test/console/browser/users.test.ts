import { json } from "node:stream/consumers";
import { afterAll, beforeAll, expect } from "@jest/globals";
import { browserTest, type ConsoleTest, logIn, startConsoleTest } from "../helpers/browser.ts";

let console: ConsoleTest;
beforeAll(async () => {
  console = await startConsoleTest();
});
afterAll(() => console?.stop());

browserTest("a user can be made, found, promoted and given another password", async () => {
  const { service } = console;
  const page = await console.openAs(service.admin, {}, "#/me");
  await page.getByRole("link", { name: "Users" }).click();
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
  await dialog.getByLabel("New password").fill("another horse");
  await dialog.getByLabel("Your own password").fill("wrong");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog
    .getByRole("alert")
    .filter({ hasText: "The password that you log in with is wrong." })
    .waitFor();
  await dialog.getByLabel("Your own password").fill(service.admin.password);
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Tester", { exact: true }).waitFor();

  await page.getByRole("button", { name: "Log out" }).click();
  await logIn(page, "rita@example.org", "another horse");
  await page.getByRole("button", { name: "Log out" }).waitFor();
});

browserTest("a taken email is reported, and the form keeps its input", async () => {
  const { service } = console;
  const page = await console.openAs(service.admin, {}, "#/me");
  await page.getByRole("link", { name: "Users" }).click();
  await page.getByRole("button", { name: "New user" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Another");
  await dialog.getByLabel("Email").fill(service.admin.email);
  await dialog.getByLabel("Password").fill("correct horse");
  await dialog.getByRole("button", { name: "Make the user" }).click();
  await dialog.getByRole("alert").filter({ hasText: /email/i }).waitFor();
  expect(await dialog.getByLabel("Name").inputValue()).toBe("Another");
});

browserTest("administrators change their own password without a new login", async () => {
  const { service } = console;
  const colleague = await service.newUser({ isAdmin: true });
  const page = await console.openAs(colleague, {}, "#/alerts");
  await page.getByRole("link", { name: "Me", exact: true }).click();
  await page.getByLabel("Current password").fill(colleague.password);
  await page.getByLabel("New password").fill("another password");
  await page.getByLabel("The same again").fill("another password");
  await page.getByRole("button", { name: "Change the password" }).click();
  await page.getByText("The password is changed.").waitFor();
  await page.getByRole("link", { name: "Users" }).click();
  await page.getByText(colleague.email).waitFor();
  await service.login(colleague.email, "another password");
});

browserTest("all users are listed, and a search starts a new list", async () => {
  const { service } = console;
  await service.owner.query(`
    insert into app_public.users (email, name, address)
      select 'crowd-' || i || '@example.org', 'Crowd ' || i, '' from generate_series(1, 220) i`);
  const page = await console.openAs(service.admin, {}, "#/me");
  await page.getByRole("link", { name: "Users" }).click();
  const more = page.getByRole("button", { name: "Show more" });
  await page.getByText("The first 100: there are more").waitFor();
  await more.click();
  await page.getByText("The first 200: there are more").waitFor();
  await page.getByLabel("Find by").fill("crowd");
  await page.getByText("The first 100: there are more").waitFor();
  await more.click();
  await page.getByText("The first 200: there are more").waitFor();
  await more.click();
  await page.getByText("220 users").waitFor();
  expect(await more.count()).toBe(0);
});

browserTest("people are imported, filtered, and set their password by a link", async () => {
  const { service } = console;
  const page = await console.openAs(service.admin, {}, "#/me");
  await page.getByRole("link", { name: "Users" }).click();
  await page.getByRole("button", { name: "Import…" }).click();
  const dialog = page.getByRole("dialog");
  const file = dialog.getByRole("textbox", { name: "People" });
  await file.fill(
    `name,email,tester\nGino,gino@example.org,yes\nNobody,nobody,no\n,gino@example.org,`,
  );
  await dialog.getByRole("button", { name: "Check" }).click();
  await dialog.getByText("2 lines need a correction. Nobody was imported.").waitFor();
  await dialog.getByText("Line 3: The email must look like name@example.org").waitFor();
  await dialog.getByText("Line 4: Write a name").waitFor();
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
  const download = dialog.getByRole("link", { name: "Download 2 links" });
  const [saved] = await Promise.all([page.waitForEvent("download"), download.click()]);
  expect(saved.suggestedFilename()).toBe("password-links.csv");
  const address = (await download.getAttribute("href")) ?? "";
  expect(decodeURIComponent(address)).toContain(`"Gino","gino@example.org","${link}"`);
  await dialog.getByRole("button", { name: "Close" }).click();

  await page.getByLabel("Show", { exact: true }).selectOption("Testers");
  await page.getByLabel("Reported").selectOption("Not for a week");
  await page.getByLabel("Sort by").selectOption("Name");
  await page.getByText("No device · never reported").first().waitFor();
  await page.getByText("gino@example.org").waitFor();
  expect(await page.getByText("pia@example.org").count()).toBe(0);
  await page.getByLabel("Device").selectOption("Has a device");
  await page.getByText("0 users").waitFor();

  const own = await console.open({}, new URL(link).hash);
  await own.getByLabel("New password").fill("gino's new password");
  await own.getByLabel("The same again").fill("gino's password");
  await own.getByRole("button", { name: "Set the password" }).click();
  await own.getByText("The two new passwords differ.").waitFor();
  await own.getByLabel("The same again").fill("gino's new password");
  await own.getByRole("button", { name: "Set the password" }).click();
  await own.getByText("Your password is set").waitFor();
  await service.login("gino@example.org", "gino's new password");
  await own.reload();
  await own.getByLabel("New password").fill("gino's new password");
  await own.getByLabel("The same again").fill("gino's new password");
  await own.getByRole("button", { name: "Set the password" }).click();
  await own.getByText("This link was used, has expired or is not whole").waitFor();
});

browserTest("a training user sees it on every screen, and can publish exercises only", async () => {
  const { service } = console;
  const email = "trainee@example.org";
  const trainee = await service.newUser({ email, isAdmin: true });
  const page = await console.openAs(service.admin, {}, "#/me");
  await page.getByRole("link", { name: "Users" }).click();
  await page.getByLabel("Find by").fill(email);
  await page.getByText("1 user", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Edit Test" }).click();
  await page.getByLabel("In training").check();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("In training", { exact: true }).waitFor();
  const banner = "Whatever you publish is an exercise";
  expect(await page.getByText(banner).count()).toBe(0);

  const own = await console.openAs(trainee, {}, "#/me");
  for (const [link, sign] of [
    ["Alerts", "Live or drill"],
    ["Users", "Sort by"],
    ["Map", "No active alert"],
    ["New alert", "1. Where"],
  ] as const) {
    await own.getByRole("link", { name: link, exact: true }).click();
    await own.getByText(sign).waitFor();
    await own.getByRole("status").getByText(banner).waitFor();
  }
  const kinds = own.getByLabel("Who is told").locator("option");
  expect(await kinds.allTextContents()).toEqual(["Testers (exercise)"]);

  // The end of the training shows without a new login.
  await service.owner.query("update app_public.users set is_training = false where id = $1", [
    trainee.id,
  ]);
  await own.getByRole("link", { name: "Alerts" }).click();
  await own.getByText(banner).waitFor({ state: "detached" });
});

/** What the tests read of a downloaded file. */
interface Held {
  user: object;
}

browserTest(
  "an administrator downloads a person's data, and erases them by their name",
  async () => {
    const { service } = console;
    const user = await service.newUser({ email: "zeno@example.org" });
    await service.owner.query("update app_public.users set name = 'Zeno Doe' where id = $1", [
      user.id,
    ]);
    const page = await console.openAs(service.admin, {}, "#/users");
    await page.getByLabel("Find by").fill("zeno");
    await page.getByRole("button", { name: "Data of Zeno Doe" }).click();
    const dialog = page.getByRole("dialog");
    const begun = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Download it" }).click();
    const file = (await json(await (await begun).createReadStream())) as Held;
    expect(file.user).toMatchObject({ id: user.id, email: "zeno@example.org" });
    expect((await begun).suggestedFilename()).toBe(`person-${user.id}.json`);

    const erase = dialog.getByRole("button", { name: "Erase Zeno Doe" });
    await dialog.getByLabel("Your own password").fill("wrong");
    expect(await erase.isDisabled()).toBe(true);
    await dialog.getByLabel("Type Zeno Doe to erase").fill("Zeno Do");
    expect(await erase.isDisabled()).toBe(true);
    await dialog.getByLabel("Type Zeno Doe to erase").fill("Zeno Doe");
    await erase.click();
    await dialog
      .getByRole("alert")
      .filter({ hasText: "The password that you log in with is wrong." })
      .waitFor();
    await dialog.getByLabel("Your own password").fill(service.admin.password);
    await erase.click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("0 users", { exact: true }).waitFor();
    await expect(service.login(user.email, user.password)).rejects.toThrow("UNAUTHENTICATED");
  },
);

browserTest("an administrator erases themself, and is logged out; the last one stays", async () => {
  const { service } = console;
  const colleague = await service.newUser({ isAdmin: true });
  const page = await console.openAs(colleague, {}, "#/me");
  const begun = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download it" }).click();
  const file = (await json(await (await begun).createReadStream())) as Held;
  expect(file.user).toMatchObject({ id: colleague.id, isAdmin: true });
  await page.getByText("The download begins.").waitFor();
  await page.getByRole("button", { name: "Erase me…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your own password").fill(colleague.password);
  await dialog.getByRole("button", { name: "Erase me", exact: true }).click();
  await page.getByRole("button", { name: "Log in", exact: true }).waitFor();
  await expect(service.login(colleague.email, colleague.password)).rejects.toThrow();

  await service.owner.query("update app_public.users set is_admin = id = $1", [service.admin.id]);
  const last = await console.openAs(service.admin, {}, "#/me");
  await last.getByRole("button", { name: "Erase me…" }).click();
  await last.getByRole("dialog").getByLabel("Your own password").fill(service.admin.password);
  await last.getByRole("button", { name: "Erase me", exact: true }).click();
  await last.getByRole("alert").filter({ hasText: "This is the last administrator" }).waitFor();
});

browserTest("no page failed, broke its policy or asked another host", () => {
  expect(console.faults).toEqual([]);
});
