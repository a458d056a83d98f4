import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { WebSocket } from "ws";
import type { SoundLists } from "../../src/graphql/requests/sound-lists.ts";
import { endSlowest } from "../../src/http/slow-clients.ts";
import { Connection } from "../../src/http/websockets/connection.ts";
import { makeTokens } from "../../src/people/tokens.ts";
import { secretKey } from "../../src/settings/token-keys.ts";
import { until } from "../helpers/until.ts";

const DAY = 86_400_000;
const NOW = Date.parse("2026-10-21T07:28:00Z");

beforeEach(() => void jest.useFakeTimers({ now: NOW }));
afterEach(() => void jest.useRealTimers());

/** A socket that keeps what it was told. The test says when a message has left. */
class FakeSocket extends EventEmitter {
  readyState: number = WebSocket.OPEN;
  closes: unknown[][] = [];
  isTerminated = false;
  pings = 0;
  /** Callbacks that tell that a message has left, the oldest first. */
  sent: (() => void)[] = [];

  send(_data: unknown, _how: unknown, done: () => void): void {
    this.sent.push(done);
  }
  /** Lets messages leave until the given ones have been sent. */
  async takeAll(messages: Promise<void>[]): Promise<void> {
    let areSent = false;
    void Promise.all(messages).then(() => {
      areSent = true;
    });
    for (; !areSent; await null) this.sent.shift()?.();
  }
  ping(): void {
    this.pings += 1;
  }
  close(...how: unknown[]): void {
    this.closes.push(how);
  }
  terminate(): void {
    this.isTerminated = true;
    this.leave();
  }
  /** Closes, as if the client had left. */
  leave(): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.emit("close");
  }
}

function connected() {
  const socket = new FakeSocket();
  const below = Object.assign(new EventEmitter(), { bytesRead: 0 });
  const connection = new Connection(socket as unknown as WebSocket, below as unknown as Socket);
  return { socket, below, connection };
}

describe("a token", () => {
  const SECRET = "a secret for tests of thirty-two characters";

  /** Connects with a token of this lifetime. There are no pings, which would make tests of years take long. */
  function withTokenOf(milliseconds: number) {
    jest.useFakeTimers({ now: NOW, doNotFake: ["setInterval", "clearInterval"] });
    const tokens = makeTokens([secretKey(SECRET)], milliseconds / 1000);
    const { socket, connection } = connected();
    connection.begin(tokens.issue({ userId: 7, sessionId: 1 }), tokens);
    expect(connection.identity?.userId).toBe(7);
    return { socket, connection };
  }

  // A timer holds 24.8 days at most. It fires at once if it is given more.
  test.each([1 / 24, 1, 24, 25, 50, 365])(
    "of %f days ends its connection when it expires",
    (days) => {
      const { socket } = withTokenOf(days * DAY);
      const timers = jest.spyOn(globalThis, "setTimeout");
      jest.advanceTimersByTime(100);
      expect(timers).not.toHaveBeenCalled();
      jest.advanceTimersByTime(days * DAY - 101);
      expect(socket.closes).toEqual([]);
      jest.advanceTimersByTime(1);
      expect(socket.closes).toEqual([[4403, "The token has expired."]]);
      timers.mockRestore();
      socket.leave();
    },
  );

  test("leaves no timer when its client leaves", () => {
    withTokenOf(DAY).socket.leave();
    expect(jest.getTimerCount()).toBe(0);
  });

  test("that expires ends its connection after the large message that is being sent", async () => {
    const { socket, connection } = withTokenOf(DAY);
    const sending = connection.send("x".repeat(200_000));
    await jest.advanceTimersByTimeAsync(DAY);
    expect(socket.closes).toEqual([]);
    await socket.takeAll([sending]);
    await until(() => socket.closes.length > 0);
    expect(socket.closes).toEqual([[4403, "The token has expired."]]);
    socket.leave();
    expect(jest.getTimerCount()).toBe(0);
  });

  test("that expires ends its connection after half a minute if a large message is still being sent", async () => {
    const { socket, connection } = withTokenOf(DAY);
    void connection.send("x".repeat(200_000));
    await jest.advanceTimersByTimeAsync(DAY + 29_999);
    expect(socket.closes).toEqual([]);
    jest.advanceTimersByTime(1);
    await until(() => socket.closes.length > 0);
    expect(socket.closes).toEqual([[4403, "The token has expired."]]);
    socket.leave();
  });
});

