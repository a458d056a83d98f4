import { Duplex } from "node:stream";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import type { Backend } from "../../src/database/embedded/backend.ts";
import { Multiplexer } from "../../src/database/embedded/multiplexer.ts";
import { message, readyForQuery } from "../../src/database/embedded/protocol.ts";
import { query, startup } from "./helpers/raw-client.ts";

let ran: string[];
let logged: string[];
let multiplexer: Multiplexer;

/** A backend that only knows when a transaction begins and ends. */
function fakeBackend(): Backend {
  let status = "I";
  return {
    startupReply: readyForQuery("I"),
    async run(messages, onData) {
      for (const bytes of messages) {
        const text = Buffer.from(bytes).toString("latin1", 5).replace("\0", "");
        ran.push(text);
        if (text === "begin") status = "T";
        if (text === "commit" || text === "rollback") status = "I";
        onData(Buffer.concat([message("C", text.toUpperCase()), readyForQuery(status)]));
      }
    },
  };
}

/** Connects a client. Returns what sends a query. */
function connect() {
  const stream = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
  multiplexer.add(stream);
  stream.push(startup());
  return { ask: (text: string) => void stream.push(query(text)), leave: () => stream.push(null) };
}

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ["nextTick", "queueMicrotask", "setImmediate", "performance"] });
  ran = [];
  logged = [];
  multiplexer = new Multiplexer(fakeBackend(), (line) => void logged.push(line));
});
afterEach(() => void jest.useRealTimers());

const turns = async () => {
  for (let n = 0; n < 20; n += 1) await new Promise(setImmediate);
};

test("a client that keeps others waiting in a transaction is told of after ten seconds, once", async () => {
  const [owner, other] = [connect(), connect()];
  owner.ask("begin");
  await turns();
  other.ask("select 1");
  await turns();
  expect(ran).toEqual(["begin"]);
  jest.advanceTimersByTime(9_999);
  expect(logged).toEqual([]);
  jest.advanceTimersByTime(100_000);
  expect(logged).toEqual([
    expect.stringMatching(/^a client has been idle in a transaction for 10 s while others wait/),
  ]);
  owner.ask("commit");
  await turns();
  expect(ran).toEqual(["begin", "commit", "select 1"]);
});

test("nobody is told of a transaction that ends in time, or that nobody waits for", async () => {
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

test("a client that leaves in a transaction has it rolled back, and the next one goes on", async () => {
  const [owner, other] = [connect(), connect()];
  owner.ask("begin");
  await turns();
  other.ask("select 1");
  owner.leave();
  await turns();
  expect(ran).toEqual(["begin", "rollback", "select 1"]);
});
