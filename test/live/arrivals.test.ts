import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import type { WebSocket } from "ws";
import { endLargest } from "../../src/http/slow-clients.ts";
import { Connection } from "../../src/http/websockets/connection.ts";

const MINUTE = 60_000;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A client that sends parts of messages. `ended` has the code with which its connection was ended. */
function connect(isUser = true) {
  const ended: number[] = [];
  const end = { close: (code: number) => ended.push(code), terminate: () => {} };
  const socket = Object.assign(new EventEmitter(), end);
  const below = Object.assign(new EventEmitter(), { bytesRead: 200 });
  const connection = new Connection(socket as unknown as WebSocket, below as unknown as Socket);
  if (isUser) connection.identity = { userId: 7, sessionId: 1, isAdmin: false };
  /** Sends bytes. A message that they complete is read before other listeners see the bytes. */
  const send = (bytes: number, event?: string, data = Buffer.alloc(0)) => {
    below.bytesRead += bytes;
    if (event) socket.emit(event, data);
    below.emit("data");
  };
  return {
    connection,
    ended,
    part: (bytes: number) => send(bytes),
    last: (bytes: number) => send(bytes, "message"),
    pong: () => send(6, "pong"),
    ping: (bytes: number) => send(6 + bytes, "ping", Buffer.alloc(bytes)),
    leave: () => socket.emit("close"),
  };
}

test("a message that is not complete after a minute ends its connection, though its client answers pings", () => {
  const { connection, part, pong, ended, leave } = connect();
  part(10);
  for (let turn = 0; turn < 4; turn += 1) {
    jest.advanceTimersByTime(MINUTE / 4);
    pong();
    connection.limitArrival(MINUTE);
  }
  expect(ended).toEqual([]);
  jest.advanceTimersByTime(1);
  connection.limitArrival(MINUTE);
  expect(ended).toEqual([1013]);
  leave();
});

test("a client that sends whole messages, pings and pongs stays for any time", () => {
  const { connection, part, last, ping, pong, ended, leave } = connect();
  for (let turn = 0; turn < 1000; turn += 1) {
    part(600_000);
    jest.advanceTimersByTime(MINUTE);
    connection.limitArrival(MINUTE);
    last(100_000);
    ping(125);
    for (let minute = 0; minute < 10; minute += 1) {
      jest.advanceTimersByTime(MINUTE);
      pong();
      connection.limitArrival(MINUTE);
    }
  }
  expect([connection.size(), ended]).toEqual([0, []]);
  leave();
});

test("a stranger may send messages of at most 64 kB, and a user larger ones", () => {
  const [stranger, user] = [connect(false), connect()];
  for (const { part, last } of [stranger, user]) {
    part(65_536);
    last(1);
    part(65_536);
  }
  expect(stranger.ended).toEqual([]);
  for (const { part, leave } of [stranger, user]) {
    part(1);
    leave();
  }
  expect([stranger.ended, user.ended]).toEqual([[1009], []]);
});

test("if the incomplete messages of all clients are too large together, the largest one's connection ends", () => {
  const [phone, flood, whole] = [connect(), connect(), connect()];
  phone.part(600_000);
  flood.part(2_000_000);
  whole.last(1_900_000);
  const end = (most: number) =>
    endLargest(
      [phone, flood, whole].map(({ connection }) => connection),
      (one) => one.size(),
      most,
    );
  end(2_600_000);
  expect(flood.ended).toEqual([]);
  end(2_599_999);
  expect([phone, flood, whole].map(({ ended }) => ended)).toEqual([[], [1013], []]);
  for (const { leave } of [phone, flood, whole]) leave();
});
