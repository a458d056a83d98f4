import "./helpers/globals.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import type { SharedDraft } from "../src/state/shared-drafts.ts";
import { locks, openAddress, put, storage } from "./helpers/browser-state.ts";
import { fakeService, refusal } from "./helpers/fake-service.ts";
import { loseAnswer } from "./helpers/lose-answer.ts";

// The modules start a clock when they load.
jest.useFakeTimers();
const { session } = await import("../src/state/session.ts");
const { draft, beginDraft, editDraft, openDraft } = await import("../src/state/draft.ts");
const { contentOf } = await import("../src/state/draft-content.ts");
const { keptDrafts } = await import("../src/state/kept-drafts.ts");
const { noteAnswer, noteOutage } = await import("../src/state/connection.ts");
const shared = await import("../src/state/shared-drafts.ts");
const sharing = await import("../src/state/sharing.ts");
const { coEditor, followSharing, trouble } = sharing;

const ADA = { id: 1, name: "Ada" };
const BOB = { id: 2, name: "Bob" };

/** A text that the service refuses in drafts. */
const TOO_MUCH = "too much";
/** The draft at the service. */
let server: { version: number; content: string; editor: object | null; editingUntil: number };
/** If set, the service's next answers to all requests. */
let instead: object | "no answer" | undefined;
/** True if the service refuses removals. */
let isRefused = false;
let asked: ReturnType<typeof fakeService>;
let stop = () => {};

async function settle(): Promise<void> {
  for (let round = 0; round < 5; round += 1) await jest.advanceTimersByTimeAsync(0);
}
const rest = () => jest.advanceTimersByTimeAsync(1500);
const names = () => asked.splice(0).map(({ name }) => name);
const isMarked = () =>
  asked.flatMap(({ name, variables }) => (name === "SharedDraftMark" ? [variables] : []));
const write = (event: string) => editDraft({ event });
/** Bob changes the draft. */
function bobWrites(event: string): void {
  server.content = contentOf({ ...draft.value, event });
  server.version += 1;
}
const eventAt = () => JSON.parse(server.content).event;

