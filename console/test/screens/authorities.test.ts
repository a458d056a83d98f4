import "../../src/words/console-refusals.ts";
import "../helpers/document.ts";
import "../helpers/without-map.ts";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { h } from "preact";
import { fakeService, named, refusal } from "../helpers/fake-service.ts";
import { closeScreens, go, show } from "../helpers/screen.ts";
import { square } from "../helpers/square.ts";

const { AuthoritiesScreen } = await import("../../src/screens/authorities.tsx");
const { UsersScreen } = await import("../../src/screens/users.tsx");
const { session } = await import("../../src/state/session.ts");

const AREA = { type: "Polygon", coordinates: [square(11, 44, 0.01)] };
const vera = { userId: 7, role: "VIEWER", user: { name: "Vera", email: "vera@example.org" } };
const RULE = { approval: "OFF", approvalAbove: 0, approvesExercises: false };
let saved: object;
const source = (changes: object = {}) => ({
  ...{ id: 8, name: "Ferrara", url: "https://f.example/alerts.atom", intervalS: 30 },
  ...{ publicKey: null, isPaused: false, authorityId: 2, failures: 0, problem: null, outside: 0 },
  ...{ askedAt: 1, answeredAt: null, receivedAt: null, refused: null, refusedAt: null },
  ...changes,
});
let sources: object[] = [];
const webhook = (changes: object = {}) => ({
  ...{ id: 3, url: "https://s.example/hook", events: ["ALERT_PUBLISHED", "ALERT_ENDED"] },
  ...{ drills: false, isPaused: false, authorityId: 2, sentAt: null, secretAt: 1 },
  ...{ failures: 0, problem: null, ...changes },
});
let webhooks: object[] = [];

beforeEach(async () => {
  session.value = {
    ...{ token: "a.b.c", userId: 1, email: "ada@example.org" },
    rights: [
      { id: 2, name: "Bologna", role: "MANAGER" },
      { id: 4, name: "Harbour", role: "MANAGER" },
    ],
  };
  saved = { authorityAdd: { id: 5 } };
  await go("#/authorities");
  fakeService({
    Authorities: () => ({
      authorities: [
        { ...RULE, id: 2, name: "Bologna", parentId: 1, memberships: [vera] },
        { ...RULE, id: 1, name: "Everywhere", parentId: null, memberships: [] },
        { ...RULE, id: 4, name: "Harbour", parentId: 2, memberships: [] },
      ],
    }),
    AuthorityArea: () => ({ authorities: [{ areaGeoJson: AREA }] }),
    AuthorityAdd: () => saved,
    AuthorityEdit: () => ({ authorityEdit: { id: 4 } }),
    MembershipSet: () => ({ membershipSet: { id: 7 } }),
    MembershipRemove: () => ({ membershipRemove: { id: 7 } }),
    Users: () => ({
      usersOverview: [7, 8].map((id) => ({ id, name: ["Vera", "Bea"][id - 7], providers: [] })),
    }),
    AlertTemplates: () => ({ alertTemplates: [] }),
    SavedAreas: () => ({ savedAreas: [] }),
    CapSources: () => ({ capSources: sources }),
    CapSourceAdd: () => ({ capSourceAdd: { id: 9 } }),
    CapSourceEdit: () => ({ capSourceEdit: { id: 8 } }),
    CapSourceRemove: () => ({ capSourceRemove: { id: 8 } }),
    Webhooks: () => ({ webhooks }),
    WebhookTest: () => ({ webhookTest: { sentAt: null, failures: 0 } }),
    Training: () => ({ me: { isTraining: false } }),
    SecondFactorRules: () => ({
      secondFactorRules: [{ role: "MANAGER", rule: "OFFERED", demandedFrom: null }],
    }),
    SecondFactorRuleSet: () => ({ secondFactorRuleSet: { role: "MANAGER" } }),
  });
});
afterEach(closeScreens);

const open = async () => {
  const screen = show(h(AuthoritiesScreen, {}));
  await screen.reads("Harbour");
  return screen;
};

test("authorities are a tree, and a manager changes those that are theirs", async () => {
  const screen = await open();
  const rows = screen.elements("li").map((row) => screen.textOf(row));
  expect(rows).toEqual([
    "Everywhere",
    "Bologna 1 member Members… Approval…",
    "Harbour 0 members Members… Approval… Edit",
  ]);
});

test("a manager adds an authority with an area of a file below another, and renames one", async () => {
  const screen = await open();
  await screen.press("New authority");
  await screen.reads("Without one, it warns everywhere.");
  await screen.type("Name", " Station ");
  expect(screen.optionsOf("Below")).toEqual(["Bologna", "Harbour"]);
  await screen.choose("Below", "Harbour");
  await screen.upload("File with areas", new File([JSON.stringify(AREA)], "station.geojson"));
  await screen.reads(/It warns in the area on the map: .+ (km|m)²/);
  saved = refusal("CONFLICT", "", "AUTHORITY_OUTSIDE");
  await screen.press("Save");
  await screen.reads("An authority lies within the one above");
  saved = { authorityAdd: { id: 5 } };
  await screen.press("Save");
  await screen.until(() => screen.has("button", "Edit Harbour"));
  expect(named("AuthorityAdd")[1]).toEqual({
    input: { name: "Station", parentId: 4, area: AREA },
  });
  await screen.press("Edit Harbour");
  await screen.until(() => screen.has("field", "Name"));
  await screen.type("Name", "Port");
  await screen.press("Save");
  await screen.until(() => named("AuthorityEdit").length === 1);
  expect(named("AuthorityEdit")).toEqual([{ id: 4, input: { name: "Port", area: AREA } }]);
});

