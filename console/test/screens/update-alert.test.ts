import "../../src/words/console-refusals.ts";
import "../helpers/document.ts";
import "../helpers/without-map.ts";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { h } from "preact";
import { alertOf, heldOf, reachOf } from "../helpers/alerts.ts";
import { fakeDrafts } from "../helpers/fake-drafts.ts";
import { fakeService, refusal } from "../helpers/fake-service.ts";
import { closeScreens, go, type Screen, show } from "../helpers/screen.ts";
import { square } from "../helpers/square.ts";

const { UpdateAlertScreen } = await import("../../src/screens/update-alert.tsx");
const { session } = await import("../../src/state/session.ts");
const { beginDraft, canUndo, draft, editDraft, openDraft, previewShapes, setShapes } = await import(
  "../../src/state/draft.ts"
);
const { contentOf } = await import("../../src/state/draft-content.ts");
const { isDrawing } = await import("../../src/map/drawing.ts");
const { presentReach } = await import("../../src/state/reach.ts");
const { lastingZones } = await import("../../src/map/lasting-layers.ts");

let alert: object | undefined;
let template: object | undefined;
let reach: object | undefined;
let held: object;
/** What became of the draft's publication. */
let found: object | null;
let drafts: ReturnType<typeof fakeDrafts>;
let asked: ReturnType<typeof fakeService>;

/** Logs in. A draft that was open is closed. */
function login(): void {
  session.value = null;
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
}

beforeEach(async () => {
  login();
  await go("#/alerts/7/update");
  for (const name of Object.keys(localStorage)) localStorage.removeItem(name);
  alert = alertOf({ templateId: 4, status: "EXERCISE" });
  template = undefined;
  reach = reachOf({ againOne: 3, againTwo: 1, alreadyTold: 9 });
  held = heldOf({ state: "PUBLISHED", alertId: 7 });
  found = null;
  drafts = fakeDrafts();
  asked = fakeService({
    ...drafts.answers,
    HeldPublicationNow: () => ({ heldPublication: found }),
    "config.json": () => ({ map: null, hasMail: false, alertDefaults: null }),
    Alert: async () => {
      const found = await alert;
      return { alerts: found ? [found] : [] };
    },
    Alerts: () => ({ alerts: [alertOf(), alertOf({ id: 9 })] }),
    AlertUpdateReach: () => reach && { alertUpdateReach: reach },
    AlertTemplates: () => ({ alertTemplates: template ? [{ texts: [], ...template }] : [] }),
    PublishStep: () => ({ publishStep: { takeBackSeconds: 0, confirmAbove: 1000 } }),
    Channels: () => ({
      pushProviders: [{ provider: "expo", state: "ON", reason: null, since: null }],
    }),
    PublicationHold: async () => {
      const publicationHold = await held;
      return "errors" in publicationHold ? publicationHold : { publicationHold };
    },
  });
});
afterEach(closeScreens);

const ONE = "ONE for those inside the area";
const CHECK = "Check…";
const open = async () => {
  const screen = show(h(UpdateAlertScreen, { id: 7 }));
  await screen.reads("Update alert id 7");
  return screen;
};
const sent = () =>
  asked.filter(({ name }) => name === "PublicationHold").map(({ variables }) => variables.input);
const publish = async (screen: Screen) => {
  await screen.press(CHECK);
  await screen.press("Publish the update");
};

test("an update begins with what the alert has, and needs a change", async () => {
  const screen = await open();
  expect(draft.value).toMatchObject({
    alertId: 7,
    texts: ["Go up.", "Stay away.", "Roads are closed."],
    title: "Flood",
    status: "EXERCISE",
    language: "it",
    templateId: 4,
    level2Distance: 500,
    level3Distance: 1500,
    hours: 0,
    base: { version: 1 },
  });
  await screen.reads("Change something first.");
  expect(screen.isEnabled("button", CHECK)).toBe(false);
  expect(screen.valueOf("Ends")).toBe("0");
  await screen.until(() => lastingZones.value.length > 0);
  expect(lastingZones.value.map(({ properties }) => properties.alertId)).toEqual([9, 9, 9]);
});

