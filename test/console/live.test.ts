import "./helpers/globals.ts";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";

interface Options {
  url: string;
  connectionParams: object;
  retryAttempts: number;
  retryWait(tries: number): Promise<void>;
  shouldRetry(event: unknown): boolean;
  on: { connected(): void; closed(event: unknown): void };
}
type Sink = { next(result: object): void; error(error: unknown): void };

/** A client of the library, as the console uses it. */
class FakeClient {
  readonly subscriptions: { query: string; variables?: object; sink: Sink }[] = [];
  readonly options: Options;
  isDisposed = false;
  isEnded = false;
  connected = new Set<() => void>();
  constructor(options: Options) {
    this.options = options;
  }
  on(_event: string, listener: () => void) {
    this.connected.add(listener);
    return () => this.connected.delete(listener);
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
    this.options.on.connected();
    for (const listener of this.connected) listener();
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
const { follow } = await import("../../src/console/api/live.ts");
const { AlertProgressDocument } = await import("../../src/console/api/operations.ts");
const { isLive, isOffline } = await import("../../src/console/state/connection.ts");
const { isExpired, session } = await import("../../src/console/state/session.ts");

const login = (token: string) => ({ token, userId: 1, email: "ada@example.org" });
let handled: object[];
let begun: number;
let stop = () => {};
beforeEach(() => {
  clients = [];
  handled = [];
  begun = 0;
  session.value = login("a.b.c");
  stop = follow(
    AlertProgressDocument,
    { id: 7 },
    (result) => handled.push(result),
    () => {
      begun += 1;
    },
  );
});
afterEach(() => {
  stop();
  session.value = null;
});
const client = () => clients.at(-1) as FakeClient;

test("events of a subscription are handled, with the session's token", () => {
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
    client().subscriptions.at(-1)?.sink.next({});
    expect(begun).toBe(times);
  }
});

test("a lost connection is known until it is back, and one that the console closed is none", () => {
  const { connected, closed } = client().options.on;
  closed({ code: 1006 });
  expect(isOffline.value).toBe(true);
  connected();
  expect(isOffline.value).toBe(false);
  closed({ code: 1000 });
  expect(isLive.value).toBe(true);
});

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
  expect(isExpired.value).toBe(true);
  session.value = login("next");
  expect(clients).toHaveLength(2);
  expect([before.isDisposed, before.isEnded, before.connected.size]).toEqual([true, true, 0]);
  expect(client().options.connectionParams).toEqual({ token: "next" });
  // What else changes of the session leaves the connection.
  session.value = { ...login("next"), isTraining: true };
  expect(clients).toHaveLength(2);
  await jest.advanceTimersByTimeAsync(0);
});

test("without a login nothing is followed, and after its end nothing is lost", () => {
  client().options.on.closed({ code: 1006 });
  stop();
  expect([client().isDisposed, isOffline.value]).toEqual([true, false]);
  session.value = null;
  stop = follow(AlertProgressDocument, { id: 7 }, () => {});
  expect(clients).toHaveLength(1);
});
