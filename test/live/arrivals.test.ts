import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import type { WebSocket } from "ws";
import { limitArrivals } from "../../src/http/websockets/arrivals.ts";
import type { Connection } from "../../src/http/websockets/connection.ts";

const MINUTE = 60_000;
const TOO_LARGE = 65_537;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Makes clients of a host. */
function host() {
  const watch = limitArrivals(MINUTE);
  return (isUser = true) => {
    const [websocket, socket] = [new EventEmitter(), new EventEmitter()];
    const bytesRead = { bytesRead: 200 };
    Object.assign(socket, bytesRead);
    const ended: number[] = [];
    const identity = isUser ? { userId: 7, sessionId: 1 } : undefined;
    const end = (code: number) => {
      ended.push(code);
      websocket.emit("close");
    };
    watch(
      { identity, end } as unknown as Connection,
      websocket as WebSocket,
      socket as unknown as Socket,
    );
    /** Sends bytes. A message that they complete is read before other listeners see the bytes. */
    const send = (bytes: number, event?: string, data = Buffer.alloc(0)) => {
      (socket as unknown as { bytesRead: number }).bytesRead += bytes;
      if (event) websocket.emit(event, data);
      socket.emit("data");
    };
    return {
      ended,
      part: (bytes: number) => send(bytes),
      last: (bytes: number) => send(bytes, "message"),
      pong: () => send(6, "pong"),
      leave: () => websocket.emit("close"),
      ping: (bytes: number) => send(6 + bytes, "ping", Buffer.alloc(bytes)),
    };
  };
}

test("a message that is not complete after a minute ends its connection, though its client answers pings", () => {
  const { part, pong, ended } = host()();
  part(10);
  for (let turn = 0; turn < 4; turn += 1) {
    jest.advanceTimersByTime(MINUTE / 4);
    pong();
  }
  expect(ended).toEqual([]);
  jest.advanceTimersByTime(1);
  pong();
  expect(ended).toEqual([1013]);
});

test("a client that sends whole messages, pings and pongs stays for any time", () => {
  const { part, last, ping, pong, ended } = host()();
  for (let turn = 0; turn < 1000; turn += 1) {
    part(600_000);
    jest.advanceTimersByTime(MINUTE);
    last(100_000);
    ping(125);
    jest.advanceTimersByTime(10 * MINUTE);
    pong();
  }
  expect(ended).toEqual([]);
});

test("a stranger may send messages of at most 64 kB, and a user larger ones", () => {
  const client = host();
  const [stranger, user] = [client(false), client()];
  for (const { part, last } of [stranger, user]) {
    part(TOO_LARGE - 1);
    last(1);
    part(TOO_LARGE - 1);
  }
  expect(stranger.ended).toEqual([]);
  stranger.part(1);
  user.part(1);
  expect([stranger.ended, user.ended]).toEqual([[1009], []]);
});

test("if the incomplete messages of all clients are too large together, the largest one's connection ends", () => {
  const client = host();
  const [phone, flood] = [client(), Array.from({ length: 49 }, () => client())];
  // Clients that have left no longer count.
  const gone = Array.from({ length: 40 }, () => client());
  for (const { part, leave } of gone) {
    part(2_000_000);
    leave();
  }
  phone.part(600_000);
  for (const { part, last } of flood) {
    part(1_000_000);
    last(1_000_000);
    part(2_000_000);
  }
  const left = client();
  left.part(1_300_000);
  left.part(100_000);
  expect(flood.flatMap(({ ended }) => ended)).toEqual([]);
  phone.part(1);
  expect(flood.flatMap(({ ended }) => ended)).toEqual([1013]);
  expect([phone, left, ...gone].flatMap(({ ended }) => ended)).toEqual([]);
  // Connections that were ended no longer count either.
  left.part(1_000_000);
  expect(left.ended).toEqual([]);
});