test("an area across the 180th meridian counts as one area, and as unchanged", async () => {
  const coordinates = [[square(179, 0, 1)], [square(-180, 0, 1)]];
  alert = alertOf({ areaGeoJson: { type: "MultiPolygon", coordinates } });
  const screen = await open();
  await screen.reads("One area is drawn.");
  await screen.reads("Change something first.");
});

test("an update sends only what has changed", async () => {
  const screen = await open();
  await screen.choose("Ends", "6 hours from now");
  const name = `location-alerts.draft.${draft.value.key}`;
  expect(localStorage.getItem(name)).not.toBeNull();
  await publish(screen);
  await screen.until(() => location.hash === "#/alerts/7");
  const expiresAt = expect.any(Number);
  expect(sent()).toEqual([
    {
      alertId: 7,
      changes: { expiresAt, renotify: false, expectedVersion: 1, draftId: 5 },
      key: expect.any(String),
    },
  ]);
  const { changes } = sent()[0] as { changes: { expiresAt: number } };
  expect(Math.abs(changes.expiresAt - Date.now() / 1000 - 6 * 3600)).toBeLessThan(600);
  expect(localStorage.getItem(name)).toBeNull();
});

test("an update waits for a shape that is being drawn, and sends the shapes that the map shows", async () => {
  const screen = await open();
  await screen.check("Tell those again who were told before");
  await screen.until(() => screen.isEnabled("button", CHECK));
  isDrawing.value = true;
  await screen.reads("Finish the shape on the map first, or choose Edit to leave it out.");
  expect(screen.isEnabled("button", CHECK)).toBe(false);
  isDrawing.value = false;
  // The map shows the dragged shape, although the draft has its old shapes.
  const coordinates = [square(12, 45, 0.01)];
  previewShapes([{ kind: "polygon", coordinates }]);
  await publish(screen);
  await screen.until(() => sent().length > 0);
  expect(sent()).toMatchObject([{ changes: { area: { coordinates } } }]);
});

test("a drawn shape can still be undone after the end and who is told were chosen", async () => {
  const screen = await open();
  setShapes([{ kind: "polygon", coordinates: [square(12, 45, 0.01)] }]);
  await screen.check("Tell those again who were told before");
  await screen.choose("Ends", "1 hour from now");
  expect(draft.value).toMatchObject({ isRenotified: true, hours: 1 });
  expect(screen.isChecked("Tell those again who were told before")).toBe(true);
  expect(screen.valueOf("Ends")).toBe("1");
  expect(canUndo.value).toBe(true);
});

test("an update whose end is chosen as before has no change to publish", async () => {
  const screen = await open();
  await screen.choose("Ends", "1 hour from now");
  await screen.until(() => screen.isEnabled("button", CHECK));
  await screen.choose("Ends", "as before");
  await screen.reads("Change something first.");
});

test("people who were told before are told again if a box is checked", async () => {
  const screen = await open();
  await screen.check("Tell those again who were told before");
  await screen.reads("2 for the first time, 4 again. 9 people told before will not be told again.");
  await screen.press(CHECK);
  await screen.reads("ONE 3 people inside the area: 0 for the first time, 3 again");
  await screen.reads("TWO 2 people near it: 1 for the first time, 1 again");
  // Nothing was corrected, so nobody knows an old text.
  expect(screen.text).not.toContain("know the old one");
  await screen.press("Publish the update");
  await screen.until(() => sent().length > 0);
  expect(sent()).toMatchObject([{ changes: { renotify: true } }]);
});

