import "./helpers/globals.ts";
import { beforeEach, expect, jest, test } from "@jest/globals";
import { put } from "./helpers/browser-state.ts";

// The modules start a clock when they load.
jest.useFakeTimers({ doNotFake: ["setImmediate", "queueMicrotask"] });
let reads: number;
jest.unstable_mockModule("../../src/console/person/inbox.ts", () => ({
  async readInbox() {
    reads += 1;
  },
}));
/** What the live connection calls at news, and when it has begun. */
let live: (() => void)[];
jest.unstable_mockModule("../../src/console/api/live.ts", () => ({
  follow(_operation: unknown, _variables: unknown, ...calls: (() => void)[]) {
    live = calls;
    return () => {
      live = [];
    };
  },
}));
const page = Object.assign(new EventTarget(), {
  hidden: false,
  baseURI: "http://localhost/",
  documentElement: { dataset: {} },
});
put("document", { value: page });
const worker = new EventTarget();
put("navigator", { value: { languages: ["en"], serviceWorker: worker } });
const { followInbox } = await import("../../src/console/person/follow-inbox.ts");
const { isLive } = await import("../../src/console/state/connection.ts");
const { now } = await import("../../src/console/state/now.ts");

/** How often the inbox is read by what happens. */
async function readsAt(happen: () => unknown): Promise<number> {
  const before = reads;
  await happen();
  await new Promise((resolve) => setImmediate(resolve));
  return reads - before;
}
const seen = () => page.dispatchEvent(new Event("visibilitychange"));
const message = (data: string) =>
  worker.dispatchEvent(Object.assign(new Event("message"), { data }));
const online = () => window.dispatchEvent(new Event("online"));
async function comeBack(): Promise<void> {
  isLive.value = false;
  isLive.value = true;
}
const pass = () => jest.advanceTimersByTime(30_000);

let stop = () => {};
beforeEach(async () => {
  stop();
  [reads, live, page.hidden] = [0, [], false];
});

test("the inbox is read at once, and at all that may be news", async () => {
  expect(await readsAt(() => (stop = followInbox()))).toBe(1);
  expect(live).toHaveLength(2);
  for (const call of live) expect(await readsAt(call)).toBe(1);
  expect(await readsAt(pass)).toBe(1);
  expect(await readsAt(seen)).toBe(1);
  expect(await readsAt(online)).toBe(1);
  expect(await readsAt(comeBack)).toBe(1);
  expect(await readsAt(() => message("pushed"))).toBe(1);
  expect(await readsAt(() => message("another"))).toBe(0);
});

test("a page that nobody sees is quiet, and its clock is right when it is seen", async () => {
  stop = followInbox();
  page.hidden = true;
  expect(await readsAt(pass)).toBe(0);
  expect(await readsAt(seen)).toBe(0);
  page.hidden = false;
  now.value = 5;
  expect(await readsAt(seen)).toBe(1);
  expect(now.value).toBe(Math.floor(Date.now() / 1000));
});

test("nothing is read after the end", async () => {
  stop = followInbox();
  stop();
  expect(live).toEqual([]);
  const all = [pass, seen, online, comeBack, () => message("pushed")];
  for (const happen of all) expect(await readsAt(happen)).toBe(0);
});
