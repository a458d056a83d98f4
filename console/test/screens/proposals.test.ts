import "../helpers/document.ts";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { h } from "preact";
import { alertOf, reachOf } from "../helpers/alerts.ts";
import { fakeService, named, refusal } from "../helpers/fake-service.ts";
import { closeScreens, go, show } from "../helpers/screen.ts";

const { ProposalsScreen } = await import("../../src/screens/proposals.tsx");
const { session } = await import("../../src/state/session.ts");
const { toDecide, waiting } = await import("../../src/state/waiting.ts");

const held = (id: number, changes: object = {}) => ({
  ...{ id, state: "PROPOSED", secondsLeft: 0, alertId: null, reason: null, refusal: null },
  ...{ title: `Flood ${id}`, userId: 2, authorityId: 1, createdAt: 1_700_000_000 },
  ...{ publishAt: null, breakGlass: null },
  ...changes,
});
let all: object[];
let answer: object | undefined;
/** The alert that the proposal changes. */
let alertId: number | null;

beforeEach(() => {
  const rights = [{ id: 1, name: "Everywhere", role: "APPROVER" as const }];
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org", rights };
  waiting.set([]);
  all = [held(1)];
  answer = undefined;
  alertId = null;
  fakeService({
    HeldPublications: () => ({ heldPublications: all }),
    Proposal: ({ id }) => ({
      heldPublication: {
        ...held(Number(id), { alertId }),
        digest: "abc",
        draft: {
          ...alertOf({ status: "TEST" }),
          language: "en",
          texts: [
            {
              language: "it",
              title: "Fiume",
              text1: "Salite.",
              text2: "Lontani.",
              text3: "Strade chiuse.",
              allClear: null,
              isOld: true,
            },
          ],
          ...(alertId && { title: "Other" }),
        },
        reach: reachOf(),
      },
    }),
    Alert: () => ({
      alerts: [
        alertOf({ id: 4, history: [alertOf({ title: "River" }), alertOf({ title: "Other" })] }),
      ],
    }),
    PublicationApprove: () => answer ?? { publicationApprove: held(1, { state: "APPROVED" }) },
    PublicationReject: () => answer ?? { publicationReject: held(1, { state: "RETURNED" }) },
    PublicationTakeBack: () => ({ publicationTakeBack: held(1, { state: "TAKEN_BACK" }) }),
    PublishStep: () => ({ publishStep: { confirmAbove: 100 } }),
    Channels: () => ({ pushProviders: [], mailServer: null }),
    UserNames: () => ({ user0: { nodes: [{ name: "Bo" }] } }),
  });
});
afterEach(closeScreens);

test("each waiting publication says for what, and whoever may decides on those of others", async () => {
  all = [
    held(1),
    held(2, { userId: 1 }),
    held(3, { state: "HELD", userId: 1, publishAt: 1_800_000_000, breakGlass: "Fire" }),
    held(4, { state: "RETURNED", reason: "Too wide", userId: 1 }),
    held(5, { authorityId: 7 }),
  ];
  const screen = show(h(ProposalsScreen, { id: undefined }));
  await screen.reads("Flood 1\nWaits for approval\nBo");
  await screen.reads("Flood 2\nWaits for approval\nYour own");
  await screen.reads(
    /Flood 3\nWaits for its time · goes out .* · without approval: Fire\nYour own/,
  );
  await screen.reads("Flood 4\nReturned for changes: Too wide\nYour own");
  expect(screen.names("button")).toEqual([
    "Decide on “Flood 1”",
    "Take back “Flood 2”",
    "Take back “Flood 3”",
  ]);
  expect(toDecide.value.map(({ id }) => id)).toEqual([1]);
  await screen.press("Take back “Flood 2”");
  await screen.until(() => named("PublicationTakeBack").length === 1);
  expect(named("PublicationTakeBack")).toEqual([{ id: 2 }]);
});

test("an approver sees what would be published now, and approves what they saw", async () => {
  await go("#/proposals/1");
  const screen = show(h(ProposalsScreen, { id: 1 }));
  await screen.reads("Proposed by Bo");
  await screen.reads("6 in the zones");
  await screen.reads("3 people");
  await screen.reads(/Italian – older than the alert.*Fiume.*Salite\..*Strade chiuse\./s);
  expect(screen.text).not.toContain("Changed");
  answer = refusal("CONFLICT", "It has changed.");
  await screen.press("Approve");
  await screen.reads("It has changed.");
  answer = undefined;
  await screen.press("Approve");
  await screen.until(() => location.hash === "#/proposals");
  expect(named("PublicationApprove")).toEqual([
    { id: 1, digest: "abc" },
    { id: 1, digest: "abc" },
  ]);
});

test("an approver returns or rejects it with a reason", async () => {
  for (const [button, forChanges] of [
    ["Return it", true],
    ["Reject it", false],
  ] as const) {
    await go("#/proposals/1");
    const screen = show(h(ProposalsScreen, { id: 1 }));
    await screen.press("Reject or return it…");
    await screen.type("What is wrong with it", "Too wide.");
    if (!forChanges) await screen.check("Its author may change it and propose it again", false);
    await screen.press(button);
    await screen.until(() => location.hash === "#/proposals");
    expect(named("PublicationReject").at(-1)).toEqual({ id: 1, reason: "Too wide.", forChanges });
    screen.close();
  }
});

test("a proposed update says what it changes of the alert as it stands", async () => {
  alertId = 4;
  await go("#/proposals/1");
  const screen = show(h(ProposalsScreen, { id: 1 }));
  await screen.reads("Changed the title: “Other”");
});