describe("a client", () => {
  /** Lets milliseconds pass, and runs what they have begun. */
  const pass = (milliseconds: number) => {
    jest.advanceTimersByTime(milliseconds);
    jest.advanceTimersByTime(1);
  };

  test("is pinged, and stays connected while it sends anything, even a part of a message", () => {
    const { socket, below } = connected();
    for (let turn = 1; turn <= 4; turn += 1) {
      pass(15_000);
      expect(socket.pings).toBe(turn);
      below.emit("data");
    }
    expect(socket.isTerminated).toBe(false);
    pass(30_000);
    expect(socket.isTerminated).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
  });

  test("stays connected while it takes a large message bit by bit, and is pinged meanwhile", async () => {
    const { socket, connection } = connected();
    void connection.send("x".repeat(1_000_000));
    for (let turn = 1; turn <= 4; turn += 1) {
      await null;
      pass(10_000);
      socket.sent.shift()?.();
      await null;
      pass(5_000);
      expect(socket.pings).toBe(turn);
    }
    expect(socket.isTerminated).toBe(false);
    pass(30_000);
    expect(socket.isTerminated).toBe(true);
  });

  test("is cut off if it takes small messages and sends nothing", () => {
    const { socket, connection } = connected();
    for (let turn = 0; turn < 2; turn += 1) {
      pass(10_000);
      void connection.send("x");
      socket.sent.shift()?.();
      pass(5_000);
    }
    expect(socket.isTerminated).toBe(true);
  });

  test("gets a large message as it is, though its parts cut characters in two", async () => {
    const { socket, connection } = connected();
    const got: Buffer[] = [];
    socket.send = (part: Buffer, _how: unknown, done: () => void) => {
      got.push(part);
      done();
    };
    const text = `a${"è€😀".repeat(30_000)}`;
    await connection.send(text);
    expect(got.length).toBeGreaterThan(3);
    expect(Buffer.concat(got).toString()).toBe(text);
  });

  test("is not cut off if messages wait behind one large answer", async () => {
    const { socket, connection } = connected();
    const sending = [connection.send("x".repeat(5_000_000))];
    for (let count = 0; count < 10; count += 1) sending.push(connection.send("x".repeat(100_000)));
    await socket.takeAll(sending);
    expect(socket.isTerminated).toBe(false);
  });

  test.each([60_000, 1_000_000])(
    "is cut off if a megabyte waits behind what it does not read, in messages of %d",
    (length) => {
      const { socket, connection } = connected();
      void connection.send("x");
      for (let left = 1_000_000; left > 0; left -= length) {
        void connection.send("x".repeat(Math.min(length, left)));
      }
      void connection.send("x");
      expect(socket.isTerminated).toBe(false);
      void connection.send("x");
      expect(socket.isTerminated).toBe(true);
    },
  );

  test("that reads may get any number of large answers", async () => {
    const { socket, connection } = connected();
    for (let count = 0; count < 10; count += 1) {
      await socket.takeAll([connection.send("x".repeat(800_000))]);
    }
    expect(socket.isTerminated).toBe(false);
  });

  test("counts for the limit of its host while a large message, or one behind it, waits", async () => {
    const { socket, below, connection } = connected();
    const ended: unknown[] = [];
    const waits = (most: number) => {
      const socket = Object.assign(below, { writableLength: 0, destroy: () => ended.push(most) });
      endSlowest([socket] as never, most);
    };
    const sending = [connection.send("x".repeat(100_000)), connection.send("x".repeat(200))];
    waits(100_200);
    expect(ended).toEqual([]);
    waits(100_199);
    expect(ended).toEqual([100_199]);
    await socket.takeAll(sending);
    waits(0);
    expect(ended).toEqual([100_199]);
  });

  test("holds its subscription's next event until it has taken this one", async () => {
    const { socket, connection } = connected();
    let isTaken = false;
    const sent = connection.send("x").then(() => {
      isTaken = true;
    });
    await jest.advanceTimersByTimeAsync(60_000);
    expect(isTaken).toBe(false);
    socket.sent.shift()?.();
    await sent;
  });

  test("gets the parts of one message before those of the next, and whole messages after them", async () => {
    const { socket, connection } = connected();
    const got: string[] = [];
    socket.send = (text: unknown, how: { fin: boolean }, done: () => void) => {
      got.push(`${text}${how.fin ? "." : ""}`);
      socket.sent.push(done);
    };
    for (const name of ["a", "b"]) {
      const write = async function* () {
        yield Buffer.from(`${name}1`);
        yield Buffer.from(`${name}2`);
      };
      const sounds = { areIn: (text: string) => text === name, write };
      connection.sounds.set(name, sounds as unknown as SoundLists);
    }
    const sending = ["b", "a", "c"].map((text) => connection.send(text));
    // While the second message is sent, another one follows.
    for (let turn = 0; turn < 1000 && got.length < 4; turn += 1, await null)
      socket.sent.shift()?.();
    sending.push(connection.send("a"));
    let areSent = false;
    void Promise.all(sending).then(() => {
      areSent = true;
    });
    for (; !areSent; await null) socket.sent.shift()?.();
    expect(got).toEqual(["b1", "b2", ".", "a1", "a2", ".", "c.", "a."]);
  });

  test("is cut off if a megabyte waits behind a message in parts that it does not read", async () => {
    const { socket, connection } = connected();
    const write = async function* () {
      yield Buffer.from("a1");
    };
    const sendParts = (text: string) => {
      connection.sounds.set("1", { areIn: () => true, write } as unknown as SoundLists);
      return connection.send(text);
    };
    // What the client has read no longer counts.
    for (let turn = 0; turn < 3; turn += 1) {
      const large = "x".repeat(1_000_000);
      await socket.takeAll([sendParts("a"), connection.send(large), sendParts("b")]);
    }
    await socket.takeAll([sendParts("a"), sendParts("x".repeat(1_000_000)), connection.send("b")]);
    expect(socket.isTerminated).toBe(false);
    void sendParts("a");
    void connection.send("x".repeat(500_000));
    void sendParts("x".repeat(500_001));
    expect(socket.isTerminated).toBe(false);
    void connection.send("x");
    expect(socket.isTerminated).toBe(true);
  });

  test("is cut off if a part of a message cannot be sent", async () => {
    const { socket, connection } = connected();
    socket.send = (_text: unknown, _how: unknown, done?: (error: Error) => void) =>
      done?.(new Error("broken"));
    const write = async function* () {
      yield Buffer.from("a1");
    };
    connection.sounds.set("1", { areIn: () => true, write } as unknown as SoundLists);
    await connection.send("a");
    expect(socket.isTerminated).toBe(true);
  });

  test("that must leave is told why, and cut off at once", () => {
    const { socket, connection } = connected();
    connection.end(1013, "Too many connections.");
    expect(socket.closes).toEqual([[1013, "Too many connections."]]);
    expect(socket.isTerminated).toBe(true);
  });

  test("that has left is sent nothing, and sending to it does not wait", async () => {
    const { socket, connection } = connected();
    socket.leave();
    await connection.send("x".repeat(2_000_000));
    expect(socket.sent).toEqual([]);
  });
});

