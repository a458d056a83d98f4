import "./helpers/globals.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import type { SharedDraft } from "../../src/console/state/shared-drafts.ts";
import { locks, openAddress, put, storage } from "./helpers/browser-state.ts";
import { fakeService, refusal } from "./helpers/fake-service.ts";
import { loseAnswer } from "./helpers/lose-answer.ts";

// The modules start a clock when they load.
jest.useFakeTimers();
const { session } = await import("../../src/console/state/session.ts");
const { draft, beginDraft, editDraft, openDraft } = await import(
  "../../src/console/state/draft.ts"
);
const { contentOf } = await import("../../src/console/state/draft-content.ts");
const { keptDrafts } = await import("../../src/console/state/kept-drafts.ts");
const { serviceHasAnswered, serviceHasNotAnswered } = await import(
  "../../src/console/state/connection.ts"
);
const shared = await import("../../src/console/state/shared-drafts.ts");
const sharing = await import("../../src/console/state/sharing.ts");
const { coEditor, followSharing, trouble } = sharing;

const ADA = { id: 1, name: "Ada" };
const BOB = { id: 2, name: "Bob" };

/** What the service takes in no draft. */
const TOO_MUCH = "too much";
/** The draft at the service. */
let server: { version: number; content: string; editor: object | null; editingUntil: number };
/** What the service answers next, whatever it is asked. */
let instead: object | "no answer" | undefined;
/** True if nothing may be removed. */
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
  serviceHasAnswered();
  await rest();
  session.value = null;
  jest.useRealTimers();
});

test("a shared draft is what was written, by its name", async () => {
  expect(draft.value.shared).toEqual({ id: 7, name: "Reno", version: 1, saved: server.content });
  expect(eventAt()).toBe("Flood");
  await rest();
  // Nothing has changed, so nothing is saved.
  expect(names()).toEqual(["SharedDraftMark"]);
});

test("a change is saved after a rest, and once", async () => {
  for (const event of ["Gas", "Gas leak"]) {
    write(event);
    await jest.advanceTimersByTimeAsync(1499);
  }
  expect(server.version).toBe(1);
  await jest.advanceTimersByTimeAsync(1);
  expect([eventAt(), server.version]).toEqual(["Gas leak", 2]);
  expect(draft.value.shared).toEqual({ id: 7, name: "Reno", version: 2, saved: server.content });
  await rest();
  write("Gas");
  await rest();
  expect([eventAt(), server.version]).toEqual(["Gas", 3]);
  expect(trouble.value).toBeUndefined();
});

test("the draft is marked now and every twenty seconds, and says who else works on it", async () => {
  expect(isMarked()).toEqual([{ id: 7, isEditing: true }]);
  expect(coEditor.value).toBe("");
  server = { ...server, editor: BOB, editingUntil: 1050 };
  await jest.advanceTimersByTimeAsync(19_999);
  expect(isMarked()).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(1);
  expect([isMarked().length, coEditor.value]).toEqual([2, "Bob"]);
  // The mark of Bob is over.
  await jest.advanceTimersByTimeAsync(40_000);
  expect(coEditor.value).toBe("");
  stop();
  await settle();
  expect(isMarked().at(-1)).toEqual({ id: 7, isEditing: false });
  const { length } = isMarked();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(isMarked()).toHaveLength(length);
});

test("what is not saved yet is saved when the screen is left", async () => {
  write("Gas");
  stop();
  await settle();
  expect(eventAt()).toBe("Gas");
  write("later");
  await jest.advanceTimersByTimeAsync(60_000);
  expect(eventAt()).toBe("Gas");
});

test("another's change comes by itself into a draft that has none of its own", async () => {
  bobWrites("Gas");
  await jest.advanceTimersByTimeAsync(20_000);
  expect(draft.value.event).toBe("Gas");
  expect(draft.value.shared).toMatchObject({ version: 2, saved: server.content });
  expect(trouble.value).toBeUndefined();
});

