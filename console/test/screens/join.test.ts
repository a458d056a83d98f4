import "../helpers/document.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { h } from "preact";
import { put } from "../helpers/browser-state.ts";
import { fakeService, named, refusal } from "../helpers/fake-service.ts";
import { loseAnswer } from "../helpers/lose-answer.ts";
import { looksOf } from "../helpers/marked.ts";
import { closeScreens, go, type Screen, show } from "../helpers/screen.ts";
import { stopTimers } from "../helpers/stop-timers.ts";

// The page asks the host when it loads.
let isHostAsked = false;
fakeService({
  "config.json": () => {
    isHostAsked = true;
    return { map: null, alertDefaults: null, hasMail: true };
  },
});
const { JoinPage } = await import("../../src/join/join-page.tsx");
const { APPS } = await import("../../src/join/apps.ts");
const { followReachability, reachability } = await import("../../src/join/reachability.ts");
const { QrCode } = await import("../../src/components/qr-code.tsx");
const { session, noteSessionEnd } = await import("../../src/state/session.ts");
const { here } = await import("../../src/person/here.ts");
const { hostSettings } = await import("../../src/state/host-settings.ts");

const NOW = Math.floor(Date.now() / 1000);
let isOpen: boolean;
let invitation: object | undefined;
let begun: object;
let answer: object | undefined;
let state: Record<string, unknown>;
/** If set, the refusal that answers whether the user is reached. */
let lost: object | undefined;
let webPushPublicKey: string | null;
let authorized: [string, string | null][];

beforeEach(() => {
  session.value = null;
  hostSettings.value = { map: null, alertDefaults: null, hasMail: true };
  reachability.set(undefined as never);
  isOpen = true;
  invitation = undefined;
  answer = undefined;
  lost = undefined;
  webPushPublicKey = null;
  begun = { accessToken: "d.e.f", refreshToken: "r", expiresIn: 3600, userId: 5 };
  state = { emailVerified: true, devices: [], lastReportedAt: null };
  authorized = [];
  fakeService({
    "config.json": () => ({ map: null, alertDefaults: null, hasMail: true }),
    InvitationIsOpen: () => invitation ?? { invitationIsOpen: isOpen },
    InvitationTake: () => answer ?? { invitationTake: { accessToken: "a.b.c", userId: 5 } },
    SessionBegin: () => ("errors" in begun ? begun : { sessionBegin: begun }),
    DeviceUnregister: () => ({ deviceUnregister: { id: 1 } }),
    Logout: () => ({ logout: true }),
    Reachability: () =>
      lost ?? {
        me: { emailVerified: state.emailVerified },
        devices: state.devices,
        lastReportedAt: state.lastReportedAt,
        webPushPublicKey,
      },
    RegisterDevice: () => ({ registerDevice: { id: 1 } }),
    PasswordForgotten: () => ({ passwordForgotten: true }),
    EmailVerificationSend: () => answer ?? { emailVerificationSend: true },
    EmailVerify: () => answer ?? { emailVerify: "ada@example.org" },
    DeviceKeyAdd: () => answer ?? { deviceKeyAdd: { key: "5-secret" } },
    PasswordSet: () => answer ?? { passwordSet: "ada@example.org" },
    NewPosition: () => answer ?? { newPosition: { id: 1 } },
  });
  const { fetch } = globalThis;
  globalThis.fetch = (address, init) => {
    const [, name = ""] = /(?:query|mutation) (\w+)/.exec(String(init?.body)) ?? [];
    authorized.push([name, new Headers(init?.headers).get("Authorization")]);
    return fetch(address, init);
  };
});
afterEach(closeScreens);

const openAt = async (address: string) => {
  await go(address);
  return show(h(JoinPage, {}));
};
/** The texts that screen readers read out when they change. */
const statuses = (screen: Screen) =>
  screen
    .elements()
    .filter((one) => one.getAttribute("role") === "status")
    .map((one) => screen.textOf(one));
const logIn = () => {
  session.value = { token: "a.b.c", userId: 5, email: "ada@example.org" };
};

