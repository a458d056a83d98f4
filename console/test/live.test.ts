import "./helpers/globals.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";

interface Options {
  url: string;
  connectionParams: object;
  keepAlive: number;
  retryAttempts: number;
  retryWait(tries: number): Promise<void>;
  shouldRetry(event: unknown): boolean;
  on: { closed(event: unknown): void };
}
type Sink = { next(result: object): void; error(error: unknown): void; complete(): void };

/** A fake of the library's client, with the parts that the console uses. */
class FakeClient {
  readonly subscriptions: { query: string; variables?: object; sink: Sink }[] = [];
  readonly options: Options;
  isDisposed = false;
  isEnded = false;
  readonly listeners = new Map<string, Set<(isOfService: boolean) => void>>();
  constructor(options: Options) {
    this.options = options;
  }
  on(event: string, listener: (isOfService: boolean) => void) {
    const listeners = this.listeners.get(event) ?? new Set();
    this.listeners.set(event, listeners.add(listener));
    return () => listeners.delete(listener);
  }
  tell(event: string, isOfService = false) {
    for (const listener of this.listeners.get(event) ?? []) listener(isOfService);
  }
  subscribe(operation: { query: string; variables?: object }, sink: Sink) {
    this.subscriptions.push({ ...operation, sink });
    return () => {
      this.isEnded = true;
    };
  }
  async dispose() {
    this.isDisposed = true;
    throw new Error("closed");
  }
  connect() {
    this.tell("connected");
  }
  close(code: number) {
    this.tell("closed");
    this.options.on.closed({ code });
  }
  terminate() {
    this.close(4499);
  }
}
let clients: FakeClient[] = [];
jest.unstable_mockModule("graphql-ws", () => ({
  createClient(options: Options) {
    const client = new FakeClient(options);
    clients.push(client);
    return client;
  },
}));
jest.useFakeTimers();
const { follow } = await import("../src/api/live.ts");
const { AlertProgressDocument } = await import("../src/api/operations.ts");
const { isLive, isOffline } = await import("../src/state/connection.ts");
const { isExpired, session } = await import("../src/state/session.ts");

const login = (token: string) => ({ token, userId: 1, email: "ada@example.org" });
let handled: object[];
let begun: number;
let refused: number;
let stop = () => {};
beforeEach(() => {
  clients = [];
  handled = [];
  begun = 0;
  refused = 0;
  jest.spyOn(console, "warn").mockReturnValue();
  session.value = login("a.b.c");
  stop = follow(
    AlertProgressDocument,
    { id: 7 },
    (result) => handled.push(result),
    () => {
      begun += 1;
    },
    () => {
      refused += 1;
    },
  );
});
afterEach(() => {
  stop();
  session.value = null;
});
const client = () => clients.at(-1) as FakeClient;
const subscription = () => client().subscriptions[0]?.sink as Sink;
/** Answers the query that is sent after each connect. The query is then complete, and the subscription goes on. */
const answer = () => {
  const sink = client().subscriptions.at(-1)?.sink;
  sink?.next({});
  sink?.complete();
};

test("a subscription is opened with the session's token, and its events are handled", () => {
  const { options, subscriptions } = client();
  expect([options.url, options.connectionParams]).toEqual([
    "ws://localhost/graphql",
    { token: "a.b.c" },
  ]);
  const [{ query, variables, sink }] = subscriptions as [FakeClient["subscriptions"][0]];
  expect([query, variables]).toEqual([String(AlertProgressDocument), { id: 7 }]);
  sink.next({ data: { alertProgress: null } });
  sink.next({ errors: [] });
  expect(handled).toStrictEqual([{ alertProgress: null }]);
});

test("the state is asked for when the subscription has begun, after each connect", () => {
  for (const times of [1, 2]) {
    client().connect();
    expect(begun).toBe(times - 1);
    answer();
    expect(begun).toBe(times);
  }
});

test("a lost connection shows as offline until its subscription is back, and one that the console closed does not", () => {
  const { closed } = client().options.on;
  closed({ code: 1006 });
  expect(isOffline.value).toBe(true);
  client().connect();
  expect(isOffline.value).toBe(true);
  answer();
  expect(isOffline.value).toBe(false);
  closed({ code: 1000 });
  expect(isLive.value).toBe(true);
});

test("a connection counts as lost if nothing arrives within 30 seconds of the console's ping", async () => {
  client().connect();
  answer();
  expect(client().options.keepAlive).toBe(10_000);
  client().tell("ping");
  await jest.advanceTimersByTimeAsync(29_999);
  // Any message is a sign of life: the answer may wait behind a large one.
  client().tell("message");
  // A ping that the service sends does not start the console's wait.
  client().tell("ping", true);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(isOffline.value).toBe(false);
  client().tell("ping");
  await jest.advanceTimersByTimeAsync(29_999);
  expect(isOffline.value).toBe(false);
  await jest.advanceTimersByTimeAsync(1);
  expect(isOffline.value).toBe(true);
  // The library connects again.
  client().connect();
  answer();
  client().tell("ping");
  client().close(1006);
  client().connect();
  answer();
  await jest.advanceTimersByTimeAsync(60_000);
  expect([isOffline.value, begun]).toEqual([false, 3]);
});

