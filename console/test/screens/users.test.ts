import "../helpers/document.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { h } from "preact";
import { fakeService, named, refusal } from "../helpers/fake-service.ts";
import { closeScreens, type Screen, show } from "../helpers/screen.ts";

const downloads: string[] = [];
jest.unstable_mockModule("../../src/api/download.ts", () => ({
  download: (url: string) => downloads.push(url),
}));
const { UsersScreen } = await import("../../src/screens/users.tsx");
const { session } = await import("../../src/state/session.ts");
const { isLive } = await import("../../src/state/connection.ts");
const { parseCsv } = await import("../../src/words/csv.ts");
const { notice } = await import("../../src/state/notice.ts");
const { moment } = await import("../../src/words/time.ts");

type Variables = Record<string, unknown>;
const NOW = Math.floor(Date.now() / 1000);

const userOf = (id: number, changes: object = {}) => ({
  id,
  name: `Person ${id}`,
  email: `person-${id}@example.org`,
  address: "",
  isAdmin: false,
  isTester: false,
  isTraining: false,
  hasPassword: true,
  joinedBy: null,
  isSilent: false,
  providers: ["expo"],
  lastReportedAt: NOW - 7200,
  app: null,
  ...changes,
});

let users: object[];
let isFailing: boolean;
/** The indexes of people who cannot be imported, and why. */
let wrong: number[];
let reason: string;
let answer: object | undefined;
/** The name of an operation that is refused. */
let refused: string | undefined;
/** If set, the service waits for it before it answers a list or an import. */
let late: PromiseWithResolvers<void> | undefined;
let lastPositionOnly: boolean | undefined;
let asked: ReturnType<typeof fakeService>;
/** Returns the operations that change something, in order. */
const changes = () =>
  asked
    .filter(({ name }) => !/^(Authorities|Channels|Users|PositionChoice)$/.test(name))
    .map(({ name }) => name);

beforeEach(() => {
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  users = [userOf(1)];
  isFailing = false;
  wrong = [];
  reason = "EMAIL_TWICE";
  answer = undefined;
  refused = undefined;
  late = undefined;
  lastPositionOnly = true;
  downloads.length = 0;
  const done = (data: object) => () => answer ?? data;
  const unlessRefused = (name: string, data: object) => ({
    [name]: () =>
      refused === name
        ? refusal("FORBIDDEN", "It was refused.", "CURRENT_PASSWORD_WRONG")
        : (answer ?? data),
  });
  asked = fakeService({
    Channels: () => ({
      pushProviders: ["ON", "OFF"].map((state, at) => ({
        ...{ provider: ["expo", "fcm"][at], state, reason: null, since: null },
      })),
    }),
    Users: async ({ offset, limit }) => {
      await late?.promise;
      return isFailing
        ? refusal("INTERNAL_SERVER_ERROR", "It failed.")
        : { usersOverview: users.slice(Number(offset), Number(offset) + Number(limit)) };
    },
    NewUser: done({ newUser: { id: 9 } }),
    UserEdit: done({ userEdit: { id: 1 } }),
    ...unlessRefused("UserPasswordReset", { userPasswordReset: { id: 1 } }),
    UserTraining: done({ userTraining: { id: 1 } }),
    ...unlessRefused("UserRights", { userRights: { id: 1 } }),
    UsersImport: async ({ users: rows, dryRun }) => {
      await late?.promise;
      return (
        answer ?? {
          usersImport: (rows as object[]).map((_, index) => ({
            index,
            userId: dryRun || wrong.length > 0 ? null : index + 21,
            error: wrong.includes(index) ? "It is wrong." : null,
            reason: wrong.includes(index) ? reason : null,
          })),
        }
      );
    },
    NewPasswordLinks: ({ userIds }) =>
      answer ?? {
        newPasswordLinks: (userIds as number[])
          .map((userId) => ({ userId, token: `token-${userId}`, expiresAt: NOW + 86_400 }))
          .reverse(),
      },
    PositionChoice: () =>
      lastPositionOnly === undefined
        ? refusal("INTERNAL_SERVER_ERROR", "It is not known.")
        : { user: { lastPositionOnly } },
    UserExport: done({ userExport: { url: "export/1" } }),
    UserErase: done({ userErase: { userId: 1 } }),
  });
});
afterEach(closeScreens);

