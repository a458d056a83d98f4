import "../../src/words/console-refusals.ts";
import "../helpers/document.ts";
import "../helpers/without-map.ts";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { h } from "preact";
import { fakeService, refusal } from "../helpers/fake-service.ts";
import { closeScreens, show } from "../helpers/screen.ts";

const { Sharing } = await import("../../src/screens/new-alert/draft-sharing.tsx");
const { session } = await import("../../src/state/session.ts");
const { beginDraft, draft, editDraft } = await import("../../src/state/draft.ts");
const { contentOf } = await import("../../src/state/draft-content.ts");
const { keptDrafts } = await import("../../src/state/kept-drafts.ts");
const { trouble } = await import("../../src/state/sharing.ts");
const { isLive } = await import("../../src/state/connection.ts");

/** The shared draft as the service has it; undefined if it was published or removed. */
let shared: { version: number; content: string; editor: object | null } | undefined;
let author: object | null;
/** The service's answer to a user who shares a draft. */
let answer: object | Promise<object>;
let asked: ReturnType<typeof fakeService>;
const named = (name: string) => asked.filter((one) => one.name === name);

beforeEach(() => {
  session.value = { token: "a.b.c", userId: 1, email: "ada@example.org" };
  for (const name of Object.keys(localStorage)) localStorage.removeItem(name);
  beginDraft();
  editDraft({ texts: ["Go up.", "", ""] });
  shared = { version: 1, content: contentOf(draft.value), editor: null };
  author = { id: 2, name: "Colleague" };
  answer = { newSharedDraft: { id: 5, version: 1 } };
  const whole = () => ({
    id: 5,
    name: "Reno",
    user: author,
    editingUntil: 4_000_000_000,
    ...shared,
  });
  const gone = () => refusal("NOT_FOUND");
  asked = fakeService({
    NewSharedDraft: () => answer,
    SharedDraftMark: () => (shared ? { sharedDraftMark: whole() } : gone()),
    SharedDraft: () => ({ sharedDrafts: shared ? [whole()] : [] }),
    SharedDraftEdit: ({ input }) => {
      const { content, expectedVersion } = input as { content: string; expectedVersion: number };
      if (!shared) return gone();
      if (shared.version !== expectedVersion) return refusal("CONFLICT");
      shared = { ...shared, version: shared.version + 1, content };
      return { sharedDraftEdit: whole() };
    },
  });
});
afterEach(async () => {
  isLive.value = true;
  await closeScreens();
});

const open = () => show(h(Sharing, {}));
/** Shares the draft, and opens it. */
const openShared = () => {
  editDraft({ shared: { id: 5, name: "Reno", version: 1, saved: contentOf(draft.value) } });
  return open();
};
const editTheirs = () => {
  const theirs = contentOf({ ...draft.value, texts: ["Of theirs.", "", ""] });
  shared = { version: 2, content: theirs, editor: { id: 2, name: "Colleague" } };
};

test("a draft is shared under a name", async () => {
  const screen = open();
  await screen.press("Share it with the other administrators…");
  expect(screen.valueOf("Name")).toBe("Go up.");
  await screen.type("Name", " Reno ");
  await screen.press("Share");
  await screen.reads("Shared as “Reno”. Saved.");
  expect(screen.announced).toContain("Shared as “Reno”. Saved.");
  expect(named("NewSharedDraft")).toEqual([
    { name: "NewSharedDraft", variables: { input: { name: " Reno ", content: shared?.content } } },
  ]);
  expect(draft.value.shared).toMatchObject({ id: 5, version: 1 });
  await screen.until(() => named("SharedDraftMark").length > 0);
  screen.close();
  await screen.until(() => named("SharedDraftMark").length > 1);
  expect(named("SharedDraftMark").map(({ variables }) => variables.isEditing)).toEqual([
    true,
    false,
  ]);
  // Nothing has changed, so nothing is saved.
  expect(named("SharedDraftEdit")).toEqual([]);
});

test("a failure to share a draft keeps the typed name, and sharing can be tried again", async () => {
  const { promise, resolve } = Promise.withResolvers<object>();
  const usual = answer;
  answer = promise;
  const screen = open();
  await screen.press("Share it with the other administrators…");
  await screen.type("Name", "Reno");
  await screen.press("Share");
  expect(screen.isEnabled("button", "Share")).toBe(false);
  resolve(refusal("CONFLICT"));
  await screen.reads("It was refused.");
  expect(screen.valueOf("Name")).toBe("Reno");
  expect(draft.value.shared).toBeUndefined();
  answer = usual;
  await screen.press("Share");
  await screen.reads("Shared as “Reno”. Saved.");
});

test("cancelling the dialog does not share the draft", async () => {
  const screen = open();
  await screen.press("Share it with the other administrators…");
  await screen.press("Cancel");
  expect(draft.value.shared).toBeUndefined();
  expect(screen.has("field", "Name")).toBe(false);
});

