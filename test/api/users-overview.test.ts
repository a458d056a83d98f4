/** @database server */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { refusals, startTestService, type TestService, type TestUser } from "../helpers/service.ts";

let service: TestService;
let ada: TestUser;
let bob: TestUser;
const HOUR = 3600;
const now = Math.floor(Date.now() / 1000);

beforeAll(async () => {
  service = await startTestService();
  ada = await service.newUser({ email: "zoe@example.org" });
  bob = await service.newUser({ email: "bob@example.org" });
  const { owner } = service;
  await owner.query("update app_public.users set name = 'Zoë Ada' where id = $1", [ada.id]);
  await owner.query("update app_public.users set name = 'bob', is_tester = true where id = $1", [
    bob.id,
  ]);
  await owner.query("update app_public.users set name = 'The administrator' where id = $1", [
    service.admin.id,
  ]);
  const report = (as: TestUser, ago: number) =>
    service.graphql(
      "mutation ($input: PositionInput!) { newPosition(input: $input) { id } }",
      { input: { latitude: 1, longitude: 1, movingActivity: "STILL", takenAt: now - ago } },
      as,
    );
  await report(ada, 10 * HOUR);
  await report(bob, HOUR);
  await service.graphql(`mutation { registerDevice(input: { token: "a phone" }) { id } }`, {}, ada);
  await service.graphql(
    `mutation { usersImport(users: [{ email: "new@example.org", name: "Carl" }]) { userId } }`,
    {},
    service.admin,
  );
});
afterAll(() => service.stop());

const overview = (args: string, as: TestUser | undefined = service.admin) =>
  service.graphql(
    `{ usersOverview${args} { email isTester hasDevice hasPassword lastReportedAt } }`,
    {},
    as,
  );
async function names(args: string): Promise<string[]> {
  const { data } = await overview(args);
  return data.usersOverview.map(({ email }: { email: string }) => email.split("@")[0]);
}

test("usersOverview says who has a device and a password, and when they last reported", async () => {
  const { data } = await overview("");
  expect(data.usersOverview).toEqual([
    expect.objectContaining({ email: "admin@example.org", hasDevice: false, lastReportedAt: null }),
    {
      email: "zoe@example.org",
      isTester: false,
      hasDevice: true,
      hasPassword: true,
      lastReportedAt: now - 10 * HOUR,
    },
    {
      email: "bob@example.org",
      isTester: true,
      hasDevice: false,
      hasPassword: true,
      lastReportedAt: now - HOUR,
    },
    {
      email: "new@example.org",
      isTester: false,
      hasDevice: false,
      hasPassword: false,
      lastReportedAt: null,
    },
  ]);
});

test.each([
  ["(hasDevice: true)", ["zoe"]],
  ["(hasDevice: false)", ["admin", "bob", "new"]],
  ["(hasPassword: false)", ["new"]],
  ["(isTester: true)", ["bob"]],
  [`(reportedSince: ${now - 2 * HOUR})`, ["bob"]],
  [`(notReportedSince: ${now - 2 * HOUR})`, ["admin", "zoe", "new"]],
  [`(reportedSince: ${now - 24 * HOUR}, hasDevice: true, search: "ada")`, ["zoe"]],
  ['(search: "ADMIN")', ["admin"]],
  ['(search: "%")', []],
  ["(sort: NAME)", ["bob", "new", "admin", "zoe"]],
  ["(sort: EMAIL)", ["admin", "bob", "new", "zoe"]],
  ["(sort: NEWEST)", ["new", "bob", "zoe", "admin"]],
  ["(sort: LAST_REPORT)", ["bob", "zoe", "admin", "new"]],
  ["(sort: NAME, limit: 2, offset: 1)", ["new", "admin"]],
])("usersOverview%s finds %j", async (args, found) => {
  expect(await names(args)).toEqual(found);
});

test("usersOverview is for administrators, and refuses a negative limit or offset", async () => {
  expect(refusals(await overview("", ada))).toEqual(["FORBIDDEN at usersOverview"]);
  expect(refusals(await overview("(limit: -1)"))).toEqual(["BAD_USER_INPUT at usersOverview"]);
  expect(refusals(await overview("(offset: -1)"))).toEqual(["BAD_USER_INPUT at usersOverview"]);
});