const open = async () => {
  const screen = show(h(UsersScreen, {}));
  await screen.until(() => named("Users").length > 0);
  await screen.reads(/\d+ users?/);
  return screen;
};
const closed = (screen: Screen) => screen.until(() => screen.elements("dialog").length === 0);

test("the list says of each user who they are, and whether they would be warned", async () => {
  const expected: [object, string][] = [
    [{}, "Person 0\nperson-0@example.org\nHas a device · reported 2 h ago\nData…"],
    [{ isAdmin: true }, "Person 1 Administrator\n"],
    [{ isTester: true }, "Person 2 Tester\n"],
    [{ isTraining: true }, "Person 3 In training\n"],
    [{ hasPassword: false }, "Person 4 No password yet\n"],
    [{ joinedBy: 3 }, "Person 5 Joined\n"],
    [{ isSilent: true }, "Person 6 Fell silent\n"],
    [{ providers: ["fcm"] }, "Person 7 Cannot be reached\nperson-7@example.org\nHas a device · "],
    [
      { lastReportedAt: null },
      "Person 8 Cannot be reached\nperson-8@example.org\nHas a device · never reported",
    ],
    [{ app: "OwnTracks" }, "person-9@example.org\nHas a device · reported 2 h ago by OwnTracks"],
    [{ address: "Via Reno 1" }, "person-10@example.org · Via Reno 1"],
  ];
  users = expected.map(([change], id) => userOf(id, change));
  const screen = await open();
  for (const [, text] of expected) expect(screen.text).toContain(text);
  expect(screen.announced).toContain("11 users");
});

test("users are counted, and more are listed on demand", async () => {
  const screen = await open();
  await screen.reads("1 user");
  users = Array.from({ length: 100 }, (_, id) => userOf(id));
  await screen.type("Find by any word of a name, or by email", "pers");
  await screen.reads("The first 100: there are more");
  expect(named("Users").at(-1)).toMatchObject({ search: "pers", limit: 100, offset: 0 });
  late = Promise.withResolvers();
  await screen.press("Show more");
  await screen.reads("Asking…");
  late.resolve();
  await screen.reads("100 users");
  // Each page is asked for once: a screen that was left before does not search too.
  expect(named("Users").filter(({ search }) => search === "pers")).toMatchObject([
    { offset: 0 },
    { offset: 100 },
  ]);
  expect(screen.has("button", "Show more")).toBe(false);
  await screen.type("Find by any word of a name, or by email", "");
});

/** The values and the texts of a select. */
const choices = (screen: Screen, label: string) =>
  [...(screen.find("field", label)?.querySelectorAll("option") ?? [])].map(
    (option) => `${option.getAttribute("value")}: ${screen.textOf(option)}`,
  );

