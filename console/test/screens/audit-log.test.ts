import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { signal } from "@preact/signals";
import { h } from "preact";
import { fakeService, named, refusal } from "../helpers/fake-service.ts";
import { looksOf } from "../helpers/marked.ts";
import "../helpers/replace-address.ts";
import { closeScreens, go, type Screen, show } from "../helpers/screen.ts";
import { stopTimers } from "../helpers/stop-timers.ts";

/** Fewer entries than the console's own limit, or the test would be slow. */
const MAX_FILE_ENTRIES = 1003;
const log = await import("../../src/state/audit-entries.ts");
jest.unstable_mockModule("../../src/state/audit-entries.ts", () => ({
  ...log,
  MAX_FILE_ENTRIES,
}));

const { AuditLogScreen } = await import("../../src/screens/audit-log.tsx");
const { factsInWords } = await import("../../src/words/audit-facts.ts");
const { exactMoment } = await import("../../src/words/report-time.ts");
const { session } = await import("../../src/state/session.ts");

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
let users: object[];
let answer: object | undefined;
/** If set, the service waits for it before it answers with later pages. */
let held: Promise<void> | undefined;
/** The name of an operation that fails. */
let failing = "";
const rows = (screen: Screen) =>
  screen.elements("tr").map((tr) => [...tr.children].map((cell) => screen.textOf(cell)));
/** The files that the browser was given to save. */
let saved: [name: string, text: Promise<string>, type: string][];

beforeEach(async () => {
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  await go("#/audit-log");
  entries = [entry(1)];
  users = [{ id: 5, name: "Rita", email: "rita@example.org" }];
  answer = undefined;
  held = undefined;
  failing = "";
  saved = [];
  fakeService({
    AuditEntries: async ({ limit, offset }) => {
      if (Number(offset) > 0) await held;
      return (
        answer ?? { auditEntries: entries.slice(Number(offset), Number(offset) + Number(limit)) }
      );
    },
    UserNames: (ids) =>
      Object.fromEntries(
        Object.entries(ids).map(([key, id]) => {
          const name = { 2: "Ada", 5: "Rita" }[id as number];
          return [key.replace("id", "user"), { nodes: name ? [{ name }] : [] }];
        }),
      ),
    Users: () =>
      failing === "Users"
        ? refusal("INTERNAL_SERVER_ERROR", "It failed.")
        : { usersOverview: users },
  });
  URL.createObjectURL = (file) => {
    saved.push(["", (file as Blob).text(), (file as Blob).type]);
    return "blob:1";
  };
  Object.assign(window.HTMLAnchorElement.prototype, {
    click(this: { download: string; href: string }) {
      const last = saved.at(-1);
      if (last && this.href === "blob:1") last[0] = this.download;
    },
  });
});
afterEach(closeScreens);

const open = async (query = "") => {
  const screen = show(h(AuditLogScreen, { query }));
  await screen.until(() => named("AuditEntries").length > 0);
  return screen;
};

test("the audit log lists who did what to what, with links", async () => {
  entries = [
    entry(3),
    entry(2, { actorId: null, action: "LOGIN_FAILED", objectType: null, objectId: null }),
    entry(1, { actorId: 9, objectType: "USER", objectId: 5 }),
    entry(0, { objectType: "TEMPLATE", objectId: 4, facts: { name: "Flood" } }),
    entry(-1, { objectType: "USER", objectId: null }),
  ];
  const screen = await open();
  await screen.reads("Ada (2)");
  expect(screen.has("button", "By everyone")).toBe(false);
  // Each name is asked for once, because the audit log records the request.
  expect(named("UserNames")).toEqual([{ id0: 2, id1: 9, id2: 5 }]);
  expect(named("Users")).toEqual([]);
  const cells = rows(screen).slice(1);
  expect(cells[0]?.[1]).toBe("Ada (2)");
  expect(cells[0]?.[0]).toBe(exactMoment(1_000_000));
  expect(cells[0]?.[3]).toMatch(/7/);
  expect(cells[1]?.slice(1)).toEqual([
    "Somebody",
    "Gave a wrong password or second factor",
    "",
    "",
  ]);
  expect(cells[2]?.[3]).toBe("Rita (5)");
  expect(cells[3]?.slice(3)).toEqual(["Template 4", factsInWords({ name: "Flood" })]);
  expect(cells[4]?.[3]).toBe("");
  expect(screen.has("link", "Template 4")).toBe(false);
  expect(looksOf(screen, "main, div:has(> table)")).toEqual(["page", "table stacked moments"]);
  const headings = rows(screen)[0]?.slice(1);
  for (const line of screen.elements("tr").slice(1))
    expect([...line.children].slice(1).map((cell) => cell.getAttribute("data-label"))).toEqual(
      headings,
    );
  await screen.until(() => rows(screen)[3]?.[1] === "User 9");
  expect(screen.find("link", "Ada (2)")?.getAttribute("href")).toBe("#/audit-log?actor=2");
  expect(screen.elements("a").map((link) => link.getAttribute("href"))).toContain("#/alerts/7");
});