test("the join page loads the host's settings, and each step sets the tab's title and offers the languages", async () => {
  expect(isHostAsked).toBe(true);
  for (const [address, title] of [
    ["#abc123", "Join"],
    ["#", "Log in"],
    ["#verify/t0k", "Confirm your email"],
  ] as const) {
    const screen = await openAt(address);
    await screen.until(() => document.title === `${title} – Location alerts`);
    expect(screen.optionsOf("Language of this page")).toEqual(["English"]);
    await closeScreens();
  }
  logIn();
  const screen = await openAt("#");
  await screen.until(() => document.title === "Set up – Location alerts");
});

test.each([
  ["Join", "#abc123"],
  ["Confirm", "#verify/t0k"],
  ["Log in", "#"],
  ["I forgot my password", "#"],
  ["Send it again", "#me"],
])("the button %s is disabled while its request is pending", async (name, address) => {
  state.emailVerified = false;
  if (address === "#me") logIn();
  const screen = await openAt(address.replace("me", ""));
  await screen.until(() => screen.has("button", name));
  for (const label of ["Name", "Email", "Password"])
    if (screen.has("field", label)) await screen.type(label, "ada@example.org");
  globalThis.fetch = () => new Promise(() => {});
  await screen.press(name);
  await screen.until(() => !screen.isEnabled("button", name));
});

test("a person joins by an invitation, and stays logged in with a lasting session", async () => {
  const screen = await openAt("#abc123");
  await screen.reads("You were invited to join.");
  await screen.reads("8 characters at least.");
  expect(named("InvitationIsOpen")).toEqual([{ secret: "abc123" }]);
  const fields = ["Name", "Email", "Password", "Address"];
  expect(fields.map((label) => screen.rulesOf(label))).toEqual([
    { required: "", autocomplete: "name" },
    { type: "email", required: "", autocomplete: "username" },
    { type: "password", required: "", minlength: "8", autocomplete: "new-password" },
    { autocomplete: "street-address" },
  ]);
  for (const label of ["Name", "Address"]) {
    await screen.type(label, "Via ");
    expect(screen.valueOf(label)).toBe("Via ");
  }
  await screen.type("Name", "Ada");
  await screen.type("Email", " ada@example.org ");
  await screen.type("Password", "a password");
  await screen.type("Address", "Via Reno 1");
  answer = refusal("CONFLICT", "It is full.");
  await screen.press("Join");
  await screen.reads("It is full.");
  expect(session.value).toBeNull();
  answer = { invitationTake: null };
  await screen.press("Join");
  await screen.reads("This invitation is over, is full, was withdrawn or is not whole");
  answer = undefined;
  await screen.press("Join");
  await screen.reads("You would not be warned yet.");
  expect(named("InvitationTake")[2]).toEqual({
    input: {
      name: "Ada",
      email: "ada@example.org",
      password: "a password",
      address: "Via Reno 1",
      secret: "abc123",
    },
  });
  await screen.until(() => session.value?.token === "d.e.f");
  expect(session.value).toMatchObject({ userId: 5, email: "ada@example.org", refreshToken: "r" });
  await screen.until(() => named("Logout").length > 0);
  expect(named("InvitationIsOpen")).toHaveLength(1);
  // The first session ends, not the one that lasts.
  expect(authorized).toContainEqual(["Logout", "Bearer a.b.c"]);
});

test("a person who has joined keeps the first session if the lasting one cannot begin", async () => {
  begun = refusal("INTERNAL_SERVER_ERROR");
  const screen = await openAt("#abc123");
  await screen.type("Name", "Ada");
  await screen.type("Email", "ada@example.org");
  await screen.type("Password", "a password");
  await screen.press("Join");
  await screen.reads("You would not be warned yet.");
  expect(session.value).toEqual({ token: "a.b.c", userId: 5, email: "ada@example.org" });
  expect(named("Logout")).toEqual([]);
});

test("an invitation that is over says so, and people who have joined before can log in", async () => {
  isOpen = false;
  const screen = await openAt("#abc123");
  await screen.reads("This invitation is over, is full, was withdrawn or is not whole");
  await screen.press("I have joined already");
  await screen.reads("To join, you need an invitation");
  await screen.type("Email", " ada@example.org ");
  await screen.type("Password", "a password");
  begun = refusal("UNAUTHENTICATED", "It is wrong.");
  await screen.press("Log in");
  await screen.reads("It is wrong.");
  begun = { accessToken: "d.e.f", refreshToken: "r", expiresIn: 3600, userId: 5 };
  await screen.press("Log in");
  await screen.reads("You would not be warned yet.");
  expect(named("SessionBegin")[1]).toEqual({
    input: { email: "ada@example.org", password: "a password" },
  });
});

