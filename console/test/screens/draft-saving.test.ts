import "../../src/words/console-refusals.ts";
import "../helpers/document.ts";
import "../helpers/without-map.ts";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { h } from "preact";
import { put } from "../helpers/browser-state.ts";
import { fakeDrafts } from "../helpers/fake-drafts.ts";
import { fakeService, named, refusal } from "../helpers/fake-service.ts";
import { closeScreens, go, show } from "../helpers/screen.ts";

const { DraftSaving } = await import("../../src/screens/new-alert/draft-saving.tsx");
const { session } = await import("../../src/state/session.ts");
const { beginDraft, draft, editDraft, openDraft } = await import("../../src/state/draft.ts");
const { isLive } = await import("../../src/state/connection.ts");

let service: ReturnType<typeof fakeDrafts>;
/** The service's answer to an edit, if it is not the usual one. */
let answer: object | undefined;

beforeEach(async () => {
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  for (const name of Object.keys(localStorage)) localStorage.removeItem(name);
  await go("#/new");
  answer = undefined;
  service = fakeDrafts();
  fakeService({
    ...service.answers,
    SharedDraftEdit: (given) => answer ?? service.answers.SharedDraftEdit(given),
    HeldPublicationNow: () => ({
      heldPublication: { id: 1, state: "PUBLISHED", secondsLeft: 0, alertId: 13, reason: null },
    }),
  });
  beginDraft();
});
afterEach(async () => {
  isLive.value = true;
  await closeScreens();
  session.value = null;
});

const write = (text: string) => editDraft({ texts: [text, "", ""] });
const row = () => service.rows.get(draft.value.row?.id as number);
/** Opens a draft that is saved, and shared as Reno. */
const openShared = async () => {
  write("Go up.");
  await openDraft.value?.save();
  await openDraft.value?.share("Reno");
  const screen = show(h(DraftSaving, {}));
  await screen.reads("Shared as “Reno”. Saved.");
  return screen;
};

test("a draft is saved as soon as it is changed, and is shared under a name", async () => {
  const screen = show(h(DraftSaving, {}));
  expect(screen.text).toBe("Draft\nOpen a warning of others…");
  write("Go");
  await screen.reads("Only you see it. Saved.");
  write("Go up.");
  await screen.reads("Saving…");
  await screen.reads("Only you see it. Saved.");
  await screen.press("Share it with your colleagues…");
  await screen.press("Cancel");
  await screen.press("Share it with your colleagues…");
  expect(screen.valueOf("Name")).toBe("Go up.");
  await screen.type("Name", "Reno");
  answer = refusal("CONFLICT", "It was refused.", "SHARED_DRAFTS_NAME_KEY");
  await screen.press("Share");
  await screen.reads("Another shared draft has this name. Choose another one.");
  expect(screen.valueOf("Name")).toBe("Reno");
  answer = undefined;
  await screen.press("Share");
  await screen.reads("Shared as “Reno”. Saved.");
  expect(screen.announced).toContain("Shared as “Reno”. Saved.");
  expect(row()).toMatchObject({ name: "Reno", isPrivate: false });
  isLive.value = false;
  write("Go down.");
  await screen.reads("This browser keeps your changes until the connection is back.");
});

test("another draft can be begun, and this one is removed after a confirmation", async () => {
  service.add({ isPrivate: true });
  const screen = show(h(DraftSaving, {}));
  await screen.reads("One other draft");
  expect(screen.find("link", "One other draft")?.getAttribute("href")).toBe("#/alerts");
  write("Go up.");
  await screen.reads("Only you see it. Saved.");
  const { key } = draft.value;
  await screen.press("Begin another");
  await screen.reads("2 other drafts");
  expect([draft.value.texts[0], draft.value.key === key]).toEqual(["", false]);
  write("Stay.");
  await screen.reads("Only you see it. Saved.");
  await screen.press("Remove it…");
  await screen.reads("Its area and its texts are gone then.");
  await screen.press("Keep it");
  await screen.press("Remove it…");
  await screen.press("Remove it");
  await screen.until(() => openDraft.value === undefined);
  expect([...service.rows.values()].map(({ name }) => name)).toEqual(["Reno", "Go up."]);
});

