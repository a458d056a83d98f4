import "../helpers/document.ts";
import "../helpers/without-map.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { signal } from "@preact/signals";
import { h } from "preact";
import { fakeService, named, refusal } from "../helpers/fake-service.ts";
import { live } from "../helpers/live.ts";
import { closeScreens, type Screen, show } from "../helpers/screen.ts";

const downloads: string[] = [];
jest.unstable_mockModule("../../src/api/download.ts", () => ({
  download: (url: string) => downloads.push(url),
}));
jest.unstable_mockModule("../../src/push/this-device.ts", () => ({
  deviceState: signal("off"),
  updateDeviceState: async () => {},
  subscribe: () => answer,
  unsubscribe: async () => {},
}));
jest.unstable_mockModule("../../src/push/push-problem.ts", () => ({
  pushProblem: (key: string | null) => (key ? "" : "Web Push is off at this service."),
}));
const { MeScreen } = await import("../../src/screens/me.tsx");
const { MyNotifications } = await import("../../src/screens/me.tsx");
const { hostSettings } = await import("../../src/state/host-settings.ts");
const { session } = await import("../../src/state/session.ts");
const { view } = await import("../../src/map/view.ts");
const { moment, timeZone } = await import("../../src/words/time.ts");

const NOW = Math.floor(Date.now() / 1000);
let quietHours: object | null;
let lastPositionOnly: boolean;
let notifications: object[];
let sessions: { id: number }[];
let alertsByEmail: string;
let numbers: { id: number; number: string }[];
let topics: { id: number; topic: string | null; createdAt: number }[];
let answer: object | undefined;
let webPushPublicKey: string | null;
/** The name of an operation that fails. */
let failing: string;

beforeEach(() => {
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  quietHours = null;
  lastPositionOnly = false;
  notifications = [];
  sessions = [];
  alertsByEmail = "WITHOUT_DEVICE";
  numbers = [];
  topics = [{ id: 1, topic: null, createdAt: 0 }];
  answer = undefined;
  webPushPublicKey = null;
  failing = "";
  downloads.length = 0;
  const me = () => ({
    id: 1,
    name: "Ada",
    email: "ada@example.org",
    isAdmin: true,
    isTraining: false,
    quietHours,
    lastPositionOnly,
  });
  const unlessFailing = (name: string, data: () => object) => ({
    [name]: () => (failing === name ? refusal("INTERNAL_SERVER_ERROR", "It failed.") : data()),
  });
  fakeService({
    ...unlessFailing("Me", () => ({ me: me(), webPushPublicKey })),
    ...unlessFailing("MyNotifications", () => ({ notifications })),
    NotificationSeen: () => answer ?? { notificationUpdate: { id: 1 } },
    ...unlessFailing("Sessions", () => ({ sessions })),
    ...unlessFailing("SecondFactors", () => ({
      me: { secondFactors: [] },
      secondFactorState: { rule: "OFFERED", demandedFrom: null, recoveryCodes: 0 },
    })),
    AlertLanguages: () => ({ me: { id: 1, languages: ["es", "x-old"] } }),
    AlertLanguagesEdit: () => ({ userEdit: { id: 1 } }),
    AlertsByEmail: () => ({
      me: { ...me(), emailVerified: false, alertsByEmail, emailRefusal: "550 No mailbox" },
    }),
    AlertsByEmailEdit: (input) => {
      alertsByEmail = input.alertsByEmail as string;
      return { userEdit: { id: 1 } };
    },
    MyDevices: () => ({
      ntfyUrl: "https://ntfy.example",
      me: { id: 1, smsRefusal: "410" },
      devices: [...topics, ...numbers],
    }),
    NtfyTopicAdd: () => {
      topics.push({ id: 2, topic: "abc", createdAt: NOW });
      return { ntfyTopicAdd: { id: 2 } };
    },
    SmsNumberAdd: () => answer ?? { smsNumberAdd: { id: 1 } },
    SmsNumberConfirm: ({ code }) => {
      if (code !== "123456") return { smsNumberConfirm: null };
      numbers.push({ id: 3, number: "+390110000000" });
      return { smsNumberConfirm: { id: 3 } };
    },
    DeviceUnregister: () => {
      numbers.pop();
      topics.pop();
      return { deviceUnregister: { id: 1 } };
    },
    SessionEnd: () => answer ?? { sessionEnd: { id: 1 } },
    QuietHoursEdit: ({ input }) => {
      if (!answer) quietHours = input as object;
      return answer ?? { quietHoursEdit: input };
    },
    QuietHoursRemove: () => {
      if (!answer) quietHours = null;
      return answer ?? { quietHoursRemove: true };
    },
    LastPositionOnly: ({ lastPositionOnly: isOnly }) => {
      if (!answer) lastPositionOnly = isOnly as boolean;
      return answer ?? { userEdit: { id: 1 } };
    },
    UserEdit: () => answer ?? { userEdit: { id: 1 } },
    UserPasswordEdit: () => answer ?? { userPasswordEdit: { id: 1 } },
    NewPosition: () => answer ?? { newPosition: { id: 1 } },
    ExportMe: () => answer ?? { exportMe: { url: "export/me" } },
    EraseMe: () => answer ?? { eraseMe: { userId: 1 } },
  });
});
afterEach(closeScreens);

