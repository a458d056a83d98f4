import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { h } from "preact";
import { fakeService, refusal } from "../helpers/fake-service.ts";
import { closeScreens, go, type Screen, show } from "../helpers/screen.ts";

const { AuditLogScreen } = await import("../../../src/console/screens/audit-log.tsx");
const { session } = await import("../../../src/console/state/session.ts");

const entry = (id: number, changes: object = {}) => ({
  id,
  createdAt: 1_000_000,
  actorId: 2,
  action: "ALERT_PUBLISHED",
  objectType: "ALERT",
  objectId: 7,
  facts: {},
  requestId: null,
  client: null,
  ...changes,
});

let entries: object[];
let answer: object | undefined;
let asked: ReturnType<typeof fakeService>;
const named = (name: string) =>
  asked.filter((one) => one.name === name).map(({ variables }) => variables);
const rows = (screen: Screen) =>
  screen.elements("tr").map((tr) => [...tr.children].map((cell) => screen.textOf(cell)));
/** The files that the browser was given to save. */
let saved: [name: string, text: Promise<string>][];

beforeEach(async () => {
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  await go("#/audit-log");
  entries = [entry(1)];
  answer = undefined;
  saved = [];
  asked = fakeService({
    AuditEntries: ({ limit, offset }) =>
      answer ?? {
        auditEntries: entries.slice(Number(offset), Number(offset) + Number(limit)),
      },
    UserNames: (ids) =>
      Object.fromEntries(
        Object.entries(ids).map(([key, id]) => {
          const name = { 2: "Ada", 5: "Rita" }[id as number];
          return [key.replace("id", "user"), { nodes: name ? [{ name }] : [] }];
        }),
      ),
    Users: () => ({ usersOverview: [{ id: 5, name: "Rita", email: "rita@example.org" }] }),
  });
  URL.createObjectURL = (file) => {
    saved.push(["", (file as Blob).text()]);
    return "blob:1";
  };
  Object.assign(window.HTMLAnchorElement.prototype, {
    click(this: { download: string }) {
      const last = saved.at(-1);
      if (last) last[0] = this.download;
    },
  });
});
afterEach(closeScreens);

const open = async (query = "") => {
  const screen = show(h(AuditLogScreen, { query }));
  await screen.until(() => named("AuditEntries").length > 0);
  return screen;
};

test("lists who did what to what, with links", async () => {
  entries = [
    entry(3),
    entry(2, { actorId: null, action: "LOGIN_FAILED", objectType: null, objectId: null }),
    entry(1, { actorId: 9, objectType: "USER", objectId: 5 }),
  ];
  const screen = await open();
  await screen.reads("Ada (2)");
  const cells = rows(screen).slice(1);
  expect(cells[0]?.[1]).toBe("Ada (2)");
  expect(cells[0]?.[3]).toMatch(/7/);
  expect(cells[1]?.[3]).toBe("");
  expect(cells[2]?.[3]).toBe("Rita (5)");
  await screen.until(() => rows(screen)[3]?.[1] === "User 9");
  expect(screen.find("link", "Ada (2)")?.getAttribute("href")).toBe("#/audit-log?actor=2");
  expect(screen.elements("a").map((link) => link.getAttribute("href"))).toContain("#/alerts/7");
});

test("the filter is in the address, and goes to the service", async () => {
  const screen = await open("actor=2&action=LOGGED_IN&from=2026-01-02");
  expect(named("AuditEntries")[0]).toMatchObject({
    actorId: 2,
    action: "LOGGED_IN",
    limit: 50,
    offset: 0,
    createdBefore: null,
    createdSince: expect.any(Number),
  });
  await screen.reads("By Ada");
  await screen.type("Until", "2026-01-03");
  expect(location.hash).toBe("#/audit-log?actor=2&action=LOGGED_IN&from=2026-01-02&to=2026-01-03");
  await screen.choose("What", "Any");
  expect(location.hash).toBe("#/audit-log?actor=2&from=2026-01-02");
  await screen.press("By everyone");
  expect(location.hash).toBe("#/audit-log?action=LOGGED_IN&from=2026-01-02");
  await screen.type("Who: any word of a name, or an email", "rita");
  await screen.press("What Rita did");
  expect(location.hash).toMatch(/actor=5/);
  expect(screen.has("button", "What Rita did")).toBe(false);
});

test("there is no entry, or there are more", async () => {
  entries = [];
  const screen = await open();
  await screen.reads("There is no such entry.");
  expect(screen.elements("table")).toEqual([]);
  await closeScreens();
  entries = Array.from({ length: 60 }, (_, id) => entry(100 - id));
  const other = show(h(AuditLogScreen, { query: "" }));
  await other.until(() => rows(other).length === 51);
  await other.press("Show more");
  await other.until(() => rows(other).length === 61);
  expect(other.has("button", "Show more")).toBe(false);
});

test("all entries of the filter are saved as a file, the oldest first", async () => {
  entries = Array.from({ length: 1002 }, (_, id) => entry(2000 - id));
  const screen = await open("actor=2");
  await screen.press("Download as JSON lines");
  await screen.reads("The file has 1,002 entries.");
  expect(named("AuditEntries").slice(1)).toMatchObject([
    { actorId: 2, limit: 1000, offset: 0 },
    { actorId: 2, limit: 1000, offset: 1000 },
  ]);
  const [name, text] = saved[0] ?? [];
  expect(name).toBe("audit-log.jsonl");
  const lines = ((await text) ?? "")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).id);
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([1002, "999", "2000"]);
  entries = [entry(1)];
  await screen.press("Download as CSV");
  await screen.reads("The file has 1 entry.");
  expect(saved[1]?.[0]).toBe("audit-log.csv");
  answer = refusal("INTERNAL_SERVER_ERROR", "It failed.");
  await screen.press("Download as CSV");
  await screen.reads("It failed.");
  expect(screen.text).not.toMatch(/The file has|entries…/);
  expect(saved).toHaveLength(2);
});