test("after correcting a text, the user must choose whether people who know the old one are told again", async () => {
  const screen = await open();
  await screen.type(ONE, "Go down.");
  await screen.reads("4 again");
  await screen.press(CHECK);
  await screen.reads("You corrected a text. 13 people in the zones know the old one.");
  expect(screen.isEnabled("button", "Publish the update")).toBe(false);
  const [again, not] = [/^Tell them again\./, /^Do not tell them again\./];
  // Neither choice is made for the user.
  expect([again, not].map((label) => screen.isChecked(label))).toEqual([false, false]);
  // The browser allows only one of the two, because they share a name.
  const radios = [again, not].map((label) => screen.find("field", label));
  expect(radios.map((radio) => [radio?.type, radio?.name])).toEqual(
    Array(2).fill(["radio", "tell-again"]),
  );
  await screen.check(not);
  expect(draft.value.isRenotified).toBe(false);
  expect(screen.isEnabled("button", "Publish the update")).toBe(true);
  reach = reachOf({ one: 9, two: 3, three: 0, alreadyTold: 0 });
  await screen.check(again);
  expect(screen.isChecked(not)).toBe(false);
  await screen.reads("12 in the zones");
  await screen.reads("TWO 3 people near it: 3 for the first time, 0 again");
  // If nobody is in a zone, its people are not told apart.
  expect(screen.text).not.toContain(" 0 for the first time");
  await screen.press("Publish the update");
  await screen.until(() => sent().length > 0);
  expect(sent()).toMatchObject([{ changes: { text1: "Go down.", renotify: true } }]);
});

test("a corrected text requires the choice to tell people again even if their number is unknown", async () => {
  // The reach of another alert, which told nobody, must not be taken for this one.
  reach = reachOf();
  const other = await open();
  await other.reads("6 for the first time, 0 again.");
  await closeScreens();
  login();
  reach = undefined;
  const screen = await open();
  await screen.type(ONE, "Go down.");
  await screen.reads("The service does not answer.");
  await screen.press(CHECK);
  await screen.reads("How many they are is not known now.");
  await screen.reads("How many they are is not known now.");
  await screen.reads("People in the zones may know the old one.");
  expect(screen.isEnabled("button", "Publish the update")).toBe(false);
  await screen.check(/^Tell them again\./);
  await screen.press("Publish the update");
  await screen.until(() => location.hash === "#/alerts/7");
  expect(sent()).toMatchObject([{ changes: { text1: "Go down.", renotify: true } }]);
});

test("telling people again is preselected in the confirmation if the user chose it before", async () => {
  const screen = await open();
  await screen.type(ONE, "Go down.");
  await screen.check("Tell those again who were told before");
  await screen.press(CHECK);
  await screen.reads("know the old one");
  expect(screen.isChecked(/^Tell them again\./)).toBe(true);
  expect(screen.isEnabled("button", "Publish the update")).toBe(true);
});

test("a corrected title also asks whether to tell people again, unless nobody knows the old one", async () => {
  reach = reachOf();
  const screen = await open();
  await screen.type("Title", "Flood!");
  await screen.reads("6 for the first time, 0 again.");
  expect(screen.text).not.toContain("told before will not be told");
  await screen.press(CHECK);
  await screen.reads("6 in the zones");
  expect(screen.text).not.toContain("know the old one");
  await screen.press("Not yet");
  reach = reachOf({ alreadyTold: 1 });
  editDraft({ level2Distance: 600 });
  await screen.reads("1 person told before will not be told again.");
  await screen.press(CHECK);
  await screen.reads("1 person in the zones know the old one.");
});

test("a corrected title asks whether to tell people again if cells may have told the old one", async () => {
  const cell = { cell: "bari", one: 9, two: 0, three: 0, withDevice: 9, problem: null };
  reach = reachOf({ cells: [cell] });
  const screen = await open();
  await screen.type("Title", "Flood!");
  await screen.press(CHECK);
  await screen.reads("15 in the zones");
  await screen.reads("People in the zones may know the old one.");
});

