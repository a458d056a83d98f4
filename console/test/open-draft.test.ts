import "./helpers/globals.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { locks, openAddress, put, storage, turnStorageOff } from "./helpers/browser-state.ts";
import { fakeDrafts } from "./helpers/fake-drafts.ts";
import { fakeService, refusal } from "./helpers/fake-service.ts";
import { loseAnswer } from "./helpers/lose-answer.ts";

// The modules start a clock when they load.
jest.useFakeTimers();
const { session } = await import("../src/state/session.ts");
const drafts = await import("../src/state/draft.ts");
const { contentOf } = await import("../src/state/draft-content.ts");
const { newDraft } = await import("../src/state/draft-fields.ts");
const { noteAnswer, noteOutage } = await import("../src/state/connection.ts");
const { draft, beginDraft, editDraft, openDraft, openRow, reopenDraft } = drafts;

let service: ReturnType<typeof fakeDrafts>;
/** If set, the service's next answers to all requests. */
let instead: object | "no answer" | undefined;
let published: object | null;
let asked: ReturnType<typeof fakeService>;
let stop = () => {};

async function settle(): Promise<void> {
  for (let round = 0; round < 9; round += 1) await jest.advanceTimersByTimeAsync(0);
}
const rest = () => jest.advanceTimersByTimeAsync(1500);
const nextMark = () => jest.advanceTimersByTimeAsync(20_000);
const names = () => asked.splice(0).map(({ name }) => name);
const write = (event: string) => editDraft({ event });
const open = () => openDraft.value as NonNullable<typeof openDraft.value>;
const trouble = () => open().trouble.value;
const id = () => draft.value.row?.id as number;
/** What the service has, by the events of its drafts. */
const events = () => [...service.rows.values()].map(({ content }) => JSON.parse(content).event);
const bobWrites = (event: string) => service.change(id(), { event });
const copies = () =>
  Object.keys(localStorage).filter((name) => name.startsWith("location-alerts.draft."));
/** Follows the present draft as its screen does. */
async function follow(): Promise<void> {
  stop();
  stop = open().follow();
  await settle();
}
const login = (userId: number) => {
  session.value = { token: "a.b.c", userId, email: "ada@example.org" };
};

beforeEach(async () => {
  jest.useFakeTimers({ now: 1_000_000 });
  put("localStorage", { value: storage() });
  put("sessionStorage", { value: storage() });
  put("navigator", { value: { locks: locks() } });
  openAddress("#/new");
  instead = undefined;
  published = null;
  service = fakeDrafts();
  const answers: Record<string, (given: Record<string, unknown>) => object> = {
    ...service.answers,
    HeldPublicationNow: () => ({ heldPublication: published }),
  };
  asked = fakeService(
    Object.fromEntries(
      Object.entries(answers).map(([name, answer]) => [
        name,
        (given: Record<string, unknown>) =>
          instead === "no answer" ? undefined : (instead ?? answer(given)),
      ]),
    ),
  );
  login(1);
  beginDraft();
  write("Flood");
  await follow();
  names();
});
afterEach(async () => {
  stop();
  noteAnswer();
  await rest();
  session.value = null;
  jest.useRealTimers();
});

/** Lets the service do the next request with these words, but holds its answer back until it is let go or lost. */
function holdAnswer(words: string) {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const { fetch } = globalThis;
  globalThis.fetch = async (url, init) => {
    const answer = await fetch(url, init);
    if (!String(init?.body).includes(words)) return answer;
    globalThis.fetch = fetch;
    await promise;
    return answer;
  };
  return { letGo: resolve, lose: () => reject(new TypeError("lost")) };
}

test("a draft is saved as a private one when it is changed, not when it is begun", async () => {
  const [row] = service.rows.values();
  expect(row).toMatchObject({ name: "No text yet", isPrivate: true, alertId: null });
  editDraft({ title: "Gas" });
  await rest();
  expect(row).toMatchObject({ name: "Gas", version: 2, content: contentOf(draft.value) });
  beginDraft();
  await follow();
  await rest();
  expect([service.rows.size, copies()]).toEqual([1, []]);
});