describe("closing when idle", () => {
  beforeEach(() => void jest.useRealTimers());
  const close = (connection: Connection, grace: number) =>
    connection.closeWhenIdle(1001, "The host is stopping.", grace);

  test("waits for running operations, then for the client to confirm", async () => {
    const { socket, connection } = connected();
    connection.running.add("1");
    const closed = close(connection, 600_000);
    // The next turns of the event loop change nothing.
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
    expect(socket.closes).toEqual([]);
    connection.running.delete("1");
    await until(() => socket.closes.length > 0);
    expect(socket.closes).toEqual([[1001, "The host is stopping."]]);
    expect(socket.isTerminated).toBe(false);
    socket.leave();
    await closed;
  });

  test("waits for an operation no longer than its grace, and not for a silent client", async () => {
    const { socket, connection } = connected();
    connection.running.add("1");
    await close(connection, 20);
    expect(socket.closes).toHaveLength(1);
    // It did not wait for a ping to find out, which takes half a minute.
    expect(socket.pings).toBe(0);
    expect(socket.isTerminated).toBe(true);
  });

  test("does not fail if the client breaks the protocol meanwhile", async () => {
    const { socket, connection } = connected();
    const closed = close(connection, 600_000);
    socket.emit("error", new RangeError("Invalid WebSocket frame: invalid opcode 7"));
    socket.leave();
    await closed;
    expect(socket.closes).toHaveLength(1);
  });

  test("does not wait for a client that has left", async () => {
    const { socket, connection } = connected();
    socket.leave();
    await close(connection, 600_000);
    expect(socket.closes).toEqual([]);
  });
});
