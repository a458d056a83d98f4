/** @database both */
import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import type pg from "pg";
import { fakeSleep } from "../helpers/fake-sleep.ts";

fakeSleep();
const { listen } = await import("../../src/live/listener.ts");

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A connection that answers until the test says that it is silent. */
class FakeClient extends EventEmitter {
  isSilent = false;
  isEnded = false;
  isCutOff = false;
  connection = {
    stream: {
      destroy: () => {
        this.isCutOff = true;
      },
    },
  };
  queries: string[] = [];

  async connect(): Promise<void> {}
  query(text: string): Promise<void> {
    this.queries.push(text);
    return this.isSilent ? new Promise(() => {}) : Promise.resolve();
  }
  async end(): Promise<void> {
    this.isEnded = true;
  }
}

async function listening() {
  const clients: FakeClient[] = [];
  const heard: string[] = [];
  const logged: unknown[] = [];
  let gaps = 0;
  let silences = 0;
  const stop = await listen(
    () => {
      clients.push(new FakeClient());
      return clients.at(-1) as unknown as pg.Client;
    },
    { news: (payload) => heard.push(payload), gossip: (payload) => heard.push(payload) },
    () => {
      gaps += 1;
    },
    (...event) => void logged.push(event),
    () => {
      silences += 1;
    },
  );
  return { clients, heard, logged, gaps: () => gaps, silences: () => silences, stop };
}

test("the listener hears its channels, and no others", async () => {
  const { clients, heard, stop } = await listening();
  expect(clients[0]?.queries).toEqual(["listen news; listen gossip"]);
  clients[0]?.emit("notification", { channel: "news", payload: "one" });
  clients[0]?.emit("notification", { channel: "other", payload: "two" });
  expect(heard).toEqual(["one"]);
  await stop();
});

test("the listener keeps an idle connection that answers", async () => {
  const { clients, gaps, stop } = await listening();
  await jest.advanceTimersByTimeAsync(3_600_000);
  expect([clients.length, gaps()]).toEqual([1, 0]);
  await stop();
});

test("the listener replaces a silent connection within half a minute, and reports the silence and the gap", async () => {
  const { clients, gaps, silences, heard, stop } = await listening();
  (clients[0] as FakeClient).isSilent = true;
  await jest.advanceTimersByTimeAsync(30_000);
  expect([clients.length, gaps(), silences()]).toEqual([2, 1, 1]);
  expect(clients[0]).toMatchObject({ isCutOff: true, isEnded: true });
  clients[1]?.emit("notification", { channel: "news", payload: "again" });
  expect(heard).toEqual(["again"]);
  await stop();
});

test("the listener replaces a lost connection, warns of it, and no longer checks the old one", async () => {
  const { clients, gaps, silences, logged, stop } = await listening();
  clients[0]?.emit("error", new Error("terminated"));
  await jest.advanceTimersByTimeAsync(30_000);
  expect([clients.length, gaps(), silences()]).toEqual([2, 1, 0]);
  expect(clients[0]?.queries).toEqual(["listen news; listen gossip"]);
  expect(logged).toEqual([
    ["database: the connection that listens is lost: reconnecting", "warn"],
    ["database: it answers again."],
  ]);
  await stop();
});

test("the listener replaces a connection whose check fails, and reports no silence", async () => {
  const { clients, gaps, silences, stop } = await listening();
  const query = jest.spyOn(clients[0] as FakeClient, "query");
  query.mockRejectedValueOnce(new Error("terminated"));
  await jest.advanceTimersByTimeAsync(15_000);
  expect([clients.length, gaps(), silences()]).toEqual([2, 1, 0]);
  await stop();
});

test("a listener that stops while it reconnects does not listen again", async () => {
  const { clients, gaps, stop } = await listening();
  clients[0]?.emit("end");
  await jest.advanceTimersByTimeAsync(100);
  await stop();
  expect(clients.slice(1).flatMap(({ queries }) => queries)).toEqual([]);
  expect(gaps()).toBe(0);
});

test("the listener tries again until the database is back", async () => {
  const { clients, gaps, stop } = await listening();
  const connect = jest.spyOn(FakeClient.prototype, "connect").mockRejectedValue(new Error("away"));
  clients[0]?.emit("end");
  await jest.advanceTimersByTimeAsync(5000);
  // It tries twice a second.
  expect(clients.length).toBe(11);
  expect(gaps()).toBe(0);
  expect(clients.slice(1, -1).every(({ isEnded }) => isEnded)).toBe(true);
  connect.mockRestore();
  await jest.advanceTimersByTimeAsync(1000);
  expect(gaps()).toBe(1);
  await stop();
});

test("the listener replaces a connection that is silent before it listens", async () => {
  const { clients, gaps, silences, stop } = await listening();
  const connect = jest.spyOn(FakeClient.prototype, "connect");
  connect.mockImplementationOnce(async function (this: FakeClient) {
    this.isSilent = true;
  });
  clients[0]?.emit("end");
  await jest.advanceTimersByTimeAsync(30_000);
  expect([clients.length, gaps(), silences()]).toEqual([3, 1, 1]);
  expect(clients[1]).toMatchObject({ isCutOff: true, isEnded: true });
  connect.mockRestore();
  await stop();
  expect(jest.getTimerCount()).toBe(0);
});

test("the listener leaves no timer and no connection when it stops, and does not warn", async () => {
  const { clients, logged, stop } = await listening();
  await stop();
  expect(logged).toEqual([]);
  expect(jest.getTimerCount()).toBe(0);
  expect(clients.map(({ isEnded }) => isEnded)).toEqual([true]);
});

test("the listener keeps a connection whose answer waits because the process is busy", async () => {
  jest.useFakeTimers({ doNotFake: ["setImmediate"] });
  const { clients, gaps, silences, stop } = await listening();
  // Both checks are due before this process reads the answer to the first.
  jest.advanceTimersByTime(10_000);
  for (let turn = 0; turn < 2; turn += 1) await new Promise(setImmediate);
  await jest.advanceTimersByTimeAsync(4_000);
  expect([clients.length, gaps(), silences()]).toEqual([1, 0, 0]);
  await stop();
});