const open = async () => {
  const screen = show(h(MeScreen, {}));
  await screen.reads("Where I am logged in");
  return screen;
};
const closed = (screen: Screen) => screen.until(() => screen.elements("dialog").length === 0);

// These tests come first, because the screen keeps what it has loaded.
test("a failure to load notifications is not shown as having none", async () => {
  failing = "MyNotifications";
  const screen = show(h(MyNotifications, {}));
  await screen.reads("It failed.");
  expect(screen.text).not.toContain("Nothing yet.");
  failing = "";
  await screen.press("Try again");
  await screen.reads("Nothing yet.");
});

test("quiet hours that are set are shown", async () => {
  const elsewhere = timeZone === "Europe/Rome" ? "Asia/Tokyo" : "Europe/Rome";
  quietHours = { from: "21:00", to: "08:00", timeZone: elsewhere };
  const screen = await open();
  await screen.reads(`from 21:00 to 08:00 (${elsewhere})`);
  expect([screen.valueOf("From"), screen.valueOf("To")]).toEqual(["21:00", "08:00"]);
  // Quiet hours that are set now follow the clock of this browser.
  expect(screen.text).toContain(`By the clock of ${timeZone}.`);
  await screen.press("Set quiet hours");
  await screen.reads(`from 21:00 to 08:00 (${timeZone})`);
});

test.each(["Me", "MyNotifications", "Sessions", "SecondFactors"])(
  "a failed %s request shows an error, and is sent again by a button",
  async (name) => {
    failing = name;
    const screen = show(h(MeScreen, {}));
    await screen.reads("It failed.");
    failing = "";
    await screen.press("Try again");
    await screen.until(() => !screen.text.includes("It failed."));
    await screen.reads("Where I am logged in");
  },
);

test("the password changes if both new entries are the same", async () => {
  const screen = await open();
  const rules = { type: "password", required: "", autocomplete: "new-password" };
  expect(
    ["Current password", "New password", "The same again"].map((label) => screen.rulesOf(label)),
  ).toEqual([{ ...rules, autocomplete: "current-password" }, { ...rules, minlength: "8" }, rules]);
  await screen.type("Current password", "old one");
  await screen.type("New password", "new one!");
  await screen.type("The same again", "new one");
  await screen.press("Change the password");
  await screen.reads("The two new passwords differ.");
  const again = screen.find("field", "The same again");
  expect(again?.getAttribute("aria-invalid")).toBe("true");
  await screen.until(() => document.activeElement === again);
  expect(named("UserPasswordEdit")).toEqual([]);
  await screen.type("The same again", "new one!");
  await screen.press("Change the password");
  await screen.reads("The password is changed.");
  expect(screen.announced).toContain("The password is changed.");
  expect(named("UserPasswordEdit")).toEqual([
    { input: { currentPassword: "old one", password1: "new one!", password2: "new one!" } },
  ]);
  expect(
    ["Current password", "New password", "The same again"].map((name) => screen.valueOf(name)),
  ).toEqual(["", "", ""]);
  answer = refusal("FORBIDDEN", "It was refused.", "CURRENT_PASSWORD_WRONG");
  await screen.type("Current password", "old one");
  await screen.type("New password", "another one");
  await screen.type("The same again", "another one");
  await screen.press("Change the password");
  await screen.reads("The password that you log in with is wrong.");
  expect(screen.text).not.toContain("The password is changed.");
});