test("the list of users can be filtered and sorted", async () => {
  const screen = await open();
  expect(["Show", "Device", "Reported", "Sort by"].map((label) => choices(screen, label))).toEqual([
    [
      "everyone: Everyone",
      "testers: Testers",
      "without a password: No password yet",
      "silent: Fell silent",
    ],
    ["any: With or without", "yes: Has a device", "no: Has none"],
    [
      "any: Whenever",
      "3600: In the last hour",
      "86400: In the last day",
      "604800: In the last week",
      "-86400: Not for a day",
      "-604800: Not for a week",
    ],
    [
      "ID: Oldest first",
      "NEWEST: Newest first",
      "NAME: Name",
      "EMAIL: Email",
      "LAST_REPORT: Last report",
    ],
  ]);
  await screen.choose("Show", "Fell silent");
  await screen.choose("Device", "Has none");
  await screen.choose("Reported", "In the last day");
  await screen.choose("Sort by", "Last report");
  await screen.until(() => "sort" in (named("Users").at(-1) ?? {}));
  await screen.until(() => (named("Users").at(-1) as Variables).sort === "LAST_REPORT");
  expect(["Show", "Device", "Reported", "Sort by"].map((label) => screen.valueOf(label))).toEqual([
    "silent",
    "no",
    "86400",
    "LAST_REPORT",
  ]);
  const last = named("Users").at(-1) as Variables;
  expect(last).toMatchObject({ isSilent: true, hasDevice: false });
  // A busy machine may take minutes to get here.
  expect(Math.abs(Number(last.reportedSince) - (NOW - 86_400))).toBeLessThan(600);
  for (const [label, text] of [
    ["Show", "Everyone"],
    ["Device", "With or without"],
    ["Reported", "Whenever"],
    ["Sort by", "Oldest first"],
  ] as const)
    await screen.choose(label, text);
});

test("the form for a new user makes a user, and trims the email", async () => {
  const screen = await open();
  await screen.press("New user");
  for (const label of ["Name", "Address"]) {
    await screen.type(label, "Via ");
    expect(screen.valueOf(label)).toBe("Via ");
  }
  await screen.type("Name", "Rita");
  await screen.type("Email", " rita@example.org ");
  await screen.type("Address", "Via Reno 1");
  await screen.type("Password", "a password");
  expect(["Name", "Email", "Address", "Password"].map((label) => screen.rulesOf(label))).toEqual([
    { required: "", autocomplete: "off" },
    { type: "email", required: "", autocomplete: "off" },
    { autocomplete: "off" },
    { type: "password", required: "", minlength: "8", autocomplete: "new-password" },
  ]);
  expect(screen.isChecked("Administrator: may warn people, and see where they are")).toBe(false);
  await screen.check("Administrator: may warn people, and see where they are");
  for (const label of [
    "Tester: exercises and tests reach them",
    "In training: every alert they publish is an exercise",
  ])
    expect(screen.has("field", label)).toBe(false);
  const { promise, resolve } = Promise.withResolvers<object>();
  answer = promise;
  await screen.press("Make the user");
  expect(screen.isEnabled("button", "Make the user")).toBe(false);
  resolve(refusal("CONFLICT", "Another user has this email."));
  await screen.reads("Another user has this email.");
  await screen.until(() => screen.isEnabled("button", "Make the user"));
  expect(screen.valueOf("Name")).toBe("Rita");
  answer = undefined;
  users = [userOf(9), userOf(1)];
  await screen.press("Make the user");
  await closed(screen);
  expect(named("NewUser")[1]).toEqual({
    input: {
      name: "Rita",
      email: "rita@example.org",
      address: "Via Reno 1",
      password: "a password",
      isAdmin: true,
    },
  });
  await screen.until(() => document.activeElement?.id === "user-9");
  expect(notice.value).toBe("Saved: Rita");
  expect(named("Users").at(-1)).toMatchObject({ sort: "NEWEST", search: "" });
  await screen.choose("Sort by", "Oldest first");
});

const edit = async (change: object = {}) => {
  users = [userOf(1, change)];
  const screen = await open();
  await screen.press("Edit Person 1");
  return screen;
};
const OWN = "Your own password";

test("a user's name and address can be changed without the administrator's password", async () => {
  const screen = await edit({ isTester: true, isAdmin: true, isTraining: true, address: "Via" });
  expect(screen.elements("dialog")[0]?.getAttribute("aria-label")).toBe("Edit Person 1");
  for (const label of [/^Administrator/, /^Tester/, /^In training/])
    expect(screen.isChecked(label)).toBe(true);
  expect(["Name", "Email", "Address"].map((label) => screen.valueOf(label))).toEqual([
    ...["Person 1", "person-1@example.org", "Via"],
  ]);
  await screen.type("Name", "Rita");
  await screen.type("Address", "Via Reno 1");
  expect(screen.has("field", OWN)).toBe(false);
  await screen.press("Save");
  await closed(screen);
  expect(changes()).toEqual(["UserEdit"]);
  expect(named("UserEdit")).toEqual([{ id: 1, input: { name: "Rita", address: "Via Reno 1" } }]);
});

