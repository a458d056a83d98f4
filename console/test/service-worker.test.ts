import { beforeEach, expect, jest, test } from "@jest/globals";
import { put } from "./helpers/browser-state.ts";

const SCOPE = "http://localhost/";
/** Loads a module by a computed path, because its own types are for workers. */
const load = (file: string) => import(`../src/service-worker/${file}.ts`);

type Happening = { waitUntil(work: Promise<unknown>): void } & Record<string, unknown>;
type Handler = (event: Happening) => void;
interface Client {
  url: string;
  steps: string[];
  postMessage(message: string): void;
  navigate(address: string): Promise<void>;
  focus(): Promise<void>;
}

const handlers = new Map<string, Handler[]>();
let clients: Client[] = [];
let steps: string[] = [];
const shown: [string, NotificationOptions][] = [];
const kept: object[] = [];
/** The caches by name, each with its contents by address. */
const files = new Map<string, Map<string, string>>();
const cacheOf = (name: string) => {
  const entries = files.get(name) ?? new Map<string, string>();
  files.set(name, entries);
  return entries;
};

/** The browser takes its time: only the work that an event waits for is sure to happen. */
const later = () => new Promise(setImmediate);

put("self", {
  value: {
    registration: {
      scope: SCOPE,
      async showNotification(title: string, options: NotificationOptions) {
        await later();
        shown.push([title, options]);
      },
    },
    clients: {
      async matchAll() {
        await later();
        return clients;
      },
      openWindow: async (address: string) => void steps.push(`open ${address}`),
      async claim() {
        await later();
        steps.push("claim");
      },
    },
    async skipWaiting() {
      await later();
      steps.push("skip");
    },
    addEventListener: (name: string, handler: Handler) =>
      handlers.set(name, [...(handlers.get(name) ?? []), handler]),
  },
});
put("caches", {
  value: {
    open: async (name: string) => ({
      keys: async () => [...cacheOf(name).keys()].map((url) => ({ url })),
      async addAll(requests: Request[]) {
        await later();
        for (const { url, cache } of requests) {
          steps.push(`load ${new URL(url).pathname} ${cache}`);
          cacheOf(name).set(url, `${url} of ${name}`);
        }
      },
    }),
    keys: async () => [...files.keys()],
    async delete(name: string) {
      await later();
      files.delete(name);
    },
    match: async (address: string, { cacheName }: { cacheName?: string } = {}) =>
      [...files]
        .find(([name, entries]) => (!cacheName || cacheName === name) && entries.has(address))?.[1]
        .get(address),
  },
});
put("PAGE_FILES", { value: ["./", "assets/main.js"] });
put("PAGE_VERSION", { value: "2" });
jest.unstable_mockModule("../src/person/pushed.ts", () => ({
  async keepPush(push: object) {
    // Storing a push takes longer than finding the pages.
    await later();
    await later();
    kept.push(push);
  },
}));
await load("person");

/** Sends the worker an event, and waits for the work that this event waits for. */
async function happen(name: string, event: Record<string, unknown> = {}): Promise<Response[]> {
  const work: Promise<unknown>[] = [];
  const answers: Promise<Response>[] = [];
  for (const handle of handlers.get(name) ?? []) {
    handle({
      ...event,
      waitUntil: (promise) => work.push(promise),
      respondWith: (answer: Promise<Response>) => answers.push(answer),
    });
  }
  await Promise.all(work);
  return await Promise.all(answers);
}
function client(url: string): Client {
  const own: string[] = [];
  return {
    url,
    steps: own,
    postMessage: (message) => own.push(message),
    navigate: async (address) => void own.push(`go to ${address}`),
    focus: async () => void own.push("focus"),
  };
}
const PUSH = {
  title: "Gas leak",
  body: "Leave the centre now.",
  data: { notificationId: 5, alertId: 7, level: "ONE", kind: "ALERT", language: "it" },
};
const push = (data: object = {}) => {
  const message = { ...PUSH, data: { ...PUSH.data, ...data } };
  return happen("push", { data: { json: () => message } });
};

beforeEach(() => {
  clients = [];
  steps = [];
  for (const list of [shown, kept]) list.length = 0;
  files.clear();
});