test("the confirmation of an update shows the alert's end, status and language", async () => {
  alert = alertOf({ status: "TEST", expiresAt: Math.floor(Date.now() / 1000) + 7200 });
  const screen = await open();
  await screen.type("Title", "Flood!");
  await screen.press(CHECK);
  await screen.reads(/Ends\n.+, in (2 h|120 min)/);
  await screen.reads("TEST For testers only. Not real.");
  await screen.reads("Language\nItalian");
});

test("leaving the alert as it was removes the draft of its update", async () => {
  const screen = await open();
  await screen.type(ONE, "Go down.");
  const { key } = draft.value;
  await screen.until(() => localStorage.getItem(`location-alerts.draft.${key}`) !== null);
  expect(screen.find("link", "Leave it as it was")?.getAttribute("href")).toBe("#/alerts/7");
  await screen.follow("Leave it as it was");
  await screen.until(() => localStorage.getItem(`location-alerts.draft.${key}`) === null);
  expect(drafts.rows.size).toBe(0);
});

test("the template's correction replaces all three texts", async () => {
  template = { text1: "Go {way}.", correction: "There is no flood in {place}." };
  const screen = await open();
  await screen.press("Take the template's correction");
  expect(draft.value.texts).toEqual(Array(3).fill("There is no flood in {place}."));
  await screen.reads("Fill in place.");
  // What the alert has filled in is not asked for again.
  expect(draft.value.values).toEqual({ way: "up" });
  expect(screen.isEnabled("button", CHECK)).toBe(false);
});

test("a template without a correction offers none", async () => {
  template = { correction: "" };
  const screen = await open();
  await screen.until(() => asked.some(({ name }) => name === "AlertTemplates"));
  await screen.reads("Change something first.");
  expect(screen.has("button", "Take the template's correction")).toBe(false);
});

const history = (version: number, changes: object = {}) => ({
  version,
  createdAt: 1_000_000,
  expiresAt: 4_000_000_000,
  title: "Flood",
  text1: "Go up.",
  text2: "Stay away.",
  text3: "Roads are closed.",
  level2Distance: 500,
  level3Distance: 1500,
  allClear: null,
  isRenotified: false,
  texts: [],
  user: { id: 2, name: "Colleague" },
  ...changes,
});

test("an update that conflicts with someone else's is not published, but takes over and shows their changes", async () => {
  const screen = await open();
  await screen.type("TWO for those near it", "Close the windows.");
  await screen.press(CHECK);
  await screen.check(/^Do not tell them again\./);
  held = refusal("CONFLICT", "It was refused.", "ALERT_CHANGED");
  alert = alertOf({
    version: 2,
    text1: "Leave.",
    history: [history(2, { text1: "Leave." }), history(1)],
  });
  await screen.press("Publish the update");
  await screen.reads(
    "Someone else has updated this alert meanwhile. Nothing of yours was published",
  );
  await screen.reads("Changed meanwhile\nColleague: Changed text ONE: “Leave.”");
  expect(location.hash).toBe("#/alerts/7/update");
  expect(draft.value).toMatchObject({
    texts: ["Leave.", "Close the windows.", "Roads are closed."],
    base: { version: 2 },
  });
  held = heldOf({ state: "PUBLISHED", alertId: 7 });
  await screen.press("Publish the update");
  await screen.until(() => sent().length === 2);
  expect(sent()[1]).toMatchObject({
    changes: { text2: "Close the windows.", expectedVersion: 2 },
  });
  expect((sent()[1] as { changes: object }).changes).not.toHaveProperty("text1");
});

test("changes that someone else makes while an update is held are taken over too", async () => {
  const screen = await open();
  await screen.check("Tell those again who were told before");
  held = heldOf({ state: "FAILED", reason: "It changed.", refusal: "ALERT_CHANGED" });
  alert = alertOf({ version: 2, history: [history(2), history(1)] });
  await publish(screen);
  await screen.reads("Someone else has updated this alert meanwhile.");
  expect(draft.value.base?.version).toBe(2);
});