test("changing a user's email requires the administrator's own password", async () => {
  const screen = await edit();
  await screen.type("Email", " person-1@example.org ");
  expect(screen.has("field", OWN)).toBe(false);
  await screen.type("Email", "rita@example.org");
  await screen.type(OWN, "mine");
  await screen.press("Save");
  await closed(screen);
  expect(named("UserEdit")).toEqual([
    { id: 1, input: { email: "rita@example.org", currentPassword: "mine" } },
  ]);
});

test("an edit sends the details, the password and the training first, and the rights last", async () => {
  const screen = await edit();
  await screen.type("Name", "Rita");
  // An empty field leaves the password as it is.
  expect(screen.rulesOf("New password")).not.toHaveProperty("required");
  await screen.type("New password", "another one");
  expect(screen.rulesOf(OWN)).toEqual({
    type: "password",
    required: "",
    autocomplete: "current-password",
  });
  await screen.type(OWN, "mine");
  await screen.check("Administrator: may warn people, and see where they are");
  await screen.check("In training: every alert they publish is an exercise");
  await screen.press("Save");
  await closed(screen);
  expect(changes()).toEqual(["UserEdit", "UserPasswordReset", "UserTraining", "UserRights"]);
  expect(named("UserEdit")).toEqual([{ id: 1, input: { name: "Rita" } }]);
  expect(named("UserPasswordReset")).toEqual([
    {
      id: 1,
      input: { currentPassword: "mine", password1: "another one", password2: "another one" },
    },
  ]);
  expect(named("UserTraining")).toEqual([{ id: 1, isTraining: true }]);
  expect(named("UserRights")).toEqual([{ id: 1, input: { isAdmin: true } }]);
});

test("changes that were stored before the rights were refused are not sent again, and can be changed back", async () => {
  const screen = await edit();
  const [admin, training] = [
    "Administrator: may warn people, and see where they are",
    "In training: every alert they publish is an exercise",
  ];
  await screen.type("Email", "rita@example.org");
  await screen.type(OWN, "mine");
  await screen.check(admin);
  await screen.check(training);
  refused = "UserRights";
  await screen.press("Save");
  await screen.reads("The password that you log in with is wrong.");
  // The email has been stored by now.
  expect(screen.has("field", OWN)).toBe(false);
  await screen.press("Save");
  await screen.until(() => named("UserRights").length === 2);
  expect(changes()).toEqual(["UserEdit", "UserTraining", "UserRights", "UserRights"]);
  refused = undefined;
  await screen.check(training, false);
  await screen.press("Save");
  await closed(screen);
  expect(named("UserTraining")).toEqual([
    { id: 1, isTraining: true },
    { id: 1, isTraining: false },
  ]);
});

test("making a user a tester sends no other rights or details", async () => {
  const screen = await edit();
  await screen.check("Tester: exercises and tests reach them");
  await screen.press("Save");
  await closed(screen);
  expect(named("UserRights")).toEqual([{ id: 1, input: { isTester: true } }]);
  expect(changes()).toEqual(["UserRights"]);
});

test("a refused edit says why, and a cancelled edit changes nothing", async () => {
  const screen = await edit();
  answer = refusal("FORBIDDEN", "It was refused.", "CURRENT_PASSWORD_WRONG");
  await screen.type("Name", "Rita");
  await screen.press("Save");
  await screen.reads("The password that you log in with is wrong.");
  const before = named("Users").length;
  await screen.press("Cancel");
  await closed(screen);
  expect(changes()).toEqual(["UserEdit"]);
  // Some of several requests may have gone through.
  await screen.until(() => named("Users").length > before);
  await screen.press("Edit Person 1");
  const loaded = named("Users").length;
  await screen.type("Name", "Rita");
  await screen.press("Cancel");
  await closed(screen);
  expect(changes()).toEqual(["UserEdit"]);
  expect(named("Users")).toHaveLength(loaded);
});