test("an invitation link shows the invitation even if someone is logged in", async () => {
  logIn();
  await (await openAt("#abc123")).reads("You were invited to join.");
});

test("a mailed link confirms an email by a click", async () => {
  const screen = await openAt("#verify/t0k");
  await screen.reads("Confirm your email");
  expect(named("EmailVerify")).toEqual([]);
  answer = refusal("NOT_FOUND", "The link is over.");
  await screen.press("Confirm");
  await screen.reads("The link is over.");
  answer = undefined;
  await screen.press("Confirm");
  await screen.reads("ada@example.org is confirmed.");
  expect(statuses(screen)).toEqual(["ada@example.org is confirmed."]);
  expect(named("EmailVerify")[1]).toEqual({ token: "t0k" });
  await screen.press("Go on");
  await screen.reads("To join, you need an invitation");
});

test.each([
  [[], null, "You would not be warned yet.", "No position of yours has arrived yet."],
  [[{ leftAt: null }], null, "You would not be warned yet.", "No position of yours"],
  [[{ leftAt: 1 }], NOW - 60, "You would not be warned yet.", "No warning can reach you yet"],
  [[{ leftAt: null }], NOW - 60, "You will be warned.", "Your position was known "],
  // By default, an alert counts positions of the last day.
  [[{ leftAt: null }], NOW - 86_460, "You would not be warned yet.", "report where you are."],
])("the page with devices %j, last report %s: %s", async (devices, lastReportedAt, text, why) => {
  state = { emailVerified: true, devices, lastReportedAt };
  webPushPublicKey = "BKey";
  put("isSecureContext", { value: true });
  logIn();
  const screen = await openAt("#");
  await screen.reads(text);
  await screen.reads(why);
  const isFresh = lastReportedAt === NOW - 60;
  expect(screen.text.includes("Alerts find you by it: report where you are.")).toBe(!isFresh);
  expect(screen.text.includes("No warning can reach you")).toBe(
    !devices.some(({ leftAt }) => leftAt === null),
  );
});

test("a failed check whether the person would be warned is shown beside the last known answer", async () => {
  logIn();
  const screen = await openAt("#");
  await screen.reads("You would not be warned yet.");
  lost = refusal("INTERNAL_SERVER_ERROR", "Out of order.");
  await reachability.load();
  await screen.reads("Out of order.");
  await screen.reads("You would not be warned yet.");
  lost = undefined;
  await screen.press("Try again");
  await screen.until(() => !screen.text.includes("Out of order."));
});

test("the mail that confirms an email can be sent again, if the host sends mails", async () => {
  state.emailVerified = false;
  logIn();
  const screen = await openAt("#");
  answer = refusal("TOO_MANY_REQUESTS", "Too many.");
  await screen.press("Send it again");
  await screen.reads("Too many.");
  expect(screen.text).not.toContain("on its way");
  answer = undefined;
  await screen.press("Send it again");
  await screen.reads("The mail is on its way.");
  expect(statuses(screen)).toContain("The mail is on its way.");
  hostSettings.value = { map: null, alertDefaults: null, hasMail: false };
  await screen.until(() => !screen.has("button", "Send it again"));
});

test("a confirmed email has no button that sends the mail again", async () => {
  logIn();
  const screen = await openAt("#");
  await screen.reads("You would not be warned yet.");
  expect(screen.has("button", "Send it again")).toBe(false);
});

test("the page shows who is logged in, and the logout ends the session here and at the service", async () => {
  logIn();
  const screen = await openAt("#");
  await screen.reads("Set up\nada@example.org");
  await screen.reads("An app reports in the background too, when this page is closed.");
  expect(screen.find("link", "Open my page")?.getAttribute("href")).toBe("http://localhost/");
  await screen.press("Log out");
  await screen.reads("To join, you need an invitation");
  expect(session.value).toBeNull();
  expect(authorized).toContainEqual(["Logout", "Bearer a.b.c"]);
});