test("quiet hours are set in this browser's time zone, and can be ended", async () => {
  const screen = await open();
  await screen.reads("None: every push comes at once.");
  expect([screen.valueOf("From"), screen.valueOf("To")]).toEqual(["22:00", "07:00"]);
  for (const label of ["From", "To"])
    expect(screen.rulesOf(label)).toEqual({ type: "time", required: "" });
  expect(screen.has("button", "End them")).toBe(false);
  await screen.type("From", "23:30");
  await screen.type("To", "06:15");
  await screen.press("Set quiet hours");
  await screen.reads(`Warnings for places near you wait from 23:30 to 06:15 (${timeZone}).`);
  expect(named("QuietHoursEdit")).toEqual([{ input: { from: "23:30", to: "06:15", timeZone } }]);
  answer = refusal("BAD_USER_INPUT", "It was refused.", "QUIET_HOURS");
  await screen.press("Set quiet hours");
  await screen.reads("Quiet hours must begin and end at different times.");
  answer = undefined;
  await screen.press("End them");
  await screen.reads("None: every push comes at once.");
  expect(named("QuietHoursRemove")).toHaveLength(1);
});

test("the fields follow quiet hours that were set elsewhere", async () => {
  const screen = await open();
  await screen.type("From", "20:00");
  quietHours = { from: "21:00", to: "05:00", timeZone };
  await screen.press("Keep only my last position…");
  await screen.press("Delete my history");
  await screen.reads("wait from 21:00 to 05:00");
  await screen.until(() => screen.valueOf("From") === "21:00");
  expect(screen.valueOf("To")).toBe("05:00");
  // First only their end changes, then only their beginning.
  quietHours = { from: "21:00", to: "06:00", timeZone };
  await screen.press("Keep a history from now on");
  await screen.until(() => screen.valueOf("To") === "06:00");
  quietHours = { from: "20:30", to: "06:00", timeZone };
  await screen.press("Keep only my last position…");
  await screen.press("Delete my history");
  await screen.until(() => screen.valueOf("From") === "20:30");
});

test("the history of positions ends after a confirmation, and begins again without one", async () => {
  const screen = await open();
  await screen.reads("and a history of those before it.");
  await screen.press("Keep only my last position…");
  await screen.press("Cancel");
  await closed(screen);
  expect(named("LastPositionOnly")).toEqual([]);
  await screen.press("Keep only my last position…");
  answer = refusal("INTERNAL_SERVER_ERROR", "It failed.");
  await screen.press("Delete my history");
  await screen.reads("It failed.");
  // The question covers the page, so only the question shows the error.
  expect(screen.text.match(/It failed\./g)).toHaveLength(1);
  answer = undefined;
  await screen.press("Delete my history");
  await screen.reads("Only my last position is kept");
  await closed(screen);
  expect(named("LastPositionOnly")).toEqual(Array(2).fill({ id: 1, lastPositionOnly: true }));
  const { promise, resolve } = Promise.withResolvers<object>();
  answer = promise;
  await screen.press("Keep a history from now on");
  expect(screen.isEnabled("button", "Keep a history from now on")).toBe(false);
  resolve(refusal("INTERNAL_SERVER_ERROR", "It failed."));
  await screen.reads("It failed.");
  answer = undefined;
  await screen.press("Keep a history from now on");
  await screen.reads("and a history of those before it.");
  expect(named("LastPositionOnly").at(-1)).toEqual({ id: 1, lastPositionOnly: false });
});

/** User agents, and how they are named. */
const CLIENTS = [
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
    "Safari, iPhone",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0",
    "Edge, Windows",
  ],
  [
    "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36",
    "Chrome, Android",
  ],
  ["curl/8.9.1", "curl/8.9.1"],
] as const;