test("the filter is in the address, and goes to the service", async () => {
  const screen = await open("actor=2&action=LOGGED_IN&from=2026-01-02");
  expect(named("AuditEntries")[0]).toMatchObject({
    actorId: 2,
    action: "LOGGED_IN",
    views: null,
    limit: 50,
    offset: 0,
    createdBefore: null,
    createdSince: new Date(2026, 0, 2).getTime() / 1000,
  });
  await screen.reads("By Ada");
  expect(["What", "From", "Until"].map((label) => screen.valueOf(label))).toEqual([
    "LOGGED_IN",
    "2026-01-02",
    "",
  ]);
  expect(["From", "Until"].map((label) => screen.rulesOf(label))).toEqual([
    { type: "date" },
    { type: "date" },
  ]);
  const pages = history.length;
  await screen.type("From", "2026-01-01");
  expect(location.hash).toBe("#/audit-log?actor=2&action=LOGGED_IN&from=2026-01-01");
  await screen.type("Until", "2026-01-03");
  expect(location.hash).toBe("#/audit-log?actor=2&action=LOGGED_IN&from=2026-01-02&to=2026-01-03");
  await screen.choose("What", "Any");
  expect(location.hash).toBe("#/audit-log?actor=2&action=ANY&from=2026-01-02");
  await screen.choose("What", "All but views of people");
  expect(location.hash).toBe("#/audit-log?actor=2&from=2026-01-02");
  await screen.press("By everyone");
  expect(location.hash).toBe("#/audit-log?action=LOGGED_IN&from=2026-01-02");
  await screen.type("Who: any word of a name, or an email", "rita");
  await screen.reads("Rita\nrita@example.org");
  expect(named("Users").at(-1)).toMatchObject({ search: "rita", limit: 5 });
  await screen.press("What Rita did");
  expect(location.hash).toMatch(/actor=5/);
  expect(history.length).toBe(pages);
  expect(document.activeElement?.localName).toBe("div");
  expect(document.activeElement?.getAttribute("tabindex")).toBe("-1");
  expect(screen.has("button", "What Rita did")).toBe(false);
  await closeScreens();
  await open();
  expect(named("AuditEntries").at(-1)).toMatchObject({ action: null, views: false });
  await closeScreens();
  await open("action=ANY");
  await screen.until(() => named("AuditEntries").length > 2);
  expect(named("AuditEntries").at(-1)).toMatchObject({ action: null, views: null });
});

test("a person without entries is named, and a search that finds nobody says so", async () => {
  entries = [];
  users = [];
  const screen = await open("actor=5&to=2026-01-03");
  await screen.reads("By Rita");
  expect(screen.valueOf("Until")).toBe("2026-01-03");
  // The last day counts to its end.
  const end = new Date(2026, 0, 4).getTime() / 1000;
  expect(named("AuditEntries")).toMatchObject([{ createdSince: null, createdBefore: end }]);
  expect(screen.text).not.toContain("Nobody has");
  failing = "Users";
  await screen.type("Who: any word of a name, or an email", "zeno");
  await screen.reads("It failed.");
  failing = "";
  await screen.press("Try again");
  const nobody = "Nobody has “zeno” in the name, or an email that begins so.";
  await screen.reads(nobody);
  expect(screen.announced).toEqual([nobody, "There is no such entry."]);
  expect(screen.text).not.toContain("It failed.");
  await screen.type("Who: any word of a name, or an email", "");
  await screen.until(() => !screen.text.includes("Nobody has"));
});