test("changes of both are a conflict, and nothing is saved over another's", async () => {
  bobWrites("Gas");
  write("Fire");
  await rest();
  expect(trouble.value).toMatchObject({ kind: "conflict", theirs: { version: 2 } });
  expect([eventAt(), draft.value.event]).toEqual(["Gas", "Fire"]);
  names();
  write("Fire again");
  await rest();
  expect(names()).not.toContain("SharedDraftEdit");
});

test("the content of a conflict is loaded once, and again when they change it", async () => {
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
  // Without one's own change theirs is taken.
  write("Flood");
  await jest.advanceTimersByTimeAsync(40_000);
  expect([draft.value.event, trouble.value]).toEqual(["Gas leak", undefined]);
});

test("marks do not pile up on a slow line: theirs is taken after the one that runs", async () => {
  bobWrites("Gas");
  write("Fire");
  await rest();
  const slow = holdAnswer("mutation SharedDraftMark");
  await jest.advanceTimersByTimeAsync(100_000);
  sharing.takeTheirs();
  names();
  slow.letGo();
  await settle();
  expect(names().filter((name) => name === "SharedDraftMark")).toEqual([]);
  expect(draft.value.event).toBe("Gas");
  // The next one comes in its time.
  await jest.advanceTimersByTimeAsync(20_000);
  expect(names()).toEqual(["SharedDraftMark"]);
});