test("an earlier try that went out after all is shown, and its end and its notifications are not sent twice", async () => {
  const screen = await open();
  await screen.type("Title", "Flood!");
  await screen.choose("Ends", "6 hours from now");
  await screen.press(CHECK);
  await screen.check(/^Tell them again\./);
  held = refusal("INTERNAL_SERVER_ERROR", "It failed.");
  await screen.press("Publish the update");
  await screen.reads("It failed.");
  held = refusal("CONFLICT", "It was refused.", "ALERT_CHANGED");
  found = heldOf({ state: "PUBLISHED", alertId: 7 });
  const ada = { user: { id: 1, name: "Ada" } };
  const second = history(2, { title: "Flood!", isRenotified: true, ...ada });
  alert = alertOf({ version: 2, title: "Flood!", history: [second, history(1, ada)] });
  await screen.press("Publish the update");
  await screen.reads("An earlier try went out after all");
  await screen.reads("Ada: Changed the title: “Flood!”");
  expect(sent()[1]).toEqual(sent()[0]);
  expect(draft.value).toMatchObject({ hours: 0, isRenotified: false, base: { version: 2 } });
  // The published draft is gone, and the next one has no change yet.
  expect([draft.value.row, openDraft.value?.isSaved.value]).toEqual([undefined, true]);
  // Nothing is left to publish, and nothing else disables the button.
  await screen.until(() => presentReach.value !== undefined);
  expect(screen.isEnabled("button", "Publish the update")).toBe(false);
  // Someone else's update says nothing about this try.
  await screen.press("Not yet");
  held = refusal("INTERNAL_SERVER_ERROR", "It failed.");
  await screen.check("Tell those again who were told before");
  await publish(screen);
  await screen.reads("It failed.");
  held = refusal("CONFLICT", "It was refused.", "ALERT_CHANGED");
  found = null;
  const third = history(3, { isRenotified: true, user: { id: 2, name: "Otto" } });
  alert = alertOf({ version: 3, title: "Flood!", history: [third, second, history(1, ada)] });
  await screen.press("Publish the update");
  await screen.reads("Someone else has updated this alert meanwhile.");
  expect(draft.value.isRenotified).toBe(true);
});

test("an update that the same user published elsewhere is not taken for an earlier try", async () => {
  const screen = await open();
  await screen.check("Tell those again who were told before");
  held = refusal("CONFLICT", "It was refused.", "ALERT_CHANGED");
  const ada = { user: { id: 1, name: "Ada" } };
  alert = alertOf({ version: 2, history: [history(2, ada), history(1, ada)] });
  await publish(screen);
  await screen.reads("Someone else has updated this alert meanwhile.");
  expect(draft.value.isRenotified).toBe(true);
});

/** Leaves an update that is held, begins another one, and lets the service answer. */
const leaveFor = async (answer: object) => {
  const { promise, resolve } = Promise.withResolvers<object>();
  held = promise;
  const screen = await open();
  await screen.check("Tell those again who were told before");
  const { key } = draft.value;
  await publish(screen);
  await screen.until(() => sent().length > 0);
  screen.close();
  await go("#/alerts/9/update");
  beginDraft({ alertId: 9, base: draft.value.base as never });
  editDraft({ title: "Another" });
  const other = draft.value;
  alert = alertOf({ version: 2, history: [history(2), history(1)] });
  resolve(answer);
  return { screen, key, other };
};

test("a user who has left an update that goes out stays on their screen, and keeps their other drafts", async () => {
  const { screen, key, other } = await leaveFor(heldOf({ state: "PUBLISHED", alertId: 7 }));
  await screen.until(() => asked.some(({ name }) => name === "PublicationHold"));
  await closeScreens();
  expect(location.hash).toBe("#/alerts/9/update");
  expect(draft.value).toBe(other);
  expect(localStorage.getItem(`location-alerts.draft.${key}`)).toBeNull();
});