test("an open draft is marked as being edited every 20 seconds, and shows who else edits it", async () => {
  const marks = () =>
    asked.flatMap(({ name, variables }) => (name === "SharedDraftMark" ? [variables] : []));
  Object.assign(service.rows.get(id()) ?? {}, {
    editor: { id: 2, name: "Bob" },
    editingUntil: 1050,
  });
  await nextMark();
  expect([marks().length, open().coEditor.value]).toEqual([1, "Bob"]);
  // Bob's mark has expired.
  await jest.advanceTimersByTimeAsync(40_000);
  expect(open().coEditor.value).toBe("");
  stop();
  await settle();
  expect(marks().at(-1)).toEqual({ id: id(), isEditing: false });
  const { length } = marks();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(marks()).toHaveLength(length);
});

test("another's change is taken over unless the user has changed something, which is a conflict", async () => {
  bobWrites("Gas");
  await nextMark();
  expect([draft.value.event, trouble()]).toEqual(["Gas", undefined]);
  bobWrites("Gas leak");
  write("Fire");
  await rest();
  const theirs = { event: "Gas leak" };
  expect(trouble()).toMatchObject({ kind: "conflict", author: "Colleague", version: 3, theirs });
  // Their content is loaded once, and again when they change it.
  names();
  await nextMark();
  expect(names()).not.toContain("SharedDraft");
  bobWrites("Gas leak again");
  await nextMark();
  expect(trouble()).toMatchObject({ version: 4 });
  // Once the user's own change is undone, theirs is taken.
  write("Gas");
  await nextMark();
  expect([draft.value.event, trouble()]).toEqual(["Gas leak again", undefined]);
});

test("a conflict is shown even if the other's version cannot be read", async () => {
  Object.assign(service.rows.get(id()) ?? {}, { content: "of another program", version: 2 });
  await nextMark();
  expect(trouble()).toMatchObject({ kind: "other" });
  write("Fire");
  await nextMark();
  expect(trouble()).toMatchObject({ kind: "conflict", version: 2, theirs: undefined });
});

test("taking another's version keeps the user's own as another draft, with what is typed meanwhile", async () => {
  bobWrites("Gas");
  write("Fire");
  await rest();
  const { letGo } = holdAnswer("query SharedDraft(");
  const taking = open().takeTheirs();
  write("Fire again");
  await settle();
  letGo();
  await taking;
  expect(draft.value.event).toBe("Gas");
  expect(events()).toEqual(["Gas", "Fire again"]);
});

test("another's version is not taken while the user's own cannot be kept", async () => {
  bobWrites("Gas");
  write("Fire");
  await rest();
  const { fetch } = globalThis;
  globalThis.fetch = (url, init) =>
    String(init?.body).includes("NewSharedDraft")
      ? Promise.resolve(Response.json(refusal("CONFLICT", "You have 100 private drafts")))
      : fetch(url, init);
  await open().takeTheirs();
  expect(draft.value.event).toBe("Fire");
  expect(trouble()).toMatchObject({ kind: "other", message: "You have 100 private drafts" });
  await open().overwrite(2);
  expect([events(), trouble()]).toEqual([["Fire"], undefined]);
});

test("a failed save shows an error until the draft is saved", async () => {
  instead = refusal("BAD_USER_INPUT", "It is too much.");
  write("Gas");
  await rest();
  expect(trouble()).toEqual({ kind: "other", message: "It is too much." });
  instead = undefined;
  await nextMark();
  expect([events(), trouble()]).toEqual([["Gas"], undefined]);
});

test("changes made without a connection are saved when it is back, and the draft is marked", async () => {
  instead = "no answer";
  write("Gas");
  await rest();
  // The page says that the browser keeps the change.
  expect([trouble(), open().isSaved.value, copies().length]).toEqual([undefined, false, 1]);
  instead = undefined;
  names();
  noteOutage();
  noteAnswer();
  await settle();
  expect(events()).toEqual(["Gas"]);
  expect(names()).toEqual(["SharedDraftEdit", "SharedDraftMark"]);
});

test("what never gets an answer is not sent again without a pause, while other requests are answered", async () => {
  const { fetch } = globalThis;
  let tries = 0;
  globalThis.fetch = (url, init) => {
    if (!String(init?.body).includes("SharedDraftEdit")) return fetch(url, init);
    tries += 1;
    return Promise.reject(new TypeError("too large"));
  };
  write("Gas");
  await jest.advanceTimersByTimeAsync(60_000);
  expect(tries).toBeLessThan(10);
  globalThis.fetch = fetch;
  await nextMark();
  expect(events()).toEqual(["Gas"]);
});

