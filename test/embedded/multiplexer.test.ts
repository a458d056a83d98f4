/** @database embedded */
import { Duplex } from "node:stream";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import type { Backend } from "../../embedded/backend.ts";
import { Multiplexer } from "../../embedded/multiplexer.ts";
import { message, readyForQuery } from "../../embedded/protocol.ts";
import { query, startup } from "./helpers/raw-client.ts";

const NOTIFICATION = message("A", Buffer.alloc(4), "news", "");

let ran: string[];
let logged: string[];
let multiplexer: Multiplexer;
/** Statements wait for this promise. */
let gate: Promise<void>;

/** A backend that only knows when a transaction begins and ends, asks for the data of a COPY, and notifies. */
function fakeBackend(): Backend {
  let status = "I";
  return {
    startupReply: readyForQuery("I"),
    async run(messages, onData) {
      for (const bytes of messages) {
        const text = Buffer.from(bytes).toString("latin1", 5).replace("\0", "");
        ran.push(text);
        await gate;
        if (text === "begin") status = "T";
        if (text === "commit" || text === "rollback") status = "I";
        if (text === "copy t from stdin") onData(message("G"));
        if (text === "notify") onData(NOTIFICATION);
        onData(Buffer.concat([message("C", text.toUpperCase()), readyForQuery(status)]));
      }
    },
  };
}

/** Connects a client. Returns functions that send a query, and return what the client got. */
function connect(first = startup()) {
  let got = "";
  const stream = new Duplex({
    read() {},
    write(chunk, _encoding, done) {
      got += chunk.toString("latin1");
      done();
    },
  });
  multiplexer.add(stream);
  stream.push(first);
  return {
    ask: (text: string) => void stream.push(query(text)),
    got: () => got,
  };
}

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ["nextTick", "queueMicrotask", "setImmediate", "performance"] });
  ran = [];
  gate = Promise.resolve();
  logged = [];
  multiplexer = new Multiplexer(fakeBackend(), (line) => void logged.push(line));
});
afterEach(() => void jest.useRealTimers());

const turns = async () => {
  for (let n = 0; n < 20; n += 1) await new Promise(setImmediate);
};

test("a client that keeps others waiting in a transaction is logged once, after ten seconds", async () => {
  const [owner, other] = [connect(), connect()];
  owner.ask("begin");
  await turns();
  other.ask("select 1");
  await turns();
  expect(ran).toEqual(["begin"]);
  jest.advanceTimersByTime(9_999);
  expect(logged).toEqual([]);
  connect().ask("select 2");
  await turns();
  jest.advanceTimersByTime(100_000);
  expect(logged).toEqual([
    expect.stringMatching(/^a client has been idle in a transaction for 10 s while others wait/),
  ]);
  owner.ask("commit");
  await turns();
  expect(ran).toEqual(["begin", "commit", "select 1", "select 2"]);
  owner.ask("begin");
  await turns();
  other.ask("select 3");
  await turns();
  jest.advanceTimersByTime(10_000);
  expect(logged).toHaveLength(2);
});

test("a transaction that ends in time, or that nobody waits for, is not logged", async () => {
  const [owner, other] = [connect(), connect()];
  owner.ask("begin");
  await turns();
  jest.advanceTimersByTime(60_000);
  other.ask("select 1");
  await turns();
  jest.advanceTimersByTime(9_000);
  owner.ask("commit");
  await turns();
  jest.advanceTimersByTime(60_000);
  expect(ran).toEqual(["begin", "commit", "select 1"]);
  expect(logged).toEqual([]);
});

test("the event loop gets a turn between batches that take longer than five milliseconds", async () => {
  let now = 0;
  const clock = jest.spyOn(performance, "now").mockImplementation(() => ++now);
  const client = connect();
  for (let n = 0; n < 100; n += 1) client.ask(`select ${n}`);
  await new Promise(setImmediate);
  const inFirstTurn = ran.length;
  await turns();
  clock.mockRestore();
  expect(inFirstTurn).toBeGreaterThan(0);
  expect(inFirstTurn).toBeLessThan(10);
  expect(ran).toEqual(Array.from({ length: 100 }, (_, n) => `select ${n}`));
});

test("a client whose COPY in a transaction waits for its data keeps the backend", async () => {
  const [owner, other] = [connect(), connect()];
  owner.ask("begin");
  owner.ask("copy t from stdin");
  other.ask("select 1");
  await turns();
  expect(ran.slice(0, 3)).toEqual(["begin", "savepoint embedded_copy", "copy t from stdin"]);
  expect(ran).not.toContain("select 1");
});

test("a notification reaches every client once, and none that is not connected yet", async () => {
  const clients = [connect(), connect()];
  const early = connect(startup().subarray(0, 10));
  clients[0]?.ask("notify");
  await turns();
  for (const { got } of clients) expect(got().split("news")).toHaveLength(2);
  expect(early.got()).toBe("");
});

describe("closing", () => {
  test("waits for the running statement, and runs none that waits", async () => {
    const opening = Promise.withResolvers<void>();
    gate = opening.promise;
    const client = connect();
    client.ask("select 1");
    client.ask("select 2");
    await turns();
    const isOver = jest.fn();
    const closed = multiplexer.close().then(isOver);
    await turns();
    expect(isOver).not.toHaveBeenCalled();
    opening.resolve();
    await closed;
    expect(ran).toEqual(["select 1"]);
    expect(client.got()).toMatch(/SELECT 1.*57P01/s);
  });

  test("refuses clients that connect after it", async () => {
    await multiplexer.close();
    const late = connect();
    await turns();
    expect(late.got()).toContain("57P03");
    expect(late.got()).not.toContain("57P01");
  });
});
