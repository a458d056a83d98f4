/** @database embedded */
import { Duplex } from "node:stream";
import { beforeEach, describe, expect, jest, test } from "@jest/globals";
import { ClientSession } from "../../embedded/client-session.ts";
import { message } from "../../embedded/protocol.ts";
import {
  bind,
  describeStatement,
  execute,
  flush,
  parse,
  query,
  startup,
  sync,
} from "./helpers/raw-client.ts";

/** The writes that the stream has not finished. */
let unfinished: (() => void)[];
/** How many parts each write has. */
let writes: number[];
let stream: Duplex;
let session: ClientSession;
const ready = jest.fn();
beforeEach(() => {
  unfinished = [];
  writes = [];
  stream = new Duplex({
    read() {},
    writev(chunks, done) {
      writes.push(chunks.length);
      unfinished.push(done);
    },
  });
  session = new ClientSession(1, stream, { connected: () => [], ready });
  stream.emit("data", startup());
  ready.mockClear();
});

const describePortal = message("D", Buffer.from("P"), "");

describe("a batch", () => {
  test.each([
    ["binds the unnamed statement", bind("")],
    ["describes the unnamed statement", describeStatement("")],
  ])("that %s of an earlier batch needs that statement", (_what, use) => {
    stream.emit("data", Buffer.concat([parse("", "select 1"), use, execute(), sync()]));
    stream.emit("data", Buffer.concat([use, execute(), flush()]));
    expect(session.batches).toMatchObject([
      { needsUnnamed: false, unnamedParse: parse("", "select 1"), texts: ["select 1"] },
      { needsUnnamed: true, unnamedParse: undefined, texts: [] },
    ]);
  });

  test("of a named statement leaves the unnamed one alone", () => {
    const own = [parse("a", "select 1"), describeStatement("a"), bind("a"), describePortal, sync()];
    stream.emit("data", Buffer.concat(own));
    expect(session.batches).toMatchObject([{ needsUnnamed: false, unnamedParse: undefined }]);
  });

  test("may be the call of a function", () => {
    stream.emit("data", message("F"));
    expect(session.batches).toMatchObject([{ kind: "query", parts: [message("F")] }]);
  });
});

describe("a client", () => {
  test("that does not read its answers gets no turn until it reads them", () => {
    stream.emit("data", query("select 1"));
    session.send([Buffer.alloc(64 * 1024), Buffer.alloc(1)]);
    expect(session.runnable).toBe(false);
    ready.mockClear();
    unfinished.shift()?.();
    expect([session.runnable, ready.mock.calls]).toEqual([true, [[session]]]);
  });

  test("is sent an answer in one write", () => {
    session.send([Buffer.alloc(1), Buffer.alloc(2)]);
    expect(writes).toEqual([2]);
  });

  test("whose connection fails is gone", async () => {
    stream.destroy(new Error("ECONNRESET"));
    await new Promise((resolve) => stream.once("close", resolve));
    expect([session.gone, session.runnable, ready.mock.calls.length]).toEqual([true, true, 1]);
  });

  test("that sends an unknown message is gone", () => {
    stream.emit("data", message("y"));
    expect([session.gone, session.batches]).toEqual([true, []]);
  });

  test("that is refused runs no more statements, and is still read", () => {
    stream.emit("data", query("x".repeat(5 << 20)));
    expect(stream.isPaused()).toBe(true);
    session.refuse(Buffer.from("no"));
    expect(session.batches).toEqual([]);
    expect(stream.isPaused()).toBe(false);
    stream.emit("data", query("select 2"));
    expect(session.batches).toEqual([]);
  });
});