test("erasing a person requires their name and the administrator's own password", async () => {
  users = [userOf(1, { name: "Zeno Doe " })];
  const screen = await open();
  await screen.press(/^Data of Zeno Doe/);
  await screen.reads("This person chose that only their last position is kept.");
  expect(named("PositionChoice")).toEqual([{ id: 1 }]);
  expect([/^Type Zeno Doe/, OWN].map((label) => screen.rulesOf(label))).toEqual([
    { required: "", autocomplete: "off" },
    { type: "password", required: "", autocomplete: "current-password" },
  ]);
  const erase = /^Erase Zeno Doe/;
  expect(screen.find("button", erase)?.getAttribute("class")).toBe("danger");
  expect(screen.isEnabled("button", erase)).toBe(false);
  await screen.type(/^Type Zeno Doe/, "Zeno Do");
  expect(screen.isEnabled("button", erase)).toBe(false);
  await screen.type(/^Type Zeno Doe/, " Zeno Doe");
  await screen.type(OWN, "mine");
  const { promise, resolve } = Promise.withResolvers<object>();
  answer = promise;
  await screen.press(erase);
  expect(screen.isEnabled("button", erase)).toBe(false);
  resolve(refusal("FORBIDDEN", "It was refused.", "CURRENT_PASSWORD_WRONG"));
  await screen.reads("The password that you log in with is wrong.");
  answer = undefined;
  const before = named("Users").length;
  await screen.press(erase);
  await closed(screen);
  expect(named("UserErase")[1]).toEqual({ id: 1, currentPassword: "mine" });
  await screen.until(() => named("Users").length > before);
  await screen.until(() => notice.value.startsWith("Erased: Zeno Doe"));
});

test.each([
  ["two spaces", "Zeno  Doe"],
  ["a line break", "Zeno\nDoe"],
  ["letters in parts", "Zeno Doe\u0300"],
])("a person whose name has %s can be erased by typing the name as shown", async (_what, name) => {
  users = [userOf(1, { name })];
  const screen = await open();
  await screen.press(/^Data of/);
  await screen.type(/^Type Zeno/, name.normalize("NFC").replace(/\s+/, " "));
  expect(screen.isEnabled("button", /^Erase Zeno/)).toBe(true);
});

test("a person's data can be downloaded", async () => {
  const screen = await open();
  await screen.press("Data of Person 1");
  expect(screen.text).not.toContain("The download begins.");
  await screen.press("Download it");
  await screen.reads("The download begins.");
  expect(screen.announced).toContain("The download begins.");
  expect(downloads).toEqual(["export/1"]);
  expect(named("UserExport")).toEqual([{ id: 1 }]);
  const { promise, resolve } = Promise.withResolvers<object>();
  answer = promise;
  await screen.press("Download it");
  expect(screen.isEnabled("button", "Download it")).toBe(false);
  resolve(refusal("INTERNAL_SERVER_ERROR", "It failed."));
  await screen.reads("It failed.");
  expect(screen.text).not.toContain("The download begins.");
  await screen.press("Close");
  await closed(screen);
  expect(named("UserErase")).toEqual([]);
});

test("Escape closes each dialog, and changes nothing", async () => {
  users = [userOf(1, { hasPassword: false })];
  const screen = await open();
  for (const name of [
    ...["New user", "Import…", "Edit Person 1", "Data of Person 1", "Password link for Person 1"],
  ]) {
    await screen.press(name);
    await screen.until(() => screen.elements("dialog").length === 1);
    screen.escape();
    await closed(screen);
  }
  expect(changes()).toEqual([]);
});