test("a draft is saved before its publication, which fails if another has changed or removed it", async () => {
  write("Gas");
  const { saved } = await open().saveNow();
  expect([events(), saved]).toEqual([["Gas"], contentOf(draft.value)]);
  const isRefused = () =>
    expect(open().saveNow()).rejects.toThrow(/close this to see why|An earlier try/);
  // A change is loaded, so that it can be read first.
  bobWrites("Fire");
  await isRefused();
  expect(draft.value.event).toBe("Fire");
  bobWrites("Gas leak");
  write("Gas");
  await isRefused();
  await open().overwrite(4);
  published = { id: 1, state: "PUBLISHED", secondsLeft: 0, alertId: 13, reason: null };
  service.rows.clear();
  await isRefused();
  expect(trouble()).toEqual({ kind: "gone", alertId: 13 });
  await open().keepAsOwn();
  await open().saveNow();
  expect([events(), trouble()]).toEqual([["Gas"], undefined]);
});

test("the draft of another user, who is publishing it, cannot be kept as one's own", async () => {
  service.rows.clear();
  await nextMark();
  published = { id: 1, state: "HELD", secondsLeft: 3, alertId: null, reason: null };
  await open().keepAsOwn();
  expect([service.rows.size, trouble()?.kind]).toEqual([0, "other"]);
  expect(trouble()).toMatchObject({ message: /being published now/ });
});

test.each([
  ["mark", "mutation SharedDraftMark", "Flood", 15_000],
  // A large draft takes longer on a slow line.
  ["change", "mutation SharedDraftEdit", "x".repeat(100_000), 25_000],
])(
  "a %s without an answer delays a publication only until its timeout",
  async (_, words, text, time) => {
    const outOfTime = loseAnswer(words);
    write(text);
    await nextMark();
    const saved = open().saveNow();
    await settle();
    const [longest] = outOfTime().sort((one, other) => other - one);
    expect(Math.floor((longest ?? 0) / 1000) * 1000).toBe(time);
    await saved;
    expect([events(), trouble()]).toEqual([[text], undefined]);
  },
);

test("a save whose answer is lost causes no conflict with the user's own text", async () => {
  for (const text of ["Gas", "Gas leak"]) {
    const { lose } = holdAnswer("mutation SharedDraftEdit");
    write(text);
    await rest();
    lose();
    await settle();
  }
  write("Gas leak again");
  await rest();
  await rest();
  expect([events(), trouble()]).toEqual([["Gas leak again"], undefined]);
  // What others write after that is a conflict.
  bobWrites("Gas");
  write("Fire");
  await rest();
  expect(trouble()).toMatchObject({ kind: "conflict" });
});

test("a new draft whose answer is lost is found again, and no second one is made", async () => {
  beginDraft();
  await follow();
  const { lose } = holdAnswer("mutation NewSharedDraft");
  write("Gas");
  await rest();
  lose();
  await settle();
  write("Gas leak");
  await rest();
  expect(events()).toEqual(["Flood", "Gas leak"]);
});

test("a mark waits for a running save, so that the user's own change is not taken for another's", async () => {
  const { letGo } = holdAnswer("mutation SharedDraftEdit");
  const troubles = new Set();
  const stopHearing = open().trouble.subscribe((kind) => troubles.add(kind));
  write("Gas");
  await rest();
  await nextMark();
  letGo();
  await settle();
  stopHearing();
  expect([draft.value.event, [...troubles], draft.value.row?.version]).toEqual([
    "Gas",
    [undefined],
    2,
  ]);
});

test("a draft is saved when its screen is left, and the answer does not change the next draft", async () => {
  const { letGo } = holdAnswer("mutation SharedDraftEdit");
  write("Gas");
  stop();
  beginDraft({ event: "next" });
  letGo();
  await settle();
  expect([events(), draft.value.event, draft.value.row]).toEqual([["Gas"], "next", undefined]);
  // The browser forgets what is saved and no longer open.
  expect(copies()).toEqual([]);
});