test("another administrator who works on the draft is named, but not the user themselves", async () => {
  write("Go up.");
  await openDraft.value?.save();
  Object.assign(row() ?? {}, { editor: { id: 2, name: "Colleague" } });
  const screen = show(h(DraftSaving, {}));
  await screen.reads("Colleague works on it now.");
  const mark = () => screen.elements("p").at(-1);
  expect(["class", "role"].map((name) => mark()?.getAttribute(name))).toEqual([
    ...["hint attention", "status"],
  ]);
  await closeScreens();
  Object.assign(row() ?? {}, { editor: { id: 1, name: "Ada" } });
  const own = show(h(DraftSaving, {}));
  await own.until(() => named("SharedDraftMark").length === 3);
  expect(own.text).not.toContain("works on it now");
});

test("a conflict shows what differs, and the user takes the other version or keeps their own", async () => {
  const screen = await openShared();
  for (const action of ["Take theirs, keep mine as another draft", "Save mine over theirs"]) {
    service.change(row()?.id as number, { texts: ["Of theirs.", "", ""] });
    write("Mine.");
    await screen.reads("Colleague has changed this draft meanwhile, and so have you.");
    await screen.reads("ONE\nMine: “Mine.”. Theirs: “Of theirs.”.");
    expect(screen.text).not.toMatch(/Saving…|Saved\./);
    const box = screen.elements("section").at(-1);
    expect(["role", "aria-label", "class"].map((name) => box?.getAttribute(name))).toEqual([
      ...["alert", "Conflict", "problem"],
    ]);
    // Nothing overwrites the other's text.
    expect(row()?.content).toContain("Of theirs.");
    await screen.press(action);
    await screen.reads("Shared as “Reno”. Saved.");
    expect(screen.has("button", action)).toBe(false);
    const isTaken = action.startsWith("Take");
    expect(draft.value.texts[0]).toBe(isTaken ? "Of theirs." : "Mine.");
    expect([...service.rows.values()].map(({ name }) => name)).toEqual(["Reno", "Mine."]);
    expect(row()?.content).toContain(isTaken ? "Of theirs." : "Mine.");
  }
});

test("a draft that was published links the alert, and can be kept as the user's own", async () => {
  const screen = await openShared();
  service.rows.clear();
  write("Mine.");
  await screen.until(() => screen.has("link", "Published as alert id 13"));
  expect(screen.text).not.toMatch(/Saving…|Saved\.|works on it now/);
  const box = screen.elements("section").at(-1);
  expect(["role", "aria-label", "class"].map((name) => box?.getAttribute(name))).toEqual([
    ...["alert", "Gone", "problem"],
  ]);
  await screen.press("Keep it as a draft of my own");
  await screen.reads("Only you see it. Saved.");
  expect(row()).toMatchObject({ name: "Mine.", isPrivate: true });
});

test("a draft that could not be saved says why", async () => {
  const screen = await openShared();
  answer = refusal("BAD_USER_INPUT", "It was refused.", "SHARED_DRAFTS_CONTENT");
  write("Mine.");
  await screen.reads("The area is too detailed to share. Draw a simpler one.");
});

test("a warning says that the browser cannot keep a change that is not saved", async () => {
  const screen = await openShared();
  const before = localStorage;
  const full = () => {
    throw new DOMException("Full.", "QuotaExceededError");
  };
  put("localStorage", { writable: true, value: { getItem: () => null, setItem: full } });
  write("Mine.");
  await screen.reads("This browser cannot keep your changes: its storage is full or off.");
  expect(screen.has("button", "Begin another")).toBe(false);
  put("localStorage", { writable: true, value: before });
  await screen.reads("Shared as “Reno”. Saved.");
});