test("the dialog about a person's data says whether a history of positions is kept", async () => {
  lastPositionOnly = false;
  const screen = await open();
  await screen.press("Data of Person 1");
  await screen.reads("A history of their positions is kept");
  expect(screen.text).not.toContain("only their last position");
  await screen.press("Close");
  lastPositionOnly = undefined;
  await screen.press("Data of Person 1");
  await screen.reads("It is not known.");
  expect(screen.text).not.toContain("A history of their positions is kept");
});

test("users are asked for again when the connection is back, until the screen is left", async () => {
  await open();
  const comeBack = () => {
    isLive.value = false;
    isLive.value = true;
  };
  const before = named("Users").length;
  comeBack();
  await show(null).until(() => named("Users").length > before);
  await closeScreens();
  const asked = named("Users").length;
  comeBack();
  // Gives requests time to be sent.
  await closeScreens();
  expect(named("Users")).toHaveLength(asked);
});

test("users that could not be loaded are loaded by a button", async () => {
  isFailing = true;
  const screen = show(h(UsersScreen, {}));
  await screen.reads("It failed.");
  isFailing = false;
  await screen.press("Try again");
  await screen.until(() => !screen.has("button", "Try again"));
  await screen.reads("Person 1");
});

const FILE = "name,email,tester\nGino,gino@example.org,yes\nPia,pia@example.org,no";

/** The rows of the file of links. */
function linksIn(screen: Screen, name: string): string[][] {
  const file = screen.find("link", name)?.getAttribute("href") ?? "";
  const csv = decodeURIComponent(file.replace(/^[^,]+,/, ""));
  return parseCsv(csv).map(({ cells }) => cells);
}