test("other sessions are ended, but not this one", async () => {
  const client = "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0";
  const own = { client, createdAt: NOW - 86_400, usedAt: NOW };
  sessions = [
    { id: 1, ...own, isCurrent: true },
    { id: 2, ...own, client: null, isCurrent: false },
    ...CLIENTS.map(([agent], index) => ({ ...own, id: 3 + index, client: agent, isCurrent: true })),
  ] as object[] as typeof sessions;
  const screen = await open();
  await screen.reads(
    `Firefox, Linux\nSince ${moment(NOW - 86_400)} · last used ${moment(NOW)} · this one`,
  );
  await screen.reads("An unknown program");
  for (const [, name] of CLIENTS) expect(screen.text).toContain(`${name}\n`);
  expect(screen.showing("Firefox, Linux")?.getAttribute("dir")).toBe("auto");
  expect(screen.names("button").filter((name) => name === "End it")).toHaveLength(1);
  answer = refusal("NOT_FOUND", "It was refused.", "NO_SESSION");
  await screen.press("End it");
  await screen.reads("This session does not exist any more.");
  answer = undefined;
  sessions = sessions.slice(0, 1);
  await screen.press("End it");
  await screen.until(() => !screen.has("button", "End it"));
  expect(named("SessionEnd").at(-1)).toEqual({ id: 2 });
});

test("users can download their own data", async () => {
  const screen = await open();
  answer = refusal("INTERNAL_SERVER_ERROR", "It failed.");
  await screen.press("Download it");
  await screen.reads("It failed.");
  expect(screen.text).not.toContain("The download begins.");
  answer = undefined;
  await screen.press("Download it");
  await screen.reads("The download begins.");
  expect(screen.announced).toContain("The download begins.");
  expect(downloads).toEqual(["export/me"]);
});

test("users erase themselves after a confirmation, and are logged out", async () => {
  const screen = await open();
  await screen.press("Erase me…");
  await screen.press("Cancel");
  await closed(screen);
  await screen.press("Erase me…");
  expect(screen.rulesOf("Your own password")).toEqual({
    type: "password",
    required: "",
    autocomplete: "current-password",
  });
  await screen.type("Your own password", "mine");
  await screen.press("Cancel");
  await closed(screen);
  expect(named("EraseMe")).toEqual([]);
  await screen.press("Erase me…");
  await screen.type("Your own password", "mine");
  expect(screen.find("button", "Erase me")?.getAttribute("class")).toBe("danger");
  answer = refusal("FORBIDDEN", "It was refused.", "CURRENT_PASSWORD_WRONG");
  await screen.press("Erase me");
  await screen.reads("The password that you log in with is wrong.");
  expect(session.value).not.toBeNull();
  answer = undefined;
  await screen.press("Erase me");
  await screen.until(() => session.value === null);
  expect(named("EraseMe")).toEqual(Array(2).fill({ currentPassword: "mine" }));
});

test("the user's own screen shows their name, email and language choice, and loads its data once", async () => {
  const screen = await open();
  expect(screen.elements("h1").map((heading) => screen.textOf(heading))).toEqual(["Ada"]);
  expect(screen.valueOf("Email")).toBe("ada@example.org");
  expect(screen.has("field", "Language of this page")).toBe(true);
  await screen.until(() => named("Sessions").length > 0);
  await screen.reads("Nothing yet.");
  await closeScreens();
  expect(["Me", "MyNotifications", "Sessions"].map((name) => named(name).length)).toEqual([
    1, 1, 1,
  ]);
});

test("a request is aborted when it is sent again", async () => {
  await open();
  await closeScreens();
  const signals: (AbortSignal | null | undefined)[] = [];
  globalThis.fetch = (_url, init) => {
    signals.push(init?.signal);
    return new Promise(() => {});
  };
  // The screen shows what it loaded before.
  const screen = show(h(MeScreen, {}));
  await screen.until(() => signals.length === 5);
  show(h(MeScreen, {}));
  await screen.until(() => signals.length === 10);
  expect(signals.map((signal) => signal?.aborted)).toEqual([
    ...[true, true, true, true, true],
    ...[false, false, false, false, false],
  ]);
});