test("a logout ends the pushes to this browser, and forgets the person's place", async () => {
  let isSubscribed = true;
  const subscription = {
    toJSON: () => ({ endpoint: "own" }),
    async unsubscribe() {
      isSubscribed = false;
    },
  };
  const { navigator } = globalThis;
  put("navigator", {
    value: {
      serviceWorker: {
        getRegistration: async () => ({
          scope: "http://localhost/console/",
          pushManager: { getSubscription: async () => (isSubscribed ? subscription : null) },
        }),
      },
    },
  });
  localStorage.setItem("location-alerts.device-of", "5");
  here.value = { latitude: 44, longitude: 11, accuracy: 5, takenAt: NOW };
  logIn();
  const screen = await openAt("#");
  await screen.press("Log out");
  await screen.reads("To join, you need an invitation");
  expect(named("DeviceUnregister")).toEqual([{ token: '{"endpoint":"own"}' }]);
  expect([isSubscribed, here.value]).toEqual([false, undefined]);
  put("navigator", { value: navigator });
});

test("a person whose session has expired gets the login with their email filled in", async () => {
  session.value = { token: "old", userId: 5, email: "ada@example.org" };
  noteSessionEnd("old");
  const screen = await openAt("#");
  await screen.reads("To join, you need an invitation");
  expect(screen.valueOf("Email")).toBe("ada@example.org");
  expect(named("Reachability")).toEqual([]);
});

test("an invitation that cannot be checked shows an error, and the next link is checked on its own", async () => {
  invitation = refusal("TOO_MANY_REQUESTS", "Too many.");
  const screen = await openAt("#abc123");
  await screen.reads("Too many.");
  invitation = undefined;
  await go("#def456");
  await screen.until(() => !screen.text.includes("Too many."));
  expect(named("InvitationIsOpen").at(-1)).toEqual({ secret: "def456" });
  // An answer about an earlier invitation comes late.
  const { promise, resolve } = Promise.withResolvers<object>();
  invitation = promise;
  await go("#ghi789");
  invitation = undefined;
  isOpen = true;
  await go("#jkl012");
  await screen.until(() => named("InvitationIsOpen").at(-1)?.secret === "jkl012");
  resolve({ invitationIsOpen: false });
  await promise;
  await screen.until(() => true);
  expect(screen.text).not.toContain("This invitation is over");
});

test("a browser that cannot get pushes shows why instead of the button, and the apps for phones are listed", async () => {
  logIn();
  reachability.set(undefined as never);
  lost = refusal("INTERNAL_SERVER_ERROR", "Out of order.");
  const screen = await openAt("#");
  await screen.reads("Out of order.");
  expect(screen.has("button", "Send it again")).toBe(false);
  // The button waits until the service has said whether it sends pushes.
  expect(screen.isEnabled("button", "Turn on warnings")).toBe(false);
  lost = undefined;
  await reachability.load();
  await screen.reads("Web Push is off at this service.");
  expect(screen.has("button", "Turn on warnings")).toBe(false);
  expect(screen.text).not.toContain("Warnings come to this browser");
  expect(screen.text).not.toContain("This page reports where you are");
  expect(screen.text).toMatch(
    /OwnTracks iPhone, Android\n.*\nTraccar Client iPhone, Android\n.*\nOverland iPhone\n/,
  );
});

test("turning on pushes shows why they were not allowed, or that they are on and the person will be warned", async () => {
  const { navigator } = globalThis;
  const subscription = { toJSON: () => ({ endpoint: "own" }), unsubscribe: async () => {} };
  let isSubscribed = false;
  const registration = {
    scope: "http://localhost/console/",
    active: {},
    pushManager: {
      getSubscription: async () => (isSubscribed ? subscription : null),
      async subscribe() {
        isSubscribed = true;
        return subscription;
      },
    },
  };
  put("navigator", {
    value: {
      serviceWorker: {
        getRegistration: async () => registration,
        register: async () => registration,
      },
    },
  });
  const answers = ["denied", "granted"];
  const notification = {
    permission: "default",
    requestPermission: async () => answers.shift(),
  };
  put("isSecureContext", { value: true });
  put("Notification", { value: notification });
  Object.assign(window, { PushManager: {}, Notification: notification });
  webPushPublicKey = "key";
  state.lastReportedAt = NOW;
  logIn();
  // The page does not look again by itself.
  stopTimers();
  const screen = await openAt("#");
  await screen.press("Turn on warnings");
  await screen.reads("Notifications were not allowed: allow them, then try again.");
  state.devices = [{ leftAt: null }];
  await screen.press("Turn on warnings");
  await screen.reads("Warnings come to this browser, also when this page is closed.");
  expect(screen.has("button", "Turn on warnings")).toBe(false);
  await screen.reads("You will be warned.");
  expect(statuses(screen)).toEqual([
    expect.stringMatching(/^You will be warned\. Your position was known /),
    "Warnings come to this browser, also when this page is closed.",
    "",
  ]);
  expect(named("Reachability")).toHaveLength(2);
  put("navigator", { value: navigator });
});