test("people are imported after a check, and password links are made for them", async () => {
  const screen = await open();
  await screen.press("Import…");
  expect(screen.isEnabled("button", "Check")).toBe(false);
  await screen.type("People", FILE);
  late = Promise.withResolvers();
  await screen.press("Check");
  expect(screen.isEnabled("button", "Check")).toBe(false);
  late.resolve();
  await screen.reads("2 people can be imported. Nothing is wrong.");
  expect(screen.announced).toContain("2 people can be imported. Nothing is wrong.");
  expect(named("UsersImport").map(({ dryRun }) => dryRun)).toEqual([true]);
  // A changed text has to be checked again.
  await screen.type("People", `${FILE}\nUgo,ugo@example.org,no`);
  expect(screen.has("button", "Check")).toBe(true);
  await screen.type("People", FILE);
  const before = named("Users").length;
  await screen.press("Import 2 people");
  await screen.reads("2 people are imported.");
  await screen.until(() => named("Users").length > before);
  expect(named("UsersImport").map(({ dryRun }) => dryRun)).toEqual([true, false]);
  expect(screen.announced).toContain("2 people are imported.");
  await screen.press("Make the links");
  await screen.until(() => screen.has("field", "Link of Gino"));
  expect(named("NewPasswordLinks")).toEqual([{ userIds: [21, 22] }]);
  expect(screen.valueOf("Link of Pia")).toBe("http://localhost/join#password/token-22");
  // The focus selects the link, so that it can be copied.
  screen.focus("Link of Pia");
  const link = screen.find("field", "Link of Pia");
  expect([link?.selectionStart, link?.selectionEnd]).toEqual([0, link?.value.length]);
  const download = screen.find("link", "Download 2 links as CSV");
  expect(download?.getAttribute("download")).toBe("password-links.csv");
  // A # in the address would cut the file off.
  expect(download?.getAttribute("href")).toMatch(/^data:text\/csv;charset=utf-8,[^#]+$/);
  expect(link?.hasAttribute("readonly")).toBe(true);
  await screen.reads(`It works once, until ${moment(NOW + 86_400)}.`);
  expect(linksIn(screen, "Download 2 links as CSV")).toEqual([
    ["name", "email", "link"],
    ["Pia", "pia@example.org", "http://localhost/join#password/token-22"],
    ["Gino", "gino@example.org", "http://localhost/join#password/token-21"],
  ]);
  await screen.press("Close");
  await closed(screen);
});

test("the import of a single person is checked too", async () => {
  wrong = [0];
  const screen = await open();
  await screen.press("Import…");
  await screen.type("People", "name,email\nGino,gino@example.org");
  await screen.press("Check");
  await screen.reads("One line needs a correction. Nobody was imported.");
  expect(named("UsersImport").map(({ dryRun }) => dryRun)).toEqual([true]);
});

test("a column that nobody knows is named before people are imported without it", async () => {
  const screen = await open();
  await screen.press("Import…");
  await screen.type("People", "name,surname,email\nGino,Bianchi,gino@example.org");
  await screen.press("Check");
  await screen.reads("1 person can be imported without “surname”: there is no such field.");
  expect(screen.text).not.toContain("Nothing is wrong.");
  await screen.press("Import 1 person without “surname”");
  expect(named("UsersImport").map(({ dryRun }) => dryRun)).toEqual([true, false]);
});

test("a text that was corrected during its check has to be checked again", async () => {
  const screen = await open();
  await screen.press("Import…");
  await screen.type("People", FILE);
  late = Promise.withResolvers();
  await screen.press("Check");
  await screen.type("People", `${FILE}\nUgo,ugo@example.org,no`);
  late.resolve();
  await screen.until(() => screen.isEnabled("button", "Check"));
  expect(screen.text).not.toContain("can be imported");
  await screen.press("Check");
  await screen.press("Import 3 people");
  await screen.reads("3 people are imported.");
});

test("a file with mistakes imports nobody, and the mistakes are listed by line", async () => {
  wrong = [0];
  const screen = await open();
  await screen.press("Import…");
  const accepted = screen.find("field", "CSV file")?.getAttribute("accept");
  expect(accepted).toBe(".csv,.txt,text/csv");
  await screen.upload("CSV file", new File([`${FILE}\nUgo,ugo@example.org,maybe`], "people.csv"));
  await screen.until(() => screen.valueOf("People") !== "");
  await screen.press("Check");
  await screen.reads("2 lines need a correction. Nobody was imported.");
  expect(screen.announced).toContainEqual(expect.stringContaining("2 lines need a correction."));
  expect(screen.text).toMatch(/Line 2: .+\nLine 4: Write yes or no in the column tester\./);
  expect(screen.has("button", "Import 3 people")).toBe(false);
  wrong = [];
  await screen.type("People", FILE);
  // The faults were those of another text.
  expect(screen.text).not.toContain("need a correction");
  await screen.press("Check");
  await screen.reads("2 people can be imported.");
  wrong = [1];
  await screen.press("Import 2 people");
  await screen.reads("One line needs a correction. Nobody was imported.");
  answer = refusal("INTERNAL_SERVER_ERROR", "It failed.");
  await screen.press("Check");
  await screen.reads("It failed.");
  const before = named("Users").length;
  await screen.press("Cancel");
  await closed(screen);
  await screen.until(() => named("Users").length > before);
});

test("people who are users already are skipped by name, and the others are imported", async () => {
  const screen = await open();
  [wrong, reason] = [[0], "USERS_EMAIL_KEY"];
  await screen.press("Import…");
  await screen.type("People", FILE);
  await screen.press("Check");
  await screen.reads("One person is a user already, by their email, and is skipped:\nLine 2: ");
  await screen.reads("1 person can be imported. Nothing is wrong.");
  // Another administrator adds the second one.
  await screen.press("Import 1 person");
  await screen.reads("2 people are users already, by their emails, and are skipped:");
  expect(screen.isEnabled("button", "Import 0 people")).toBe(false);
  await screen.type("People", `${FILE}\nUgo,ugo@example.org`);
  wrong = [0, 2];
  await screen.press("Check");
  await screen.reads("1 person can be imported. Nothing is wrong.");
  wrong = [];
  await screen.press("Import 1 person");
  await screen.reads("1 person is imported.");
  expect(named("UsersImport").at(-1)?.users).toHaveLength(1);
  // A line with another fault stops all of them.
  await screen.press("Not now");
  await screen.press("Import…");
  await screen.type("People", `${FILE}\nUgo,ugo@example.org,maybe`);
  wrong = [0];
  await screen.press("Check");
  await screen.reads("2 lines need a correction. Nobody was imported.");
});

test("an unreadable file shows an error and can be chosen again, also in a Windows encoding", async () => {
  const screen = await open();
  await screen.press("Import…");
  const gone = new File([FILE], "people.csv");
  gone.arrayBuffer = async () => {
    throw new DOMException("It has changed.", "NotReadableError");
  };
  await screen.upload("CSV file", gone);
  await screen.reads("The file cannot be read. Choose it again, or paste its text.");
  const written = Buffer.from("name,email\nNiccolò,n@example.org", "latin1");
  await screen.upload("CSV file", new File([written], "people.csv"));
  await screen.until(() => screen.valueOf("People").includes("Niccolò"));
  expect(screen.text).not.toContain("cannot be read");
  expect(screen.valueOf("CSV file")).toBe("");
});

test("fifty mistakes are listed, and the others are counted", async () => {
  const screen = await open();
  await screen.press("Import…");
  const lines = Array.from({ length: 52 }, (_, at) => `P${at},p${at}@example.org,maybe`);
  await screen.type("People", ["name,email,tester", ...lines].join("\n"));
  await screen.press("Check");
  await screen.reads("And 2 more.");
  expect(screen.text).toContain("Line 51:");
  expect(screen.text).not.toContain("Line 52:");
  await screen.type("People", ["name,email,tester", ...lines.slice(0, 50)].join("\n"));
  await screen.press("Check");
  await screen.reads("50 lines need a correction.");
  expect(screen.text).not.toContain("more.");
});

test("a password link can be made for a user without a password", async () => {
  users = [userOf(1, { hasPassword: false }), userOf(2)];
  const screen = await open();
  expect(screen.has("button", "Password link for Person 2")).toBe(false);
  await screen.press("Password link for Person 1");
  await screen.reads("Make a link for Person 1?");
  await screen.press("Not now");
  await closed(screen);
  await screen.press("Password link for Person 1");
  const { promise, resolve } = Promise.withResolvers<object>();
  answer = promise;
  await screen.press("Make the link");
  expect(screen.isEnabled("button", "Make the link")).toBe(false);
  resolve(refusal("INTERNAL_SERVER_ERROR", "It failed."));
  await screen.reads("It failed.");
  answer = undefined;
  await screen.press("Make the link");
  await screen.reads("It works once, until");
  expect(named("NewPasswordLinks")[1]).toEqual({ userIds: [1] });
  expect(screen.has("link", "Download the link as CSV")).toBe(true);
  const before = named("Users").length;
  await screen.press("Close");
  await screen.until(() => named("Users").length > before);
});

test("password links can be made for all users without a password, and ten of them are shown", async () => {
  users = [
    ...Array.from({ length: 11 }, (_, id) => userOf(id, { hasPassword: false })),
    userOf(30),
  ];
  const screen = await open();
  expect(screen.has("button", "Links for these 11 people…")).toBe(false);
  await screen.choose("Show", "No password yet");
  await screen.press("Links for these 11 people…");
  await screen.reads("Make a link for 11 people?");
  await screen.press("Make the links");
  await screen.until(() => screen.has("link", "Download 11 links as CSV"));
  expect(screen.names("field").filter((name) => name.startsWith("Link of"))).toHaveLength(10);
  expect(linksIn(screen, "Download 11 links as CSV")).toHaveLength(12);
  expect(screen.has("button", "Make the links")).toBe(false);
  users = [userOf(1, { hasPassword: false }), userOf(2, { hasPassword: false })];
  await screen.press("Close");
  await closed(screen);
  await screen.press("Links for these 2 people…");
  users = [userOf(1, { hasPassword: false })];
  await screen.press("Not now");
  await screen.reads("1 user");
  expect(screen.has("button", /^Links for these/)).toBe(false);
  await screen.choose("Show", "Everyone");
});
