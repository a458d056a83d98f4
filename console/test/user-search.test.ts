import "./helpers/globals.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { fakeService } from "./helpers/fake-service.ts";
import { setAhead } from "./helpers/set-ahead.ts";

const NOW = Date.parse("2026-10-21T07:28:00Z");
// The modules start a clock when they load.
jest.useFakeTimers();
const { EVERYONE, userSearch } = await import("../src/state/user-search.ts");
const { session } = await import("../src/state/session.ts");

let asked: ReturnType<typeof fakeService>;
beforeEach(() => {
  jest.useFakeTimers({ now: NOW });
  // The service's clock counts.
  setAhead(600);
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  asked = fakeService({ Users: () => ({ usersOverview: [{ id: 7 }] }) });
});
afterEach(() => {
  setAhead(0);
  session.value = null;
  jest.useRealTimers();
});

const PAGE = { sort: "ID", limit: 5, offset: 0 };

test.each([
  ["everyone", {}, {}],
  ["an order", { sort: "LAST_REPORT" }, { sort: "LAST_REPORT" }],
  ["those with a device", { device: "yes" }, { hasDevice: true }],
  ["those without one", { device: "no" }, { hasDevice: false }],
  ["an hour", { reported: "3600" }, { reportedSince: NOW / 1000 + 600 - 3600 }],
  ["no report for a day", { reported: "-86400" }, { notReportedSince: NOW / 1000 + 600 - 86_400 }],
  ["testers", { kind: "testers" }, { isTester: true }],
  ["those who fell silent", { kind: "silent" }, { isSilent: true }],
  ["those without a password", { kind: "without a password" }, { hasPassword: false }],
] as const)("the filter “%s” is sent to the service", async (_what, filter, variables) => {
  const search = userSearch(5);
  search.filter.value = { ...EVERYONE, ...filter } as typeof EVERYONE;
  await search.users.begin();
  expect(asked).toEqual([{ name: "Users", variables: { ...PAGE, search: "", ...variables } }]);
});

test("a search starts 200 ms after the last change of the text, and tells which text it searched", async () => {
  const search = userSearch(5);
  const stop = search.follow();
  await jest.advanceTimersByTimeAsync(0);
  expect(asked).toHaveLength(1);
  for (const text of ["a", "ad", " ada "]) {
    search.text.value = text;
    await jest.advanceTimersByTimeAsync(199);
  }
  expect(asked).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(asked.slice(1).map(({ variables }) => variables.search)).toEqual(["ada"]);
  expect(search.foundBy.value).toBe("ada");
  search.filter.value = { ...EVERYONE, kind: "silent" };
  await jest.advanceTimersByTimeAsync(200);
  expect(asked[2]?.variables).toMatchObject({ search: "ada", isSilent: true });
  stop();
  search.text.value = "bob";
  await jest.advanceTimersByTimeAsync(1000);
  expect(asked).toHaveLength(3);
});

test("a search that needs a text asks for nobody without one", async () => {
  const search = userSearch(5, { needsText: true });
  search.text.value = "  ";
  await search.users.begin();
  expect([asked.length, search.users.data.value]).toEqual([0, []]);
  search.text.value = "ada";
  await search.users.begin();
  expect(search.users.data.value).toEqual([{ id: 7 }]);
});