test("Escape closes each dialog, and changes nothing", async () => {
  const screen = await open();
  for (const name of ["Erase me…", "Keep only my last position…"]) {
    await screen.press(name);
    await screen.until(() => screen.elements("dialog").length === 1);
    screen.escape();
    await closed(screen);
  }
  expect([...named("EraseMe"), ...named("LastPositionOnly")]).toEqual([]);
});

test("a button is disabled while its request is pending", async () => {
  quietHours = { from: "21:00", to: "08:00", timeZone };
  sessions = [
    { id: 2, client: null, createdAt: NOW, usedAt: NOW, isCurrent: false },
  ] as object[] as typeof sessions;
  webPushPublicKey = "key";
  const screen = await open();
  await screen.until(() => screen.has("button", "End them") && screen.has("button", "End it"));
  for (const label of ["Current password", "New password", "The same again"])
    await screen.type(label, "password");
  await screen.press("Erase me…");
  await screen.type("Your own password", "mine");
  await screen.press("Keep only my last position…");
  const { promise, resolve } = Promise.withResolvers<object>();
  answer = promise;
  const waiting: string[] = [];
  for (const [button, ...others] of [
    ["Change the password"],
    ["Set quiet hours"],
    ["End them"],
    ["Delete my history"],
    ["End it"],
    ["Download it"],
    ["Erase me"],
    ["Turn on warnings"],
    ["Report the map's middle", "Report where I am"],
  ] as [string, ...string[]][]) {
    await screen.press(button);
    waiting.push(button, ...others);
  }
  expect(waiting.filter((name) => screen.isEnabled("button", name))).toEqual([]);
  resolve(refusal("INTERNAL_SERVER_ERROR", "It failed."));
  await screen.until(() => waiting.every((name) => screen.isEnabled("button", name)));
});

const notification = (id: number, changes: object = {}) => ({
  id,
  alertId: 7,
  level: "TWO",
  kind: "ALERT",
  seen: false,
  createdAt: NOW,
  alert: {
    id: 7,
    title: null,
    text1: "One.",
    text2: "Two.\nMore.",
    text3: "Three.",
    allClear: null,
  },
  ...changes,
});

test("notifications arrive live, and can be marked as seen", async () => {
  const screen = await open();
  const before = named("MyNotifications").length;
  expect(named("MyNotifications")[0]).toEqual({ limit: 20 });
  notifications = [notification(3)];
  live.tell({ notificationAdded: { id: 3 } });
  await screen.until(() => named("MyNotifications").length > before);
  await screen.reads(`TWO Two. More.\n${moment(NOW)}\nI have seen it`);
  expect(screen.showing("Two. More.")?.getAttribute("dir")).toBe("auto");
  answer = refusal("INTERNAL_SERVER_ERROR", "It failed.");
  await screen.press("I have seen it");
  await screen.reads("It failed.");
  answer = undefined;
  const seen = screen.names("button").find((name) => /seen/i.test(name)) as string;
  notifications = [notification(3, { seen: true })];
  await screen.press(seen);
  await screen.until(() => !screen.has("button", seen));
  expect(named("NotificationSeen")).toEqual(Array(2).fill({ input: { id: 3, seen: true } }));
  const alert = { text1: "One.", text2: "Two.", text3: "Three.", allClear: "Over." };
  notifications = [
    notification(4, { kind: "ALL_CLEAR", alert }),
    notification(5, { level: "THREE" }),
  ];
  live.tell({});
  await screen.reads(/TWO Over\.\n.+\n.+\nTHREE Three\./);
  notifications = [];
  // The screen loads what changed while the connection was lost.
  live.begin();
  await screen.reads("Nothing yet.");
  expect(live.open.size).toBe(1);
  await closeScreens();
  expect(live.open.size).toBe(0);
});