test("a new filter loads its entries, and removes the message about an earlier download", async () => {
  const query = signal("");
  const Following = () => h(AuditLogScreen, { query: query.value });
  const screen = show(h(Following, {}));
  await screen.press("Download as CSV");
  await screen.reads("The file has 1 entry.");
  expect(saved[0]?.[2]).toBe("text/csv");
  answer = refusal("INTERNAL_SERVER_ERROR", "It failed.");
  query.value = "actor=2";
  await screen.reads("It failed.");
  expect(screen.text).not.toContain("The file has");
  expect(named("AuditEntries").at(-1)).toMatchObject({ actorId: 2, limit: 50 });
  answer = undefined;
  await screen.press("Try again");
  await screen.until(() => !screen.text.includes("It failed."));
});

test("a download stops when the screen is left", async () => {
  const screen = await open();
  await screen.until(() => rows(screen).length === 2);
  const { fetch } = globalThis;
  let signal: AbortSignal | null | undefined;
  globalThis.fetch = (address, init) => {
    signal = init?.signal;
    return fetch(address, init);
  };
  answer = new Promise(() => {});
  await screen.press("Download as CSV");
  await screen.until(() => signal !== undefined);
  expect(signal?.aborted).toBe(false);
  await screen.reads("0 entries…");
  const buttons = ["Download as CSV", "Download as JSON lines"];
  expect(buttons.map((name) => screen.find("button", name)?.getAttribute("aria-busy"))).toEqual([
    "true",
    "true",
  ]);
  await closeScreens();
  expect(signal?.aborted).toBe(true);
});

test("an empty audit log says so, and a long one lists more entries by a button", async () => {
  entries = [];
  const screen = await open();
  await screen.reads("There is no such entry.");
  expect(screen.elements("table")).toEqual([]);
  await closeScreens();
  entries = Array.from({ length: 60 }, (_, id) => entry(100 - id));
  const query = signal("");
  const Following = () => h(AuditLogScreen, { query: query.value });
  const other = show(h(Following, {}));
  await other.until(() => rows(other).length === 51);
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  await other.press("Show more");
  expect(other.find("button", "Asking…")?.getAttribute("aria-busy")).toBe("true");
  resolve();
  await other.until(() => rows(other).length === 61);
  expect(other.has("button", "Show more")).toBe(false);
  // Another filter begins at its first page.
  query.value = "actor=2";
  await other.until(() => rows(other).length === 51);
});

test("all entries of the filter are saved as a file, the oldest first", async () => {
  entries = Array.from({ length: 1002 }, (_, id) => entry(2000 - id));
  const screen = await open("actor=2");
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  await screen.press("Download as JSON lines");
  await screen.reads("1,000 entries…");
  expect(screen.announced).toEqual(["1,000 entries…"]);
  resolve();
  await screen.reads("The file has 1,002 entries.");
  expect(named("AuditEntries").slice(1)).toMatchObject([
    { actorId: 2, limit: 1000, offset: 0 },
    { actorId: 2, limit: 1000, offset: 1000 },
  ]);
  const [name, text] = saved[0] ?? [];
  expect(name).toBe("audit-log.jsonl");
  expect(saved[0]?.[2]).toBe("application/jsonl");
  const lines = ((await text) ?? "")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).id);
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([1002, "999", "2000"]);
  entries = [entry(1)];
  await screen.press("Download as CSV");
  await screen.reads("The file has 1 entry.");
  expect(saved[1]?.[0]).toBe("audit-log.csv");
  expect(await saved[1]?.[1]).toContain(`"actor_id",`);
  answer = refusal("INTERNAL_SERVER_ERROR", "It failed.");
  await screen.press("Download as CSV");
  await screen.reads("It failed.");
  expect(screen.text).not.toMatch(/The file has|entries…/);
  expect(saved).toHaveLength(2);
});

test("a download that reaches its limit says that there may be older entries", async () => {
  entries = Array.from({ length: MAX_FILE_ENTRIES }, (_, id) => entry(2000 - id));
  const screen = await open();
  await screen.press("Download as JSON lines");
  await screen.reads("The file has the newest 1,003 entries. Choose days, or ask whoever runs");
});

test("a downloaded file is released after a minute, when the browser has had time to save it", async () => {
  const forgotten: string[] = [];
  const { revokeObjectURL } = URL;
  URL.revokeObjectURL = (url) => forgotten.push(url);
  stopTimers();
  try {
    const screen = await open();
    await screen.press("Download as CSV");
    await screen.reads("The file has 1 entry.");
    jest.advanceTimersByTime(59_999);
    expect(forgotten).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(forgotten).toEqual(["blob:1"]);
  } finally {
    URL.revokeObjectURL = revokeObjectURL;
  }
});
