import "../helpers/document.ts";
import "../helpers/without-map.ts";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { h } from "preact";
import { alertOf } from "../helpers/alerts.ts";
import { fakeDrafts } from "../helpers/fake-drafts.ts";
import { fakeService } from "../helpers/fake-service.ts";
import { closeScreens, go, show } from "../helpers/screen.ts";
import "../helpers/live.ts";

const { App } = await import("../../src/app.tsx");
const { ROLES } = await import("../../src/state/rights.ts");
const { session } = await import("../../src/state/session.ts");
const { reopenDraft, removeDraft } = await import("../../src/state/draft.ts");

type Role = (typeof ROLES)[number];
let role: Role;
let asked: ReturnType<typeof fakeService>;

/** What the service refuses to roles below. */
const LEAST = {
  AUTHOR: [
    "SavedAreas",
    "SavedArea",
    "AlertTemplates",
    "SharedDrafts",
    "HeldPublicationNow",
    "HeldPublications",
  ],
  APPROVER: ["PublicationApprove"],
  MANAGER: ["Users", "AuditEntries", "Invitations", "Authorities"],
};

beforeEach(() => {
  asked = fakeService({
    ...fakeDrafts().answers,
    "config.json": () => ({ map: null, alertDefaults: null, hasMail: true }),
    Training: () => ({
      me: {
        ...{ name: "Ada", email: "ada@example.org", isTraining: false },
        memberships: [{ authorityId: 2, role }],
      },
      authorities: [
        { id: 1, name: "Everywhere", parentId: null },
        { id: 2, name: "Bologna", parentId: 1 },
        { id: 3, name: "Modena", parentId: 1 },
        { id: 4, name: "Bologna harbour", parentId: 2 },
      ],
    }),
    Alert: ({ id }) => ({
      alerts: [alertOf({ id, user: { id: 2, name: "X" }, authority: { id: Number(id) } })],
    }),
    AlertTimeline: () => ({ alerts: [{ timeline: [] }] }),
    AlertsSearch: () => ({ alertsSearch: { total: 0, alerts: [] } }),
    AlertTemplates: () => ({
      alertTemplates: [2, 3].map((authorityId) => ({
        ...{ id: authorityId, name: `T${authorityId}`, text1: "Go.", status: "TEST", authorityId },
      })),
    }),
    AuthorityArea: () => ({ authorities: [{ areaGeoJson: null }] }),
    SavedAreas: () => ({ savedAreas: [] }),
    HeldPublications: () => ({ heldPublications: [] }),
    Channels: () => ({ pushProviders: [], mailServer: { state: "OFF" } }),
  });
});
afterEach(closeScreens);

const SCREENS = ["Situation", "Alerts", "Statistics"];
const WRITES = ["New alert", "Templates", "Waiting"];
const MANAGES = ["Users", "Invitations", "Authorities", "Audit log"];
/** The buttons that propose, publish and save, by the address. The authority 4 is below. */
const PROPOSES = { "#/alerts/2": ["Update…"], "#/alerts/4": ["Update…"], "#/new": ["Check"] };
const APPROVES = {
  ...PROPOSES,
  "#/alerts/2": ["Update…", "End it…"],
  "#/alerts/4": ["Update…", "End it…"],
  "#/templates": ["Edit T2", "New template"],
};

test.each<[Role, string[], controls: Record<string, string[]>]>([
  ["VIEWER", SCREENS, {}],
  ["AUTHOR", [...SCREENS, ...WRITES], PROPOSES],
  ["APPROVER", [...SCREENS, ...WRITES], APPROVES],
  ["MANAGER", [...SCREENS, ...WRITES, ...MANAGES], APPROVES],
])(
  "a %s sees the screens and buttons of the role only, and asks for nothing else",
  async (...[as, screens, controls]) => {
    role = as;
    const rights = [{ id: 2, name: "Bologna", role }];
    session.value = { token: "a.b.c", userId: 1, email: "ada@example.org", rights };
    const ALL = /^(Update…|End it…|Edit T\d|New template|Check)$/;
    for (const [address, title] of [
      ["#/", "Situation"],
      ["#/alerts", "Alerts"],
      ["#/alerts/2", "Alert id 2: Flood"],
      ["#/alerts/3", "Alert id 3: Flood"],
      ["#/alerts/4", "Alert id 4: Flood"],
      ["#/statistics", "Statistics"],
      ["#/me", "Me"],
      ["#/new", "New alert"],
      ["#/proposals", "Waiting"],
      ["#/templates", "Templates"],
      ["#/users", "Users"],
      ["#/invitations", "Invitations"],
      ["#/authorities", "Authorities"],
      ["#/audit-log", "Audit log"],
    ] as const) {
      await go(address);
      const screen = show(h(App, {}));
      const isFor = screens.includes(title) || /^Alert id|Me/.test(title);
      await screen.until(() => document.title.startsWith(isFor ? title : "Situation"));
      await screen.until(() => session.value?.rights?.length === 2);
      const links = screen.names("link").filter((name) => [...screens, ...MANAGES].includes(name));
      expect(new Set(links)).toEqual(new Set(screens));
      const expected = controls[address] ?? [];
      const shown = () =>
        [...screen.names("button"), ...screen.names("link")].filter((name) => ALL.test(name));
      await screen.until(() => shown().length === expected.length, `${address} ${expected}`);
      expect(shown().sort()).toEqual(expected.toSorted());
      screen.close();
    }
    const refused = ROLES.slice(ROLES.indexOf(as) + 1).flatMap((above) =>
      above === "VIEWER" ? [] : LEAST[above],
    );
    expect(asked.filter(({ name }) => refused.includes(name))).toEqual([]);
    if (await reopenDraft()) await removeDraft();
  },
);
