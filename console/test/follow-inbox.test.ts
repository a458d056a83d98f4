import "./helpers/globals.ts";
import { beforeEach, expect, jest, test } from "@jest/globals";
import { put } from "./helpers/browser-state.ts";
import { live } from "./helpers/live.ts";

// The modules start a clock when they load.
jest.useFakeTimers({ doNotFake: ["setImmediate", "queueMicrotask"] });
let reads: number;
jest.unstable_mockModule("../src/person/inbox.ts", () => ({
  async readInbox() {
    reads += 1;
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
const { followInbox } = await import("../src/person/follow-inbox.ts");
const { isLive } = await import("../src/state/connection.ts");
const { now } = await import("../src/state/now.ts");

/** Returns how often the inbox is read because of `happen`. */
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
  [reads, page.hidden] = [0, false];
});

test("the inbox is read at once, and after each event that may bring news", async () => {
  expect(await readsAt(() => (stop = followInbox()))).toBe(1);
  for (const call of [live.tell, live.begin]) expect(await readsAt(() => call({}))).toBe(1);
  expect(await readsAt(pass)).toBe(1);
  expect(await readsAt(seen)).toBe(1);
  expect(await readsAt(online)).toBe(1);
  expect(await readsAt(comeBack)).toBe(1);
  expect(await readsAt(() => message("pushed"))).toBe(1);
  expect(await readsAt(() => message("another"))).toBe(0);
});

test("a hidden page does not read the inbox, and corrects its clock when it becomes visible", async () => {
  stop = followInbox();
  page.hidden = true;
  expect(await readsAt(pass)).toBe(0);
  expect(await readsAt(seen)).toBe(0);
  page.hidden = false;
  now.value = 5;
  expect(await readsAt(seen)).toBe(1);
  expect(now.value).toBe(Math.floor(Date.now() / 1000));
});

test("the inbox is no longer read after following it has stopped", async () => {
  stop = followInbox();
  stop();
  expect(live.open.size).toBe(0);
  const all = [pass, seen, online, comeBack, () => message("pushed")];
  for (const happen of all) expect(await readsAt(happen)).toBe(0);
});