test("a push is shown once with the page's signs and its language, kept, and announced to the pages that are open", async () => {
  clients = [client(SCOPE), client(`${SCOPE}console/`)];
  await push();
  expect(shown).toEqual([
    [
      PUSH.title,
      {
        body: PUSH.body,
        data: PUSH.data,
        icon: "./icons/icon-192.png",
        badge: "./icons/badge-96.png",
        vibrate: [400, 200, 400],
        lang: "it",
        dir: "auto",
        tag: "notification-5",
        requireInteraction: true,
      },
    ],
  ]);
  expect(kept).toEqual([PUSH]);
  expect(clients.map((one) => one.steps)).toEqual([["pushed"], ["pushed"]]);
});

test.each([
  ["TWO", "ALERT", false],
  ["ONE", "ALL_CLEAR", false],
  ["ONE", "UPDATE", true],
])("a push of level %s and kind %s stays until it is seen: %s", async (level, kind, stays) => {
  await push({ level, kind });
  expect(shown[0]?.[1].requireInteraction).toBe(stays);
});

test("a push without its alert's text is shown until it is seen, and not kept", async () => {
  await push({ level: undefined, kind: undefined });
  expect(shown[0]?.[1].requireInteraction).toBe(true);
  expect(kept).toEqual([]);
});

test("a push without content is ignored", async () => {
  await happen("push", { data: null });
  expect([shown, kept]).toEqual([[], []]);
});

test("a click on a notification opens the alert in this page's window, or in a new one", async () => {
  const notification = { close: () => steps.push("close"), data: PUSH.data };
  const address = `${SCOPE}#/alerts/7`;
  // The console's address begins like the person's page, but it is another page.
  clients = [client(`${SCOPE}console/`)];
  await happen("notificationclick", { notification });
  expect(steps).toEqual(["close", `open ${address}`]);
  expect(clients[0]?.steps).toEqual([]);
  steps = [];
  clients.push(client(`${SCOPE}?from=home#/me`));
  await happen("notificationclick", { notification });
  expect(steps).toEqual(["close"]);
  expect(clients[1]?.steps).toEqual([`go to ${address}`, "focus"]);
});

test("an activated worker takes control of windows that are already open", async () => {
  await happen("activate");
  expect(steps).toEqual(["claim"]);
});

const OWN = "location-alerts-person-page-2";
const OLD = "location-alerts-person-page-1";

test("installing the worker loads the page's files that are not cached yet from the host", async () => {
  cacheOf(OWN).set(SCOPE, "kept before");
  await happen("install");
  expect(steps).toEqual(["load /assets/main.js no-cache", "skip"]);
  expect([...cacheOf(OWN).keys()]).toEqual([SCOPE, `${SCOPE}assets/main.js`]);
});

test("a page's message removes the caches of older pages, and no other caches", async () => {
  const others = ["location-alerts-person-speech", "another-page-1"];
  for (const name of [OLD, "location-alerts-person-page-0", ...others]) cacheOf(name);
  await happen("message", { data: "something else" });
  expect(files.has(OLD)).toBe(true);
  await happen("message", { data: "keep" });
  expect([...files.keys()].sort()).toEqual([
    "another-page-1",
    "location-alerts-person-page-2",
    "location-alerts-person-speech",
  ]);
  expect(cacheOf(OWN).size).toBe(2);
});

test("the page comes from its own cache, else from an older one, else from the host", async () => {
  globalThis.fetch = async (request) => `${(request as Request).url} of the host` as never;
  const get = (path: string, method = "GET") =>
    happen("fetch", { request: new Request(`${SCOPE}${path}`, { method }) });
  expect(await get("")).toEqual([`${SCOPE} of the host`]);
  cacheOf(OLD).set(SCOPE, "old");
  expect(await get("?from=home#/me")).toEqual(["old"]);
  cacheOf(OWN).set(SCOPE, "new");
  expect(await get("?from=home")).toEqual(["new"]);
  // Everything else goes to the network.
  expect([await get("graphql"), await get("console/"), await get("", "POST")]).toEqual([
    [],
    [],
    [],
  ]);
});
