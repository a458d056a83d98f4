import { afterAll, beforeAll, expect } from "@jest/globals";
import type { Page } from "playwright-core";
import { until } from "../../helpers/until.ts";
import { browserTest, type ConsoleTest, startConsoleTest } from "../helpers/browser.ts";
import { report } from "../helpers/people.ts";

let console: ConsoleTest;
beforeAll(async () => {
  console = await startConsoleTest({ JOBS: "true" });
});
afterAll(() => console?.stop());

const shows = (page: Page, people: string) =>
  page.getByText(`${people} reported where they are.`, { exact: true }).waitFor();

browserTest("the map follows people without history, and loses who is erased", async () => {
  const { service } = console;
  const [rita, otto, zoe] = [
    await service.newUser(),
    await service.newUser(),
    await service.newUser(),
  ];
  await report(service, rita, 44.495, 11.335);
  await service.owner.query("update app_private.settings set last_position_only = true");
  const page = await console.openAs(service.admin);
  await shows(page, "1 person has");
  await report(service, otto, 44.49, 11.34);
  await shows(page, "2 people have");
  for (const [user, left] of [
    [rita, "1 person has"],
    [otto, undefined],
  ] as const) {
    const { errors } = await service.graphql(
      "mutation ($password: String!) { eraseMe(currentPassword: $password) { userId } }",
      { password: user.password },
      user,
    );
    expect(errors).toBeUndefined();
    if (left) await shows(page, left);
    else await page.getByText("Nobody has reported a position yet.").waitFor();
  }
  await report(service, zoe, 44.49, 11.34);
  await shows(page, "1 person has");
  await service.owner.query("update app_private.settings set last_position_only = false");
});

browserTest("a person chooses that only their last position is kept", async () => {
  const { service } = console;
  const user = await service.newUser({ isAdmin: true });
  await service.owner.query("update app_public.users set name = 'Zeno Doe' where id = $1", [
    user.id,
  ]);
  for (const latitude of [44.48, 44.49]) await report(service, user, latitude, 11.34);
  const history = async () =>
    (
      await service.owner.query("select latitude from app_public.positions where user_id = $1", [
        user.id,
      ])
    ).rows;
  const page = await console.openAs(user, {}, "#/me");
  const choice = page.getByRole("region", { name: "My positions" });
  await choice.getByText("and a history of those before it").waitFor();
  await choice.getByRole("button", { name: "Keep only my last position…" }).click();
  const dialog = page.getByRole("dialog", { name: "Keep only my last position?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await history()).toHaveLength(2);
  await choice.getByRole("button", { name: "Keep only my last position…" }).click();
  await dialog.getByRole("button", { name: "Delete my history" }).click();
  await choice.getByText("Only my last position is kept").waitFor();
  await until(history, (rows) => rows.length === 0);

  const other = await console.openAs(service.admin, {}, "#/users");
  await other.getByLabel("Find by").fill("Zeno");
  await other.getByRole("button", { name: "Data of Zeno Doe" }).click();
  await other.getByText("This person chose that only their last position is kept.").waitFor();

  await choice.getByRole("button", { name: "Keep a history from now on" }).click();
  await choice.getByText("and a history of those before it").waitFor();
  await report(service, user, 44.5, 11.34);
  expect(await history()).toEqual([{ latitude: 44.5 }]);
  await other.reload();
  await other.getByLabel("Find by").fill("Zeno");
  await other.getByRole("button", { name: "Data of Zeno Doe" }).click();
  await other.getByText("A history of their positions is kept").waitFor();
});

browserTest("no page failed, broke its policy or asked another host", () => {
  expect(console.faults).toEqual([]);
});