test("users report the map's middle or the browser's own position", async () => {
  const screen = await open();
  view.value = { ...view.value, center: [371.25, 44.5] };
  await screen.press("Report the map's middle");
  await screen.reads("Reported 44.5000, 11.2500.");
  expect(screen.announced).toContain("Reported 44.5000, 11.2500.");
  expect(named("NewPosition")).toEqual([
    { input: { latitude: 44.5, longitude: 11.25, movingActivity: "STILL" } },
  ]);
  let isAllowed = false;
  Object.defineProperty(navigator, "geolocation", {
    configurable: true,
    value: {
      getCurrentPosition: (resolve: (position: object) => void, reject: () => void) =>
        isAllowed ? resolve({ coords: { latitude: 45, longitude: 12, accuracy: 7 } }) : reject(),
    },
  });
  await screen.press("Report where I am");
  await screen.reads("The browser does not tell where it is");
  expect(screen.text).not.toContain("Reported 44");
  isAllowed = true;
  await screen.press("Report where I am");
  await screen.reads("Reported 45.0000, 12.0000.");
  expect(named("NewPosition")[1]).toEqual({
    input: { latitude: 45, longitude: 12, accuracy: 7, movingActivity: "STILL" },
  });
});

test("a user changes their own name, and their email with their password", async () => {
  const screen = await open();
  await screen.type("Name", "Ada L.");
  await screen.press("Save");
  await screen.reads("It is saved.");
  expect(named("UserEdit")).toEqual([{ id: 1, input: { name: "Ada L." } }]);
  await screen.type("Email", "ada@example.com ");
  await screen.type("Your own password", "a password");
  answer = refusal("CONFLICT", "It was refused.", "USERS_EMAIL_KEY");
  await screen.press("Save");
  await screen.reads("This email is taken");
  answer = undefined;
  await screen.press("Save");
  await screen.reads("It is saved.");
  const input = { name: "Ada L.", email: "ada@example.com", currentPassword: "a password" };
  expect(named("UserEdit").at(-1)).toEqual({ id: 1, input });
  expect(session.value?.email).toBe("ada@example.com");
});

test("a user chooses the order of languages in which alerts come", async () => {
  const reload = jest.fn();
  Object.assign(location, { reload });
  const screen = await open();
  await screen.reads("You read each alert in the first of these");
  await screen.choose("Otherwise", "Arabic");
  await screen.until(() => reload.mock.calls.length > 0);
  await screen.choose("Language of alerts", "that of this device");
  await screen.until(() => reload.mock.calls.length > 1);
  expect(named("AlertLanguagesEdit").map(({ languages }) => languages)).toEqual([
    ["es", "ar"],
    ["x-old"],
  ]);
});

test("a user chooses when alerts come by email, and reads why none does", async () => {
  hostSettings.value = { map: null, alertDefaults: null, hasMail: true, hasAlertMail: true };
  const screen = await open();
  await screen.reads("The mail server refused ada@example.org, so no alert comes by email.");
  expect(screen.text).toContain("550 No mailbox");
  expect(screen.text).toContain("Not before the email is confirmed.");
  await screen.choose("Alerts come by email", "always");
  await screen.until(() => named("AlertsByEmailEdit").length > 0);
  expect(named("AlertsByEmailEdit")).toEqual([{ id: 1, alertsByEmail: "ALWAYS" }]);
  hostSettings.value = undefined;
});

test("a user makes a link for ntfy, and removes it", async () => {
  hostSettings.value = { map: null, alertDefaults: null, hasMail: false, hasNtfy: true };
  const screen = await open();
  await screen.press("Make a link for ntfy");
  await screen.reads("https://ntfy.example/abc");
  await screen.press("Remove it");
  await screen.until(() => !screen.text.includes("https://ntfy.example/abc"));
  expect(named("DeviceUnregister")).toEqual([{ token: "ntfy:abc" }]);
  hostSettings.value = undefined;
});

test("a user adds a number by the code that it gets, and removes it", async () => {
  hostSettings.value = { map: null, alertDefaults: null, hasMail: false, hasSms: true };
  const screen = await open();
  await screen.reads("Your number got no SMS, and was removed. Add one again. 410");
  await screen.type("Mobile number", "+39 011 0000000");
  await screen.press("Send me a code");
  await screen.reads("The six digits of the SMS.");
  await screen.type("Code", "000000");
  await screen.press("Confirm the number");
  await screen.reads("This code is wrong. Look again.");
  await screen.type("Code", "123456");
  await screen.press("Confirm the number");
  await screen.reads("+390110000000");
  await screen.press("Remove it");
  await screen.until(() => !screen.text.includes("+390110000000"));
  expect(named("DeviceUnregister")).toEqual([{ token: "+390110000000" }]);
  hostSettings.value = undefined;
});