const errors = (code: string) => [{ message: "It failed.", extensions: { code } }];
const endings: [string, (sink: Sink) => void][] = [
  ["an error", ({ error }) => error(errors("RATE_LIMITED"))],
  ["a close that the library takes for final", ({ error }) => error({ code: 4500, reason: "" })],
  ["its completion", ({ complete }) => complete()],
  [
    "an answer without data",
    ({ next, complete }) => {
      next({ errors: errors("INTERNAL_SERVER_ERROR") });
      complete();
    },
  ],
];
test.each(endings)("a subscription that ends by %s begins again", async (_ending, end) => {
  const before = client();
  before.connect();
  end(subscription());
  // The library closes the connection, because nothing is subscribed any more. An answer that still comes says nothing
  // about the subscription.
  before.options.on.closed({ code: 1000 });
  answer();
  expect([before.isDisposed, isOffline.value, begun]).toEqual([true, true, 0]);
  await jest.advanceTimersByTimeAsync(499);
  expect(clients).toHaveLength(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(clients).toHaveLength(2);
  client().connect();
  expect(isOffline.value).toBe(true);
  answer();
  expect([isOffline.value, begun]).toEqual([false, 1]);
  subscription().next({ data: { alertProgress: null } });
  expect(handled).toHaveLength(1);
});

test("a subscription begins again if the query that confirms its beginning fails", async () => {
  client().connect();
  client().subscriptions.at(-1)?.sink.error(errors("RATE_LIMITED"));
  expect(isOffline.value).toBe(true);
  await jest.advanceTimersByTimeAsync(500);
  expect(clients).toHaveLength(2);
});

test("the pause before a subscription begins again grows up to ten seconds, until one has begun", async () => {
  const pauses: number[] = [];
  for (let times = 0; times < 7; times += 1) {
    const { length } = clients;
    subscription().complete();
    const since = Date.now();
    for (let steps = 0; steps < 30 && clients.length === length; steps += 1) {
      await jest.advanceTimersByTimeAsync(500);
    }
    pauses.push(Date.now() - since);
    if (times < 5) continue;
    client().connect();
    answer();
  }
  expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 500]);
});

test.each(["FORBIDDEN", "NOT_FOUND", "UNAUTHENTICATED"])(
  "a subscription that is refused as %s does not begin again, and the state is asked for",
  async (code) => {
    client().connect();
    subscription().next({ errors: errors(code) });
    subscription().complete();
    answer();
    await jest.advanceTimersByTimeAsync(20_000);
    expect([clients.length, isOffline.value, begun, refused]).toEqual([1, false, 1, 1]);
    subscription().error(errors(code));
    await jest.advanceTimersByTimeAsync(20_000);
    expect([clients.length, isOffline.value]).toEqual([1, false]);
  },
);

test("a connection is tried again without end, after ten seconds at most, unless its token is refused", async () => {
  const { retryAttempts, retryWait, shouldRetry } = client().options;
  expect(retryAttempts).toBe(Number.POSITIVE_INFINITY);
  expect([{ code: 1006 }, { code: 4403 }, undefined].map(shouldRetry)).toEqual([true, false, true]);
  for (const [tries, wait] of [
    [0, 500],
    [2, 2000],
    [9, 10_000],
  ] as const) {
    let isOver = false;
    void retryWait(tries).then(() => {
      isOver = true;
    });
    await jest.advanceTimersByTimeAsync(wait - 1);
    expect(isOver).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(isOver).toBe(true);
  }
});

test("a refused token ends the session, and another one begins a new connection", async () => {
  const before = client();
  before.options.on.closed({ code: 1006 });
  expect(isExpired.value).toBe(false);
  before.options.on.closed({ code: 4403 });
  subscription().error({ code: 4403, reason: "The token has expired." });
  expect(isExpired.value).toBe(true);
  await jest.advanceTimersByTimeAsync(20_000);
  expect(clients).toHaveLength(1);
  session.value = login("next");
  expect(clients).toHaveLength(2);
  expect([before.isDisposed, before.isEnded, before.listeners.get("connected")?.size]).toEqual([
    true,
    true,
    0,
  ]);
  expect(client().options.connectionParams).toEqual({ token: "next" });
  // Other changes of the session keep the connection.
  session.value = { ...login("next"), isTraining: true };
  expect(clients).toHaveLength(2);
  await jest.advanceTimersByTimeAsync(0);
});

test("nothing is followed without a login, and a stopped subscription is neither lost nor begun again", () => {
  client().options.on.closed({ code: 1006 });
  stop();
  expect([client().isDisposed, isOffline.value]).toEqual([true, false]);
  // The close is reported later, and so is the end of the subscription.
  client().options.on.closed({ code: 1006 });
  subscription().complete();
  jest.advanceTimersByTime(20_000);
  expect([clients.length, isOffline.value]).toEqual([1, false]);
  session.value = null;
  stop = follow(AlertProgressDocument, { id: 7 }, () => {});
  expect(clients).toHaveLength(1);
});

test("a screen that is left during the pause does not subscribe again", () => {
  subscription().complete();
  expect(isOffline.value).toBe(true);
  stop();
  jest.advanceTimersByTime(20_000);
  expect([clients.length, isOffline.value]).toEqual([1, false]);
});
