import "../helpers/document.ts";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { h } from "preact";
import { encode } from "uqr";
import { fakeService, named, refusal } from "../helpers/fake-service.ts";
import { ageing, looksOf } from "../helpers/marked.ts";
import { closeScreens, show } from "../helpers/screen.ts";
import { setAhead } from "../helpers/set-ahead.ts";

const { InvitationsScreen } = await import("../../src/screens/invitations.tsx");
const { Poster } = await import("../../src/screens/invitations.tsx");
const { QrCode } = await import("../../src/components/qr-code.tsx");
const { hostSettings } = await import("../../src/state/host-settings.ts");
const { isLive } = await import("../../src/state/connection.ts");
const { now, tick } = await import("../../src/state/now.ts");
const { session } = await import("../../src/state/session.ts");
const { moment } = await import("../../src/words/time.ts");

const NOW = Math.floor(Date.now() / 1000);
let all: object[];
let pushState: string;
let answer: object | undefined;
/** If set, the service's answer to the list. */
let failure: object | undefined;
/** If set, the service waits for it before it answers with later pages. */
let held: Promise<void> | undefined;

const invitation = (id: number, changes: object = {}) => ({
  id,
  name: `Hall ${id}`,
  places: 3,
  used: 1,
  expiresAt: NOW + 86_400,
  revokedAt: null,
  madeBy: 2,
  ...changes,
});

beforeEach(() => {
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  hostSettings.value = undefined;
  pushState = "ON";
  all = [];
  answer = undefined;
  failure = undefined;
  held = undefined;
  fakeService({
    Invitations: async ({ limit, offset }) => {
      if (Number(offset) > 0) await held;
      return failure ?? { invitations: all.slice(Number(offset), Number(offset) + Number(limit)) };
    },
    InvitationAdd: ({ input }) =>
      answer ?? { invitationAdd: { ...(input as object), secret: "abc123" } },
    Channels: () => ({
      pushProviders: [{ provider: "expo", state: pushState, reason: "set EXPO", since: null }],
      mailServer: { state: "OFF", reason: "set SMTP_URL", since: null },
    }),
    InvitationRevoke: () => answer ?? { invitationRevoke: { id: 1 } },
    UserNames: (ids) =>
      Object.fromEntries(
        Object.entries(ids).map(([key, id]) => [
          key.replace("id", "user"),
          { nodes: id === 2 ? [{ name: "Ada" }] : [] },
        ]),
      ),
  });
});
afterEach(closeScreens);
afterEach(() => setAhead(0));

const open = async () => {
  const screen = show(h(InvitationsScreen, {}));
  await screen.until(() => named("Invitations").length > 0);
  await screen.reads("✕ Mails are off: ask your operator (SMTP_URL)");
  return screen;
};

test("an invitation is open, full, over or revoked, and an open one can be revoked", async () => {
  all = [
    invitation(1),
    invitation(2, { used: 3 }),
    invitation(3, { expiresAt: NOW - 7200 }),
    invitation(4, { revokedAt: NOW - 7200 }),
    invitation(5, { expiresAt: NOW - 7200, used: 3 }),
    invitation(6, { revokedAt: NOW - 7200, expiresAt: NOW - 3600 }),
    invitation(7, { madeBy: 9 }),
  ];
  const screen = await open();
  const end = moment(NOW + 86_400);
  const before = moment(NOW - 7200);
  await screen.reads(`Hall 1\n1 of 3 joined · Open until ${end}\nMade by Ada\n`);
  await screen.reads("Hall 2\n3 of 3 joined · Full\n");
  await screen.reads(`Hall 3\n1 of 3 joined · Over since ${before}\n`);
  await screen.reads(`Hall 4\n1 of 3 joined · Revoked ${before}\n`);
  await screen.reads(`Hall 5\n3 of 3 joined · Over since ${before}\n`);
  await screen.reads(`Hall 6\n1 of 3 joined · Revoked ${before}\n`);
  await screen.reads(`Hall 7\n1 of 3 joined · Open until ${end}\nMade by 9\n`);
  expect(ageing(screen)[0]).toBe(`1 of 3 joined · Open until ${end}`);
  expect(screen.elements("dialog")).toEqual([]);
  expect(looksOf(screen, "main, .find > button")).toEqual(["page", "primary"]);
  expect(screen.names("button").filter((name) => name.startsWith("Revoke"))).toEqual([
    "Revoke Hall 1",
    "Revoke Hall 7",
  ]);
  answer = refusal("INTERNAL_SERVER_ERROR", "It failed.");
  await screen.press("Revoke Hall 1");
  await screen.reads("It failed.");
  answer = undefined;
  all = [invitation(1, { revokedAt: NOW })];
  await screen.press("Revoke Hall 1");
  await screen.until(() => !screen.has("button", "Revoke Hall 1"));
  expect(screen.text).not.toContain("It failed.");
  expect(named("InvitationRevoke")).toEqual([{ id: 1 }, { id: 1 }]);
});