test("sharing saves the draft under its name, and a taken name is refused", async () => {
  write("Gas");
  await open().share(" Reno ");
  expect(draft.value.row).toMatchObject({ name: "Reno", isPrivate: false, version: 3 });
  expect(service.rows.get(id())).toMatchObject({ isPrivate: false, name: " Reno " });
  editDraft({ title: "A title" });
  await rest();
  // A shared draft keeps its name.
  expect([events(), draft.value.row?.name]).toEqual([["Gas"], "Reno"]);
  instead = refusal("CONFLICT", "Another shared draft has this name");
  const { row } = draft.value;
  await expect(open().share("Po")).rejects.toThrow();
  expect(draft.value.row).toEqual(row);
});

test("a reloaded tab goes on with its draft, also without a connection", async () => {
  instead = "no answer";
  write("Gas");
  stop();
  await settle();
  // As in a page that is loaded again, nothing is open.
  session.value = null;
  login(1);
  expect(openDraft.value).toBeUndefined();
  expect(await reopenDraft()).toBe(true);
  expect([draft.value.event, open().isSaved.value]).toEqual(["Gas", false]);
  expect(await reopenDraft(7)).toBe(false);
  instead = undefined;
  await follow();
  expect([events(), copies().length]).toEqual([["Gas"], 1]);
});

test("what a tab has left unsent is sent, to another draft if its own was changed meanwhile", async () => {
  const left = (event: string, row?: object) => {
    const kept = { ...newDraft(), event, row };
    const copy = JSON.stringify({ draft: kept, userId: 1 });
    localStorage.setItem(`location-alerts.draft.${kept.key}`, copy);
  };
  stop();
  await settle();
  const { row } = draft.value;
  left("Of a new draft");
  // The tab that wrote it is closing, and has its lock a moment longer.
  const { promise, resolve } = Promise.withResolvers<void>();
  void navigator.locks.request(copies()[1] as string, {}, () => promise);
  left("Over Flood", row);
  left("Over an older one", { ...row, saved: "" });
  left("Over one that is gone", { ...row, id: 99 });
  const others = JSON.stringify({ draft: { ...newDraft(), event: "Of another user" }, userId: 2 });
  localStorage.setItem("location-alerts.draft.others", others);
  const stopSending = drafts.followLeftCopies();
  await settle();
  resolve();
  await settle();
  await settle();
  expect(events()).toEqual([
    ...["Over Flood", "Of a new draft", "Over an older one", "Over one that is gone"],
  ]);
  // Another user's copy waits for them, and the open draft has its own.
  expect(copies()).toHaveLength(2);
  stopSending();
});

test("a draft is opened from the list, unless the screen is left before it has loaded", async () => {
  const content = contentOf({ ...newDraft(), event: "Gas" });
  const { id: other } = service.add({ content });
  openAddress("#/alerts");
  await openRow(other);
  expect(location.hash).toBe("#/new");
  openAddress("#/new");
  expect([draft.value.event, draft.value.row]).toEqual([
    "Gas",
    { id: other, name: "Reno", isPrivate: false, version: 1, saved: content },
  ]);
  write("Gas leak");
  // It is not loaded again over unsaved changes.
  await openRow(other);
  expect(draft.value.event).toBe("Gas leak");
  const update = service.add({ content, alertId: 7 });
  openAddress("#/alerts");
  const opening = openRow(update.id, 7);
  openAddress("#/users");
  await opening;
  expect(location.hash).toBe("#/users");
  await expect(openRow(99)).rejects.toThrow(/^This draft was published or removed/);
});

test("a draft that is removed is not saved again, and the next user of the browser sees no draft", async () => {
  await drafts.removeDraft();
  expect([service.rows.size, openDraft.value, copies()]).toEqual([0, undefined, []]);
  stop();
  await settle();
  expect(service.rows.size).toBe(0);
  beginDraft();
  write("Gas");
  session.value = null;
  login(2);
  expect([openDraft.value, await reopenDraft(), copies().length]).toEqual([undefined, false, 1]);
});

test("without storage, a draft lasts until the page is closed, which the page knows", async () => {
  turnStorageOff();
  expect(await reopenDraft(7)).toBe(false);
  beginDraft();
  write("Gas");
  expect([draft.value.event, open().isCopied.value]).toEqual(["Gas", false]);
  await drafts.removeDraft();
  expect(openDraft.value).toBeUndefined();
});
