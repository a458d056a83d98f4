/** @database server */
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, expect } from "@jest/globals";
import { browserTest, type ConsoleTest, startConsoleTest } from "../helpers/browser.ts";

let console: ConsoleTest;
beforeAll(async () => {
  console = await startConsoleTest();
});
afterAll(() => console?.stop());

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