test("an invitation is shown as over once its end has passed", async () => {
  all = [invitation(1, { expiresAt: NOW + 1000 })];
  const screen = await open();
  await screen.reads("Open until");
  try {
    now.value = NOW + 1000;
    await screen.reads("Over since");
    expect(screen.has("button", "Revoke Hall 1")).toBe(false);
  } finally {
    tick();
  }
});

test("invitations are asked for again after a failure, and when the connection is back", async () => {
  failure = refusal("INTERNAL_SERVER_ERROR", "It failed.");
  const screen = await open();
  await screen.reads("It failed.");
  failure = undefined;
  await screen.press("Try again");
  await screen.until(() => !screen.text.includes("It failed."));
  const before = named("Invitations").length;
  const comeBack = () => {
    isLive.value = false;
    isLive.value = true;
  };
  comeBack();
  await screen.until(() => named("Invitations").length > before);
  await closeScreens();
  const left = named("Invitations").length;
  comeBack();
  await closeScreens();
  expect(named("Invitations")).toHaveLength(left);
});

test("fifty invitations are listed, and more on demand", async () => {
  all = Array.from({ length: 51 }, (_, at) => invitation(100 - at));
  const screen = await open();
  await screen.reads("Hall 51");
  expect(screen.text).not.toContain("Hall 50");
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  await screen.press("Show more");
  expect(screen.find("button", "Asking…")?.getAttribute("aria-busy")).toBe("true");
  resolve();
  await screen.reads("Hall 50");
  expect(named("Invitations").at(-1)).toEqual({ limit: 50, offset: 50 });
  expect(screen.has("button", "Show more")).toBe(false);
  // A user who comes back begins at the first page.
  await closeScreens();
  const again = await open();
  await again.until(() => again.has("button", "Show more"));
});

test("a new invitation has the chosen places and days, and shows its link once", async () => {
  const screen = await open();
  await screen.reads("There is no invitation yet.");
  expect(screen.announced).toEqual(["There is no invitation yet."]);
  await screen.press("New invitation");
  expect([screen.valueOf("How many people"), screen.valueOf("For how many days")]).toEqual([
    "1",
    "14",
  ]);
  const numbers = ["How many people", "For how many days"].map((name) => screen.rulesOf(name));
  expect(numbers).toEqual(Array(2).fill({ type: "number", required: "" }));
  expect(screen.rulesOf("Name")).toEqual({ required: "", autocomplete: "off" });
  expect(looksOf(screen, "[type=submit]")).toEqual(["primary"]);
  for (const label of ["How many people", "For how many days"]) {
    const field = screen.find("field", label);
    const rules = ["inputmode", "step"].map((name) => field?.getAttribute(name));
    expect(rules).toEqual(["numeric", "1"]);
  }
  await screen.type("Name", "Town ");
  expect(screen.valueOf("Name")).toBe("Town ");
  await screen.type("Name", "Town hall");
  await screen.type("How many people", "20");
  await screen.type("For how many days", "3");
  const { promise, resolve } = Promise.withResolvers<object>();
  answer = promise;
  await screen.press("Make the invitation");
  expect(screen.isEnabled("button", "Make the invitation")).toBe(false);
  resolve(refusal("BAD_USER_INPUT", "There are too many."));
  await screen.reads("There are too many.");
  answer = {
    invitationAdd: { name: "Town hall", places: 20, expiresAt: NOW, secret: null },
  };
  await screen.press("Make the invitation");
  await screen.reads("Log in again.");
  answer = undefined;
  // The days are counted by the service's clock.
  setAhead(86_400);
  await screen.press("Make the invitation");
  await screen.reads("http://localhost/join#abc123");
  const input = named("InvitationAdd").at(-1)?.input as { expiresAt: number };
  await screen.reads(`For 20 people, until ${moment(input.expiresAt)}`);
  expect(input).toMatchObject({ name: "Town hall", places: 20 });
  expect(Math.abs(input.expiresAt - NOW - 4 * 86_400)).toBeLessThan(600);
  const before = named("Invitations").length;
  await screen.press("Close");
  expect(screen.text).not.toContain("abc123");
  await screen.until(() => named("Invitations").length > before);
});