test("the page checks at intervals whether the person would be warned, while it is visible, until it is left", async () => {
  logIn();
  jest.useFakeTimers({ doNotFake: ["setImmediate", "performance"] });
  const looks = async () => {
    await jest.advanceTimersByTimeAsync(1000);
    return named("Reachability").length;
  };
  const hidden = (value: boolean) =>
    Object.defineProperty(document, "hidden", { configurable: true, value });
  hidden(true);
  const stop = followReachability(1000);
  expect(await looks()).toBe(0);
  hidden(false);
  expect([await looks(), await looks()]).toEqual([1, 2]);
  stop();
  expect(await looks()).toBe(2);
  // The page is left while the service is asked.
  followReachability(1000)();
  expect([await looks(), await looks()]).toEqual([3, 3]);
  const end = followReachability();
  for (const [milliseconds, times] of [
    [2999, 4],
    [1, 5],
  ] as const) {
    await jest.advanceTimersByTimeAsync(milliseconds);
    expect(named("Reachability")).toHaveLength(times);
  }
  end();
  jest.useRealTimers();
});

test("an app that reports positions is set up by a link and a QR code with a device key of its own", async () => {
  logIn();
  const screen = await openAt("#");
  answer = refusal("CONFLICT", "There are too many keys.");
  await screen.press("Use Overland");
  await screen.reads("There are too many keys.");
  answer = { deviceKeyAdd: null };
  await screen.press("Try again");
  await screen.reads("Log in again.");
  answer = undefined;
  await screen.press("Try again");
  await screen.until(() => screen.has("link", "Set up Overland on this phone"));
  expect(named("DeviceKeyAdd")[2]).toEqual({ name: "Overland" });
  const link = screen.find("link", "Set up Overland on this phone")?.getAttribute("href");
  expect(link).toBe(
    `overland://setup?url=${encodeURIComponent("http://localhost/positions/overland")}&token=5-secret`,
  );
  expect(screen.text).toContain("scan this code with its camera:");
  await screen.press("Use Traccar Client");
  await screen.reads("scan this code in the settings of Traccar Client:");
  expect(screen.has("link", "Set up Overland on this phone")).toBe(false);
  for (const text of [
    "Install Traccar Client from the phone’s store.",
    "Let it find the phone’s position always, and start it.",
    "The link and the code hold a key of yours: show them to nobody else.",
  ])
    expect(screen.text).toContain(text);
  const traccar = APPS[1]?.setUp("5-secret");
  expect(screen.find("link", /^Set up Traccar/)?.getAttribute("href")).toBe(traccar?.link);
  // The app's own scanner cannot read a link whose scheme only the phone knows.
  const codeOf = (shown: typeof screen) => shown.elements("path")[0]?.getAttribute("d");
  const code = show(h(QrCode, { text: traccar?.code ?? "", label: "Code" }));
  expect(codeOf(screen) === codeOf(code)).toBe(true);
  expect(screen.elements("svg")[0]?.getAttribute("aria-label")).toBe(
    "Code that sets up Traccar Client",
  );
  await screen.press("Use OwnTracks");
  await screen.reads("For another phone that has OwnTracks, scan this code with its camera:");
  await screen.until(() => true);
  expect(named("DeviceKeyAdd")).toHaveLength(5);
});

test("each app's link and QR code have the service's address for the app, and the device key", () => {
  const [ownTracks, traccar, overland] = APPS.map((app) => app.setUp("5-secret"));
  const inline = new URL(ownTracks?.link ?? "").searchParams.get("inline") ?? "";
  expect(JSON.parse(atob(inline))).toEqual({
    _type: "configuration",
    mode: 3,
    url: "http://localhost/positions/owntracks",
    auth: true,
    username: "phone",
    password: "5-secret",
    monitoring: 1,
  });
  expect(ownTracks?.code).toBe(ownTracks?.link);
  expect(overland?.code).toBe(overland?.link);
  expect(traccar?.code).toBe(
    "http://localhost/positions/osmand?id=5-secret&accuracy=medium&distance=75&interval=300",
  );
  expect(traccar?.link).toBe(
    `org.traccar.client://config?url=${encodeURIComponent("http://localhost/positions/osmand")}&id=5-secret&accuracy=medium&distance=75&interval=300`,
  );
});