test("a change to a shared draft is saved, and the screen says so", async () => {
  const screen = openShared();
  await screen.reads("Shared as “Reno”. Saved.");
  editDraft({ texts: ["Go up now.", "", ""] });
  await screen.reads("Saving…");
  await screen.reads("Shared as “Reno”. Saved.");
  expect(JSON.parse(shared?.content ?? "").texts[0]).toBe("Go up now.");
  expect(named("SharedDraftEdit")).toHaveLength(1);
  isLive.value = false;
  editDraft({ texts: ["Go down.", "", ""] });
  await screen.reads("This browser keeps your changes until the connection is back.");
});

test("another administrator who works on the draft is named, but not the user themselves", async () => {
  if (shared) shared.editor = { id: 2, name: "Colleague" };
  const screen = openShared();
  await screen.reads("Colleague works on it now.");
  const mark = () => screen.elements("p").at(-1);
  expect(["class", "role"].map((name) => mark()?.getAttribute(name))).toEqual([
    ...["hint attention", "status"],
  ]);
  await closeScreens();
  shared = shared && { ...shared, version: 2, editor: { id: 1, name: "Ada" } };
  const own = open();
  await own.until(() => draft.value.shared?.version === 2);
  expect(own.text).not.toContain("works on it now");
  expect(own.elements("p").at(-1)?.getAttribute("class")).toBe("unseen");
});

test("changes by others are taken over without a conflict if nothing of the user's own would be lost", async () => {
  editTheirs();
  const screen = openShared();
  await screen.until(() => draft.value.texts[0] === "Of theirs.");
  expect(draft.value.shared?.version).toBe(2);
  expect(screen.has("button", "Save mine over theirs")).toBe(false);
});

test("in a conflict, the user can take the other version, and keep their own as another draft", async () => {
  const screen = openShared();
  await screen.reads("Saved.");
  editTheirs();
  editDraft({ texts: ["Mine.", "", ""] });
  await screen.reads("Colleague has changed this draft meanwhile, and so have you.");
  expect(screen.text).not.toMatch(/Saving…|Saved\./);
  const box = screen.elements("section").at(-1);
  expect(["role", "aria-label", "class"].map((name) => box?.getAttribute(name))).toEqual([
    ...["alert", "Conflict", "problem"],
  ]);
  // Nothing overwrites the other's text.
  expect([draft.value.texts[0], shared?.version]).toEqual(["Mine.", 2]);
  const { key } = draft.value;
  await screen.press("Take theirs, keep mine as another draft");
  await screen.until(() => draft.value.texts[0] === "Of theirs.");
  await screen.until(() => !screen.has("button", "Save mine over theirs"));
  expect(draft.value.key).toBe(key);
  const own = keptDrafts().find(({ draft: kept }) => kept.texts[0] === "Mine.")?.draft;
  expect([own?.shared, own?.key === key]).toEqual([undefined, false]);
});

test("a conflict with a user who was erased since is shown as one with someone else", async () => {
  const screen = openShared();
  await screen.reads("Saved.");
  editTheirs();
  author = null;
  editDraft({ texts: ["Mine.", "", ""] });
  await screen.reads("Someone else has changed this draft meanwhile, and so have you.");
});

test("in a conflict, the user can save their own version over the other one", async () => {
  const screen = openShared();
  await screen.reads("Saved.");
  editTheirs();
  editDraft({ texts: ["Mine.", "", ""] });
  await screen.press("Save mine over theirs");
  await screen.until(() => shared?.version === 3);
  await screen.reads("Shared as “Reno”. Saved.");
  expect(JSON.parse(shared?.content ?? "").texts[0]).toBe("Mine.");
  expect(screen.has("button", "Save mine over theirs")).toBe(false);
});

test("a shared draft that is gone can be kept as the user's own", async () => {
  const screen = openShared();
  await screen.reads("Saved.");
  shared = undefined;
  editDraft({ texts: ["Mine.", "", ""] });
  await screen.reads("This draft was published or removed meanwhile.");
  await screen.reads("Look among the alerts before you publish yours.");
  expect(screen.text).not.toMatch(/Saving…|Saved\.|works on it now/);
  const box = screen.elements("section").at(-1);
  expect(["role", "aria-label", "class"].map((name) => box?.getAttribute(name))).toEqual([
    ...["alert", "Gone", "problem"],
  ]);
  await screen.press("Keep it as a draft of my own");
  await screen.reads("Share it with the other administrators…");
  expect(draft.value).toMatchObject({ texts: ["Mine.", "", ""] });
  expect(draft.value.shared).toBeUndefined();
  expect(trouble.value).toBeUndefined();
  // The service learns nothing more about the draft.
  const { length } = asked;
  await closeScreens();
  expect(asked).toHaveLength(length);
});

test("a draft that could not be saved says why", async () => {
  const screen = openShared();
  await screen.reads("Saved.");
  const { fetch } = globalThis;
  globalThis.fetch = (address, init) =>
    String(init?.body).includes("SharedDraftEdit")
      ? Promise.resolve(
          Response.json(refusal("BAD_USER_INPUT", "It was refused.", "SHARED_DRAFTS_CONTENT")),
        )
      : fetch(address, init);
  editDraft({ texts: ["Mine.", "", ""] });
  await screen.reads("The area is too detailed to share. Draw a simpler one.");
});