test("an update that is refused after it was left changes no other draft", async () => {
  const { screen, other } = await leaveFor(refusal("CONFLICT", "It was refused.", "ALERT_CHANGED"));
  await screen.until(() => asked.at(-1)?.name === "Alert");
  await closeScreens();
  expect(draft.value).toBe(other);
  expect(JSON.parse(drafts.rows.get(5)?.content ?? "").base.version).toBe(1);
});

test("an alert that has ended meanwhile is not updated, and says why", async () => {
  const screen = await open();
  await screen.type("Title", "Flood!");
  await screen.press(CHECK);
  await screen.check(/^Do not tell them again\./);
  held = refusal("CONFLICT", "This alert has ended.");
  alert = alertOf({ version: 2, state: "CANCELLED" });
  await screen.press("Publish the update");
  await screen.reads("This alert has ended.");
  expect(draft.value.base?.version).toBe(1);
  // An alert that still has the same version does not change the message either.
  alert = alertOf();
  await screen.press("Publish the update");
  await screen.until(() => sent().length === 2);
  await screen.reads("This alert has ended.");
  held = refusal("INTERNAL_SERVER_ERROR", "It failed.");
  await screen.press("Publish the update");
  await screen.reads("It failed. Try again");
  expect(draft.value.title).toBe("Flood!");
});

test("an alert that does not exist shows a message, and can be loaded again", async () => {
  alert = undefined;
  const screen = show(h(UpdateAlertScreen, { id: 7 }));
  await screen.reads("There is no alert id 7: look in the list.");
  alert = alertOf();
  await screen.press("Try again");
  await screen.reads("Update alert id 7");
});

test("an alert that loads after its update was left begins no draft", async () => {
  const { promise, resolve } = Promise.withResolvers<object>();
  alert = promise;
  const screen = show(h(UpdateAlertScreen, { id: 7 }));
  await screen.until(() => asked.some(({ name }) => name === "Alert"));
  await go("#/alerts/9/update");
  beginDraft({ alertId: 9 });
  const other = draft.value;
  resolve(alertOf());
  await closeScreens();
  expect(draft.value).toBe(other);
});

test("the draft of another alert's update is not shown as this one's", async () => {
  beginDraft({ alertId: 9, base: { version: 1 } as never, title: "Another" });
  const { promise, resolve } = Promise.withResolvers<object>();
  alert = promise;
  const screen = show(h(UpdateAlertScreen, { id: 7 }));
  await screen.until(() => asked.some(({ name }) => name === "Alert"));
  expect(screen.has("field", "Title")).toBe(false);
  resolve(alertOf());
  await screen.reads("Update alert id 7");
  expect(screen.valueOf("Title")).toBe("Flood");
});

test("an update that was begun is continued without loading the alert again", async () => {
  const screen = await open();
  await screen.type(ONE, "Go down.");
  await closeScreens();
  const before = asked.filter(({ name }) => name === "Alert").length;
  const again = await open();
  expect(again.valueOf(ONE)).toBe("Go down.");
  expect(asked.filter(({ name }) => name === "Alert")).toHaveLength(before);
});

test("the draft of an alert's update is opened, the user's own before a shared one", async () => {
  await open();
  const content = (title: string) => contentOf({ ...draft.value, title });
  await closeScreens();
  drafts.add({ alertId: 9, content: content("Another alert") });
  drafts.add({ alertId: 7, content: content("Shared") });
  drafts.add({ alertId: 7, isPrivate: true, content: content("Mine") });
  for (const title of ["Mine", "Shared"]) {
    login();
    sessionStorage.clear();
    const screen = await open();
    await screen.until(() => screen.valueOf("Title") === title);
    await closeScreens();
    drafts.rows.delete(7);
  }
});