beforeEach(async () => {
  jest.useFakeTimers({ now: 1_000_000 });
  put("localStorage", { value: storage() });
  put("sessionStorage", { value: storage() });
  put("navigator", { value: { locks: locks() } });
  openAddress("#/new");
  instead = undefined;
  server = { version: 1, content: "", editor: null, editingUntil: 0 };
  const answer = (data: () => object) => () =>
    instead === "no answer" ? undefined : (instead ?? data());
  const state = () => ({ id: 7, name: "Reno", ...server });
  asked = fakeService({
    NewSharedDraft: ({ input }) => {
      server.content = (input as { content: string }).content;
      return { newSharedDraft: { id: 7, version: 1 } };
    },
    SharedDraft: ({ id }) => answer(() => ({ sharedDrafts: id === 7 ? [state()] : [] }))(),
    SharedDrafts: () => ({ sharedDrafts: [] }),
    SharedDraftMark: ({ id }) =>
      answer(() => ({ sharedDraftMark: id === 7 ? state() : { id, version: 5 } }))(),
    SharedDraftEdit: ({ input }) =>
      answer(() => {
        const { content, expectedVersion } = input as { content: string; expectedVersion: number };
        if (content.includes(TOO_MUCH)) return refusal("BAD_USER_INPUT", "It is too much.");
        if (expectedVersion !== server.version) return refusal("CONFLICT");
        server = { ...server, content, version: server.version + 1 };
        return { sharedDraftEdit: { version: server.version } };
      })(),
    SharedDraftRemove: () => (isRefused ? refusal("NOT_FOUND") : {}),
  });
  session.value = { token: "a.b.c", userId: ADA.id, email: "ada@example.org" };
  beginDraft({ event: "Flood" });
  await sharing.shareDraft(" Reno ");
  names();
  stop = followSharing();
  await settle();
});
afterEach(async () => {
  editDraft({ shared: undefined });
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

test("an open draft is marked as being edited every 20 seconds, and shows who else edits it", async () => {
  expect(isMarked()).toEqual([{ id: 7, isEditing: true }]);
  expect(coEditor.value).toBe("");
  server = { ...server, editor: BOB, editingUntil: 1050 };
  await jest.advanceTimersByTimeAsync(19_999);
  expect(isMarked()).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(1);
  expect([isMarked().length, coEditor.value]).toEqual([2, "Bob"]);
  // Bob's mark has expired.
  await jest.advanceTimersByTimeAsync(40_000);
  expect(coEditor.value).toBe("");
  stop();
  await settle();
  expect(isMarked().at(-1)).toEqual({ id: 7, isEditing: false });
  const { length } = isMarked();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(isMarked()).toHaveLength(length);
});

test("an unsaved change is saved when the screen is left", async () => {
  write("Gas");
  stop();
  await settle();
  expect(eventAt()).toBe("Gas");
  write("later");
  await jest.advanceTimersByTimeAsync(60_000);
  expect(eventAt()).toBe("Gas");
});

test("the other's content in a conflict is loaded once, and again when they change it", async () => {
  const loads = () => names().filter((name) => name === "SharedDraft").length;
  bobWrites("Gas");
  write("Fire");
  await rest();
  expect(loads()).toBe(1);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(loads()).toBe(0);
  bobWrites("Gas leak");
  await jest.advanceTimersByTimeAsync(40_000);
  expect(loads()).toBe(1);
  expect(trouble.value).toMatchObject({ kind: "conflict", theirs: { version: 3 } });
  // Once the user's own change is undone, theirs is taken.
  write("Flood");
  await jest.advanceTimersByTimeAsync(40_000);
  expect([draft.value.event, trouble.value]).toEqual(["Gas leak", undefined]);
});

test("only one mark is sent at a time, and the other's version is taken after a slow one", async () => {
  bobWrites("Gas");
  write("Fire");
  await rest();
  const slow = holdAnswer("mutation SharedDraftMark");
  await jest.advanceTimersByTimeAsync(100_000);
  sharing.loadSavedVersion();
  names();
  slow.letGo();
  await settle();
  expect(names().filter((name) => name === "SharedDraftMark")).toEqual([]);
  expect(draft.value.event).toBe("Gas");
  // The next mark comes at its usual time.
  await jest.advanceTimersByTimeAsync(20_000);
  expect(names()).toEqual(["SharedDraftMark"]);
});

test("a screen that opens does not show the conflict or the co-editor of the draft before", async () => {
  server = { ...server, editor: BOB, editingUntil: 1050 };
  bobWrites("Gas");
  write("Fire");
  await jest.advanceTimersByTimeAsync(20_000);
  expect([trouble.value?.kind, coEditor.value]).toEqual(["conflict", "Bob"]);
  stop();
  editDraft({ shared: undefined });
  stop = followSharing();
  expect([trouble.value, coEditor.value]).toEqual([undefined, ""]);
});

test("another's version is not taken while the browser cannot store the user's version", async () => {
  bobWrites("Gas");
  write("Fire");
  await rest();
  const before = localStorage;
  const full = () => {
    throw new DOMException("Full.", "QuotaExceededError");
  };
  put("localStorage", { value: { ...before, getItem: () => null, setItem: full } });
  sharing.loadSavedVersion();
  await settle();
  expect(draft.value.event).toBe("Fire");
  expect(trouble.value).toMatchObject({
    kind: "other",
    message: expect.stringContaining("its storage is full or off"),
  });
  put("localStorage", { value: before });
});

test("a failed save shows an error until the next change is saved", async () => {
  write(TOO_MUCH);
  await rest();
  expect(trouble.value).toEqual({ kind: "other", message: "It is too much." });
  // A mark that succeeds saves nothing.
  await jest.advanceTimersByTimeAsync(20_000);
  expect(trouble.value).toEqual({ kind: "other", message: "It is too much." });
  write("Fire");
  await rest();
  expect([eventAt(), trouble.value]).toEqual(["Fire", undefined]);
});

test("the error of a failed mark is cleared by the next mark", async () => {
  instead = refusal("SERVICE_UNAVAILABLE", "It is busy.");
  await jest.advanceTimersByTimeAsync(20_000);
  expect(trouble.value).toEqual({ kind: "other", message: "It is busy." });
  instead = undefined;
  await jest.advanceTimersByTimeAsync(20_000);
  expect(trouble.value).toBeUndefined();
});

test("changes made without a connection are saved when it is back, and the draft is marked", async () => {
  instead = "no answer";
  write("Gas");
  await rest();
  expect(trouble.value).toMatchObject({ kind: "other" });
  instead = undefined;
  names();
  noteOutage();
  noteAnswer();
  await settle();
  expect(eventAt()).toBe("Gas");
  expect(names()).toEqual(["SharedDraftEdit", "SharedDraftMark"]);
});

test("a draft is saved before its publication, which fails if another has changed or removed it", async () => {
  write("Gas");
  await sharing.saveBeforePublication();
  expect(eventAt()).toBe("Gas");
  const isRefused = () =>
    expect(sharing.saveBeforePublication()).rejects.toThrow(/Nothing was published/);
  // A change is loaded, so that it can be read first.
  bobWrites("Fire");
  await isRefused();
  expect(draft.value.event).toBe("Fire");
  await sharing.saveBeforePublication();
  bobWrites("Gas leak");
  write("Gas");
  await isRefused();
  sharing.overwriteSavedVersion((trouble.value as { theirs: SharedDraft }).theirs);
  await settle();
  instead = refusal("NOT_FOUND");
  await isRefused();
  sharing.unshareDraft();
  await sharing.saveBeforePublication();
});

test("text written while another's change is loaded stays, and is a conflict", async () => {
  const { letGo } = holdAnswer("query SharedDraft(");
  bobWrites("Gas");
  await jest.advanceTimersByTimeAsync(20_000);
  write("Fire");
  letGo();
  await settle();
  expect(draft.value.event).toBe("Fire");
  expect(trouble.value).toMatchObject({ kind: "conflict", theirs: { version: 2 } });
});

test("text written while another's version is taken is kept in the separate draft", async () => {
  bobWrites("Gas");
  write("Fire");
  await rest();
  const { letGo } = holdAnswer("query SharedDraft(");
  sharing.loadSavedVersion();
  write("Fire again");
  await settle();
  letGo();
  await settle();
  expect(draft.value.event).toBe("Gas");
  expect(keptDrafts().map((kept) => kept.draft.event)).toContain("Fire again");
});

test("another's version is not loaded into a draft that was opened meanwhile", async () => {
  bobWrites("Gas");
  write("Fire");
  await rest();
  const { letGo } = holdAnswer("query SharedDraft(");
  sharing.loadSavedVersion();
  await settle();
  beginDraft({ event: "Flood" });
  letGo();
  await settle();
  expect(draft.value.event).toBe("Flood");
  expect(draft.value.shared).toBeUndefined();
});

test.each([
  ["mark", "mutation SharedDraftMark", () => {}, 15_000],
  // A large draft takes longer on a slow line.
  ["change", "mutation SharedDraftEdit", () => write("x".repeat(100_000)), 25_000],
] as const)(
  "a %s without an answer delays a publication only until its timeout",
  async (...row) => {
    const [, operation, change, time] = row;
    const outOfTime = loseAnswer(operation);
    change();
    await jest.advanceTimersByTimeAsync(20_000);
    const saved = sharing.saveBeforePublication();
    await settle();
    const [longest] = outOfTime().sort((one, other) => other - one);
    expect(Math.floor((longest ?? 0) / 1000) * 1000).toBe(time);
    await saved;
    expect([server.content, trouble.value]).toEqual([contentOf(draft.value), undefined]);
  },
);

test("an unanswered request for another's version delays a publication only until its timeout", async () => {
  const outOfTime = loseAnswer("query SharedDraft(");
  bobWrites("Gas");
  await jest.advanceTimersByTimeAsync(20_000);
  const saved = sharing.saveBeforePublication();
  await settle();
  expect(outOfTime()).toContain(60_000);
  await expect(saved).rejects.toThrow(/Nothing was published/);
  expect(draft.value.event).toBe("Gas");
});

test("a save whose answer is lost causes no conflict with the user's own text", async () => {
  const first = holdAnswer("mutation SharedDraftEdit");
  write("Gas");
  await rest();
  first.lose();
  await settle();
  const second = holdAnswer("mutation SharedDraftEdit");
  write("Gas leak");
  await rest();
  second.lose();
  await settle();
  expect([eventAt(), draft.value.shared?.version]).toEqual(["Gas", 1]);
  write("Gas leak again");
  await rest();
  await rest();
  expect([eventAt(), server.version, trouble.value]).toEqual(["Gas leak again", 3, undefined]);
  // What others write after that is a conflict.
  bobWrites("Gas");
  write("Fire");
  await rest();
  expect(trouble.value).toMatchObject({ kind: "conflict" });
});

test("text that was saved before the page was reloaded is no conflict", async () => {
  stop();
  await settle();
  bobWrites("Gas");
  write("Gas");
  stop = followSharing();
  await settle();
  expect([trouble.value, draft.value.shared?.version]).toEqual([undefined, 2]);
});

test("a save that ends while another draft is open causes no conflict later", async () => {
  const { letGo } = holdAnswer("mutation SharedDraftEdit");
  write("Gas");
  await rest();
  const { key } = draft.value;
  beginDraft();
  letGo();
  await settle();
  stop();
  openAddress("#/alerts");
  await shared.openShared(7);
  openAddress("#/new");
  await openDraft();
  expect(draft.value.key).toBe(key);
  write("Gas leak");
  stop = followSharing();
  await settle();
  expect(trouble.value).toBeUndefined();
  await rest();
  expect([eventAt(), trouble.value]).toEqual(["Gas leak", undefined]);
});

test("a conflict is shown even if the other's version cannot be read", async () => {
  server.content = "of another program";
  server.version = 2;
  await jest.advanceTimersByTimeAsync(20_000);
  expect(trouble.value).toMatchObject({ kind: "other" });
  write("Fire");
  await jest.advanceTimersByTimeAsync(20_000);
  expect(trouble.value).toMatchObject({ kind: "conflict", theirs: { version: 2 } });
});

test("a mark waits for a running save, so that the user's own change is not taken for another's", async () => {
  const { letGo } = holdAnswer("mutation SharedDraftEdit");
  const troubles = new Set();
  const stopHearing = trouble.subscribe((kind) => troubles.add(kind));
  write("Gas");
  await rest();
  await jest.advanceTimersByTimeAsync(20_000);
  letGo();
  await settle();
  stopHearing();
  expect([draft.value.event, [...troubles]]).toEqual(["Gas", [undefined]]);
  expect(draft.value.shared?.version).toBe(2);
});

test.each(["mutation SharedDraftEdit", "mutation SharedDraftMark", "query SharedDraft("])(
  "the answer to a %s for a draft that was left does not change the next draft",
  async (operation) => {
    const { letGo } = holdAnswer(operation);
    if (operation.includes("Edit")) write("Gas");
    else bobWrites("Gas");
    await jest.advanceTimersByTimeAsync(20_000);
    const next = { id: 8, name: "Po", version: 5, saved: "" };
    beginDraft();
    editDraft({ shared: next });
    const troubles = new Set();
    const stopHearing = trouble.subscribe((kind) => troubles.add(kind));
    letGo();
    await settle();
    stopHearing();
    expect(draft.value.shared).toBe(next);
    expect([draft.value.event, [...troubles]]).toEqual(["", [undefined]]);
  },
);

test("a draft begun while another is being shared stays unshared", async () => {
  beginDraft({ event: "Gas" });
  const sharingIt = sharing.shareDraft("Po");
  beginDraft({ event: "Fire" });
  await sharingIt;
  expect(draft.value.shared).toBeUndefined();
  // A draft is shared even if its screen is left meanwhile.
  beginDraft({ event: "Gas again" });
  const sharingThis = sharing.shareDraft("Adda");
  openAddress("#/alerts");
  await sharingThis;
  openAddress("#/new");
  expect(draft.value.shared?.name).toBe("Adda");
});

test("only the tab that has the draft open marks it", async () => {
  names();
  openAddress("#/alerts/7/update");
  beginDraft({ alertId: 7 });
  openAddress("#/new");
  await settle();
  expect(names()).toEqual(["SharedDraftMark"]);
  // Another tab takes the draft over.
  await (navigator.locks.request as (name: string, how: object, hold: () => void) => unknown)(
    `location-alerts.draft.${draft.value.key}`,
    { steal: true },
    async () => {},
  );
  await settle();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(names()).toEqual([]);
  stop();
  await settle();
  names();
  stop = followSharing();
  await settle();
  expect(names()).toEqual([]);
});

test("opening a shared draft loads it, and opening it again continues with the browser's copy", async () => {
  bobWrites("Gas");
  beginDraft();
  put("localStorage", { value: storage() });
  write("one's own");
  const own = draft.value.key;
  openAddress("#/alerts");
  await shared.openShared(7);
  expect(location.hash).toBe("#/new");
  openAddress("#/new");
  expect(draft.value.key).not.toBe(own);
  expect(keptDrafts().map((kept) => kept.draft.event)).toContain("one's own");
  expect(draft.value.event).toBe("Gas");
  expect(draft.value.shared).toEqual({ id: 7, name: "Reno", version: 2, saved: server.content });
  const { key } = draft.value;
  write("Fire");
  beginDraft();
  names();
  openAddress("#/alerts");
  await shared.openShared(7);
  expect(names()).not.toContain("SharedDraft");
  expect(location.hash).toBe("#/new");
  openAddress("#/new");
  expect(sessionStorage.getItem("location-alerts.tab.new")).toBe(key);
});

test("a shared draft that arrives after its screen was left is not opened", async () => {
  bobWrites("Gas");
  beginDraft();
  put("localStorage", { value: storage() });
  openAddress("#/alerts");
  const opening = shared.openShared(7);
  openAddress("#/alerts/7/update");
  beginDraft({ alertId: 7, event: "an update" });
  await opening;
  expect([location.hash, draft.value.event]).toEqual(["#/alerts/7/update", "an update"]);
  openAddress("#/alerts");
  const again = shared.openShared(7);
  openAddress("#/alerts?search=gas");
  await again;
  expect(location.hash).toBe("#/new");
  openAddress("#/new");
});

test("opening a removed draft and a refused removal fail, and a removal reloads the list", async () => {
  await expect(shared.openShared(8)).rejects.toThrow(/^This draft was published or removed/);
  isRefused = true;
  await expect(shared.removeShared(7)).rejects.toThrow("It was refused.");
  isRefused = false;
  await shared.removeShared(7);
  expect(asked.slice(-2)).toEqual([
    { name: "SharedDraftRemove", variables: { id: 7 } },
    { name: "SharedDrafts", variables: { limit: 1000 } },
  ]);
});