test("a manager sets and ends the roles of members, and adds users", async () => {
  const screen = await open();
  await screen.press("Members of Bologna");
  await screen.choose("Role of Vera", "Approver");
  await screen.choose("Role of Vera", "No role any more");
  await screen.type(/^Add someone/, "e");
  await screen.press("Add Bea");
  // Who is a member is not offered again.
  expect(screen.has("button", "Add Vera")).toBe(false);
  await screen.until(() => named("MembershipSet").length === 2);
  const [authorityId, userId] = [2, 7];
  expect([named("MembershipSet"), named("MembershipRemove")]).toEqual([
    [
      { authorityId, userId, role: "APPROVER" },
      { authorityId, userId: 8, role: "VIEWER" },
    ],
    [{ authorityId, userId }],
  ]);
});

test("the list of users has their roles", async () => {
  await go("#/users");
  const screen = show(h(UsersScreen, {}));
  await screen.reads("Viewer: Bologna");
});

test("a manager says what a second person has to approve", async () => {
  const screen = await open();
  await screen.press("Approval in Bologna");
  await screen.choose("What a second person approves", "what reaches many people");
  await screen.type("Above how many people", "500");
  await screen.check("Exercises and tests too");
  await screen.press("Save");
  await screen.until(() => named("AuthorityEdit").length === 1);
  expect(named("AuthorityEdit")).toEqual([
    { id: 2, input: { approval: "MANY", approvalAbove: 500, approvesExercises: true } },
  ]);
});

test.each<[object, RegExp]>([
  [{}, /It is asked for the first time\./],
  [{ isPaused: true, problem: "STATUS: 503" }, /Paused/],
  [{ problem: "STATUS: 503" }, /It answers with an error \(503\)\. Its last answer: never\./],
  [
    { answeredAt: Date.now() / 1000, receivedAt: 1, outside: 2 },
    /Its last answer: \d+ s ago\.\s+https.*\s+Its last warning: .*\s+2 warnings outside of the area/,
  ],
  [
    { refused: "SIGNATURE: it does not match", refusedAt: 1 },
    /Refused .*: Its signature is wrong \(it does not match\)\./,
  ],
])("a source is shown as it is: %j", async (changes, words) => {
  sources = [source(changes)];
  await (await open()).reads(words);
});

test("a manager adds, changes and removes sources of warnings of others", async () => {
  sources = [source()];
  const screen = await open();
  await screen.press("New source");
  await screen.type("Name", "Modena");
  await screen.type("Address of its CAP feed", "https://m.example/alerts.atom");
  await screen.choose("For", "Harbour");
  await screen.choose("Asked every", "1 h");
  await screen.press("Save");
  await screen.until(() => named("CapSourceAdd").length === 1);
  const same = { publicKey: "", isPaused: false };
  expect(named("CapSourceAdd")).toEqual([
    {
      input: {
        ...same,
        name: "Modena",
        url: "https://m.example/alerts.atom",
        intervalS: 3600,
        authorityId: 4,
      },
    },
  ]);
  await screen.press("Edit Ferrara");
  await screen.check("Paused");
  await screen.press("Save");
  await screen.until(() => named("CapSourceEdit").length === 1);
  const { name, url, intervalS } = source();
  expect(named("CapSourceEdit")).toEqual([
    { id: 8, input: { publicKey: "", isPaused: true, name, url, intervalS } },
  ]);
  await screen.press("Remove Ferrara");
  await screen.press("Remove it");
  await screen.until(() => named("CapSourceRemove").length === 1);
});

test.each<[object, RegExp]>([
  [{ secretAt: null }, /It has no secret yet, and is told nothing\./],
  [{ isPaused: true, problem: "STATUS: 410" }, /Paused\. It answers with an error \(410\)\. Its/],
  [
    { problem: "STATUS: 503", drills: true },
    /Its last.*sent again for four days\.\s+It is told of new alerts and the end of alerts · Exerc/,
  ],
])("a webhook is shown as it is: %j", async (changes, words) => {
  webhooks = [webhook(changes)];
  await (await open()).reads(words);
});

test("a test of a webhook says why it failed", async () => {
  webhooks = [webhook()];
  const screen = await open();
  await screen.reads("Send a test");
  webhooks = [webhook({ failures: 1, problem: "TIMEOUT: 15 s" })];
  await screen.press("Send a test to https://s.example/hook");
  await screen.reads("https://s.example/hook: It does not answer in time (15 s).");
});

test("a manager of the service sets which roles have a second factor", async () => {
  const rights = [{ id: 1, name: "Everywhere", role: "MANAGER" as const }];
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org", rights };
  const screen = show(h(AuthoritiesScreen, {}));
  await screen.choose("Manager", "Everyone");
  await screen.until(() => named("SecondFactorRuleSet").length > 0);
  expect(named("SecondFactorRuleSet")).toEqual([{ role: "MANAGER", rule: "DEMANDED" }]);
});