test("the check whether the person would be warned ends after 15 seconds without an answer", async () => {
  logIn();
  const outOfTime = loseAnswer("query Reachability");
  const load = reachability.load();
  await new Promise(setImmediate);
  expect(outOfTime()).toEqual([15_000]);
  await load;
  expect(reachability.error.value).toContain("The service does not answer.");
  await reachability.load();
});

test("the page reports the browser's position until it is left", async () => {
  let watch: { tell: (position: object) => void; fail: () => void } | undefined;
  let ended: number | undefined;
  let watches = 0;
  Object.defineProperty(navigator, "geolocation", {
    configurable: true,
    value: {
      watchPosition(tell: (position: object) => void, fail: () => void) {
        watch = { tell, fail };
        watches += 1;
        return 9;
      },
      clearWatch: (id: number) => {
        ended = id;
      },
    },
  });
  logIn();
  const screen = await openAt("#");
  await screen.press("Report where I am while this page is open");
  const reports = "This page reports where you are, as long as it is open.";
  await screen.reads(reports);
  expect(statuses(screen)).toContain(reports);
  await screen.until(() => watch !== undefined);
  watch?.fail();
  await screen.reads("The browser does not tell where it is: allow it, or use an app.");
  const position = { coords: { latitude: 45, longitude: 12, accuracy: 7 }, timestamp: 3500 };
  watch?.tell(position);
  await screen.until(() => !screen.text.includes("The browser does not tell"));
  await closeScreens();
  expect(named("NewPosition")).toEqual([
    { input: { latitude: 45, longitude: 12, accuracy: 7, takenAt: 3, movingActivity: "UNKNOWN" } },
  ]);
  expect([watches, ended]).toEqual([1, 9]);
});

test("a link sets a password if both entries are the same, and leads to setting up the phone, logged in", async () => {
  await go("#password/0123");
  const screen = show(h(JoinPage, {}));
  const rules = { type: "password", required: "", autocomplete: "new-password" };
  expect(["New password", "The same again"].map((label) => screen.rulesOf(label))).toEqual([
    { ...rules, minlength: "8" },
    rules,
  ]);
  expect(screen.text).toContain("8 characters at least.");
  expect(looksOf(screen, "main, form, [type=submit]")).toEqual(["join", "", "primary"]);
  await screen.type("New password", "a password");
  await screen.type("The same again", "a passwort");
  await screen.press("Set the password");
  await screen.reads("The two new passwords differ.");
  expect(named("PasswordSet")).toEqual([]);
  await screen.type("The same again", "a password");
  answer = refusal("NOT_FOUND", "The link is over.");
  await screen.press("Set the password");
  await screen.reads("The link is over.");
  expect(screen.isEnabled("button", "Set the password")).toBe(true);
  const { promise, resolve } = Promise.withResolvers<object>();
  answer = promise;
  await screen.press("Set the password");
  expect(screen.isEnabled("button", "Set the password")).toBe(false);
  resolve({ passwordSet: "gino@example.org" });
  await screen.reads("You would not be warned yet.");
  expect(session.value).toMatchObject({ token: "d.e.f", email: "gino@example.org" });
  expect(location.hash).toBe("");
  expect(named("PasswordSet")[1]).toEqual({ input: { token: "0123", password: "a password" } });
});

test("who warns, and their privacy notice, stands where people join and log in", async () => {
  const organisation = {
    name: "Comune di Modena",
    contact: "059 20311",
    privacyUrl: "https://comune.example/privacy",
  };
  hostSettings.value = { map: null, alertDefaults: null, hasMail: true, organisation };
  for (const address of ["#abc123", "#", "#password/0123"]) {
    const screen = await openAt(address);
    await screen.reads("Comune di Modena 059 20311 Privacy notice");
    const link = screen.find("link", "Privacy notice");
    expect(link?.getAttribute("href")).toBe(organisation.privacyUrl);
    await closeScreens();
  }
});