test("cancelling the form of a new invitation, or pressing Escape, makes no invitation", async () => {
  const screen = await open();
  await screen.press("New invitation");
  await screen.press("Cancel");
  expect(screen.elements("dialog")).toEqual([]);
  await screen.press("New invitation");
  expect(screen.escape()).toBe(true);
  await screen.until(() => screen.elements("dialog").length === 0);
  expect(named("InvitationAdd")).toEqual([]);
});

test("a poster shows the link as a QR code, can be printed, and its link can be copied", async () => {
  const done: string[] = [];
  Object.assign(window, { print: () => done.push("printed") });
  Object.defineProperty(navigator, "clipboard", {
    configurable: true,
    value: { writeText: async (text: string) => done.push(text) },
  });
  hostSettings.value = {
    map: null,
    alertDefaults: null,
    hasMail: false,
    publicUrl: "https://alerts.example.org",
    organisation: { name: "Comune di Modena" },
  };
  const link = "https://alerts.example.org/join#abc123";
  const made = { id: 1, name: "Hall", places: 20, expiresAt: NOW, link };
  const screen = show(h(Poster, { made, onClose() {} }));
  expect(screen.elements("dialog")[0]?.getAttribute("aria-label")).toBe("Invitation Hall");
  expect(looksOf(screen, "dialog, button")).toEqual(["wide", "primary", "", ""]);
  expect(screen.text).toContain("Comune di Modena");
  await screen.press("Print as a poster");
  await screen.press("Copy the link");
  expect(done).toEqual(["printed", link]);
  const codeOf = (shown: typeof screen) =>
    shown.elements("path").map((path) => path.getAttribute("d"));
  expect(codeOf(screen)).toEqual(codeOf(show(h(QrCode, { text: link, label: "Code" }))));
});

test.each([
  undefined,
  "http://localhost:4000",
  "https://alerts.localhost",
  "http://192.168.1.20",
  "http://172.20.0.2:4000",
  "http://[::1]:4000",
  "http://[fd00::1]",
])(
  "a poster with the address %s cannot be printed, and says that phones cannot scan it",
  async (publicUrl) => {
    hostSettings.value = {
      map: null,
      alertDefaults: null,
      hasMail: false,
      ...(publicUrl && { publicUrl }),
    };
    const made = {
      id: 1,
      name: "Hall",
      places: 20,
      expiresAt: NOW,
      link: "http://localhost/join#abc",
    };
    const screen = show(h(Poster, { made, onClose() {} }));
    expect(screen.announced.join()).toContain("Phones cannot scan or open this");
    expect(screen.has("button", "Print as a poster")).toBe(false);
  },
);

test("links go by the public address of the service, and all channels off is a warning", async () => {
  hostSettings.value = {
    map: null,
    alertDefaults: null,
    hasMail: false,
    publicUrl: "https://alerts.example.org",
  };
  pushState = "OFF";
  const screen = await open();
  await screen.reads("Nobody who joins can be warned: all pushes are off.");
  await screen.press("New invitation");
  await screen.type("Name", "Hall");
  await screen.press("Make the invitation");
  await screen.reads("https://alerts.example.org/join#abc123");
  expect(screen.text).not.toContain("Phones cannot scan");
});

test("a QR code has each dark module in its place, and a white border", () => {
  const text = "http://localhost/join#abc123";
  const screen = show(h(QrCode, { text, label: "Code" }));
  const { data, size } = encode(text, { border: 4, ecc: "M" });
  const wanted = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`${x} ${y}`] : [])),
  );
  const path = screen.elements("path")[0]?.getAttribute("d") ?? "";
  expect(path.match(/\d+ \d+(?=h1v1h-1z)/g)).toEqual(wanted);
  const [svg, rim] = [screen.elements("svg")[0], screen.elements("rect")[0]];
  expect(svg?.getAttribute("viewBox")).toBe(`0 0 ${size} ${size}`);
  expect(["width", "height", "fill"].map((name) => rim?.getAttribute(name))).toEqual([
    String(size),
    String(size),
    "#fff",
  ]);
});