test("a screen that opens says nothing of the draft before", async () => {
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

test("theirs is taken, and one's own stays as another draft", async () => {
  bobWrites("Gas");
  write("Fire");
  await rest();
  const { key } = draft.value;
  sharing.takeTheirs();
  await settle();
  expect([draft.value.event, draft.value.key, trouble.value]).toEqual(["Gas", key, undefined]);
  const own = keptDrafts().find((kept) => kept.draft.event === "Fire")?.draft;
  expect(own).toBeDefined();
  expect(own?.key).not.toBe(key);
  expect(own?.shared).toBeUndefined();
});

test("theirs is not taken while the browser cannot keep one's own", async () => {
  bobWrites("Gas");
  write("Fire");
  await rest();
  const before = localStorage;
  const full = () => {
    throw new DOMException("Full.", "QuotaExceededError");
  };
  put("localStorage", { value: { ...before, getItem: () => null, setItem: full } });
  sharing.takeTheirs();
  await settle();
  expect(draft.value.event).toBe("Fire");
  expect(trouble.value).toMatchObject({
    kind: "other",
    message: expect.stringContaining("its storage is full or off"),
  });
  put("localStorage", { value: before });
});

test("it is said if theirs cannot be taken", async () => {
  bobWrites("Gas");
  write("Fire");
  await rest();
  instead = refusal("INTERNAL_SERVER_ERROR", "It failed.");
  sharing.takeTheirs();
  await settle();
  expect(draft.value.event).toBe("Fire");
  expect(trouble.value).toMatchObject({
    kind: "other",
    message: expect.stringContaining("It failed."),
  });
});

test("one's own is saved over theirs by choice", async () => {
  bobWrites("Gas");
  write("Fire");
  await rest();
  sharing.keepMine((trouble.value as { theirs: SharedDraft }).theirs);
  expect(trouble.value).toBeUndefined();
  await settle();
  expect([eventAt(), server.version, trouble.value]).toEqual(["Fire", 3, undefined]);
});

test("a draft that is gone is not saved any more, and may be kept alone", async () => {
  instead = refusal("NOT_FOUND");
  write("Gas");
  await rest();
  expect(trouble.value).toEqual({ kind: "gone" });
  names();
  write("Fire");
  await rest();
  expect(names()).toEqual([]);
  sharing.keepAlone();
  expect([draft.value.shared, trouble.value]).toEqual([undefined, undefined]);
  expect(draft.value.event).toBe("Fire");
  // Nobody else hears of it any more.
  stop();
  await settle();
  expect(names()).toEqual([]);
});

test("a failure is said until the draft is saved, and tried again after the next change", async () => {
  write(TOO_MUCH);
  await rest();
  expect(trouble.value).toEqual({ kind: "other", message: "It is too much." });
  // A mark that goes well saves nothing.
  await jest.advanceTimersByTimeAsync(20_000);
  expect(trouble.value).toEqual({ kind: "other", message: "It is too much." });
  write("Fire");
  await rest();
  expect([eventAt(), trouble.value]).toEqual(["Fire", undefined]);
});

test("a mark that failed is forgotten after the next one", async () => {
  instead = refusal("SERVICE_UNAVAILABLE", "It is busy.");
  await jest.advanceTimersByTimeAsync(20_000);
  expect(trouble.value).toEqual({ kind: "other", message: "It is busy." });
  instead = undefined;
  await jest.advanceTimersByTimeAsync(20_000);
  expect(trouble.value).toBeUndefined();
});

test("what was written without a connection is saved when it is back, and marked", async () => {
  instead = "no answer";
  write("Gas");
  await rest();
  expect(trouble.value).toMatchObject({ kind: "other" });
  instead = undefined;
  names();
  serviceHasNotAnswered();
  serviceHasAnswered();
  await settle();
  expect(eventAt()).toBe("Gas");
  expect(names()).toEqual(["SharedDraftEdit", "SharedDraftMark"]);
});

test("nothing is published of a draft that others cannot see as it is", async () => {
  write("Gas");
  await sharing.saveBeforePublication();
  expect(eventAt()).toBe("Gas");
  bobWrites("Fire");
  write("Gas leak");
  await expect(sharing.saveBeforePublication()).rejects.toThrow(/Nothing was published/);
  sharing.keepAlone();
  await sharing.saveBeforePublication();
});

test("another's newer text is read before one's own copy of it is published", async () => {
  bobWrites("Gas");
  await expect(sharing.saveBeforePublication()).rejects.toThrow(/Nothing was published/);
  expect(draft.value.event).toBe("Gas");
  await sharing.saveBeforePublication();
  instead = refusal("NOT_FOUND");
  await expect(sharing.saveBeforePublication()).rejects.toThrow(/Nothing was published/);
});

/** Holds the answer of the shared draft until it is let go. */
function holdTheirs(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { fetch } = globalThis;
  globalThis.fetch = async (url, init) => {
    const answer = await fetch(url, init);
    if (String(init?.body).includes("query SharedDraft(")) await promise;
    return answer;
  };
  return resolve;
}

test("what one writes while another's change is loaded is a conflict, and stays", async () => {
  const letGo = holdTheirs();
  bobWrites("Gas");
  await jest.advanceTimersByTimeAsync(20_000);
  write("Fire");
  letGo();
  await settle();
  expect(draft.value.event).toBe("Fire");
  expect(trouble.value).toMatchObject({ kind: "conflict", theirs: { version: 2 } });
});

test("what one writes while theirs is taken stays in the other draft", async () => {
  bobWrites("Gas");
  write("Fire");
  await rest();
  const letGo = holdTheirs();
  sharing.takeTheirs();
  write("Fire again");
  await settle();
  letGo();
  await settle();
  expect(draft.value.event).toBe("Gas");
  expect(keptDrafts().map((kept) => kept.draft.event)).toContain("Fire again");
});

test("theirs does not come into another draft that one opens meanwhile", async () => {
  bobWrites("Gas");
  write("Fire");
  await rest();
  const letGo = holdTheirs();
  sharing.takeTheirs();
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
] as const)("a %s without an answer does not hold up the publication for long", async (...row) => {
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
});

test("a text of theirs without an answer does not hold up what comes next", async () => {
  const outOfTime = loseAnswer("query SharedDraft(");
  bobWrites("Gas");
  await jest.advanceTimersByTimeAsync(20_000);
  const saved = sharing.saveBeforePublication();
  await settle();
  expect(outOfTime()).toContain(60_000);
  await expect(saved).rejects.toThrow(/Nothing was published/);
  expect(draft.value.event).toBe("Gas");
});

/** Lets the service do what is asked next, but its answer comes when it is let go, or is lost. */
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

test("a save whose answer is lost is no conflict with oneself", async () => {
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
  // What others write since then is a conflict.
  bobWrites("Gas");
  write("Fire");
  await rest();
  expect(trouble.value).toMatchObject({ kind: "conflict" });
});

test("what was saved before the page was loaded again is no conflict", async () => {
  stop();
  await settle();
  bobWrites("Gas");
  write("Gas");
  stop = followSharing();
  await settle();
  expect([trouble.value, draft.value.shared?.version]).toEqual([undefined, 2]);
});

test("a save that ends while another draft is open is no conflict later", async () => {
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

test("a conflict is said although theirs cannot be read", async () => {
  server.content = "of another program";
  server.version = 2;
  await jest.advanceTimersByTimeAsync(20_000);
  expect(trouble.value).toMatchObject({ kind: "other" });
  write("Fire");
  await jest.advanceTimersByTimeAsync(20_000);
  expect(trouble.value).toMatchObject({ kind: "conflict", theirs: { version: 2 } });
});

test("steps wait for each other, so that a mark does not take a change for another's", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { fetch } = globalThis;
  globalThis.fetch = async (url, init) => {
    const answer = await fetch(url, init);
    if (String(init?.body).includes("mutation SharedDraftEdit")) await promise;
    return answer;
  };
  const troubles = new Set();
  const stopHearing = trouble.subscribe((kind) => troubles.add(kind));
  write("Gas");
  await rest();
  await jest.advanceTimersByTimeAsync(20_000);
  resolve();
  await settle();
  stopHearing();
  expect([draft.value.event, [...troubles]]).toEqual(["Gas", [undefined]]);
  expect(draft.value.shared?.version).toBe(2);
});

test.each(["mutation SharedDraftEdit", "mutation SharedDraftMark", "query SharedDraft("])(
  "an answer to a %s of a draft that was left meanwhile changes nothing of the next",
  async (operation) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { fetch } = globalThis;
    globalThis.fetch = async (url, init) => {
      const answer = await fetch(url, init);
      if (String(init?.body).includes(operation)) await promise;
      return answer;
    };
    if (operation.includes("Edit")) write("Gas");
    else bobWrites("Gas");
    await jest.advanceTimersByTimeAsync(20_000);
    const next = { id: 8, name: "Po", version: 5, saved: "" };
    beginDraft();
    editDraft({ shared: next });
    const troubles = new Set();
    const stopHearing = trouble.subscribe((kind) => troubles.add(kind));
    resolve();
    await settle();
    stopHearing();
    expect(draft.value.shared).toBe(next);
    expect([draft.value.event, [...troubles]]).toEqual(["", [undefined]]);
  },
);

test("a draft that one begins while another is shared stays one's own", async () => {
  beginDraft({ event: "Gas" });
  const sharingIt = sharing.shareDraft("Po");
  beginDraft({ event: "Fire" });
  await sharingIt;
  expect(draft.value.shared).toBeUndefined();
  // One that is left by its screen only is shared.
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
  // Another tab takes it.
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

test("who opens another's draft continues with it, and with their own copy the next time", async () => {
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

test("a shared draft that comes after its screen was left is not opened", async () => {
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

test("a draft that is gone cannot be opened, and says so", async () => {
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

test("another editor is someone else whose mark lasts", () => {
  const other = (editor: object | null, editingUntil: number | null) =>
    shared.otherEditor({ editor, editingUntil } as SharedDraft, 100);
  expect([other(BOB, 101), other(BOB, 100), other(ADA, 101), other(null, null)]).toEqual([
    "Bob",
    "",
    "",
    "",
  ]);
});
