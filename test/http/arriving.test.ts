import { EventEmitter, once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { endLargestBodies, limitArriving } from "../../src/http/slow-clients.ts";

describe("request bodies that are not whole", () => {
  /** Makes requests of which these numbers of bytes have come, and notes which were ended. */
  function requests(...sizes: number[]) {
    const ended: number[] = [];
    const whole = new Set<number>();
    const all = sizes.map((size) => ({
      isWhole: () => whole.has(size),
      size: () => size,
      destroy: () => ended.push(size),
    }));
    return { all: new Set(all), ended, whole };
  }

  test("are ended until the rest fit, the largest first and each once", () => {
    const { all, ended } = requests(10, 40, 30, 20);
    endLargestBodies(all, 60);
    expect(ended).toEqual([40]);
    endLargestBodies(all, 20);
    expect(ended).toEqual([40, 30, 20]);
  });

  test("are kept if all fit, or if the others have become whole", () => {
    const { all, ended, whole } = requests(40, 30, 20);
    endLargestBodies(all, 90);
    whole.add(40);
    endLargestBodies(all, 50);
    expect(ended).toEqual([]);
    expect(all.size).toBe(2);
  });
});

afterEach(() => void jest.useRealTimers());

test("a request is checked until its body is whole, and none after the host has stopped", () => {
  jest.useFakeTimers();
  const server = new EventEmitter();
  const stop = limitArriving(server as never, 100_000);
  const ended: number[] = [];
  /** Sends a request on a connection that has carried `before` bytes already. */
  const ask = (before: number, length = 1_000_000) => {
    const socket = { bytesRead: before, destroyed: false, destroy: () => ended.push(before) };
    const headers = { "content-length": String(length) };
    const request = { headers, socket, complete: false };
    server.emit("request", request);
    return { request, socket };
  };
  // Of the bytes read before a request, the last 65,536 count, as they may hold the beginning of its body: all 400 of
  // `one`, and 65,536 of `other`.
  const [one, other] = [ask(400), ask(2_000_000)];
  one.socket.bytesRead = 30_000;
  other.socket.bytesRead = 2_000_000;
  jest.advanceTimersByTime(250);
  expect(ended).toEqual([]);
  one.socket.bytesRead = 40_000;
  jest.advanceTimersByTime(250);
  expect(ended).toEqual([2_000_000]);
  one.socket.bytesRead = 100_001;
  one.request.complete = true;
  const gone = ask(400);
  gone.socket.bytesRead = 100_001;
  gone.socket.destroyed = true;
  jest.advanceTimersByTime(250);
  expect(ended).toEqual([2_000_000]);
  stop();
  expect(server.listenerCount("request")).toBe(0);
  expect(jest.getTimerCount()).toBe(0);
});

describe("a host", () => {
  let server: Server;
  let stop: () => void;
  let port: number;
  const sockets: Socket[] = [];
  beforeEach(async () => {
    server = createServer(async (request, response) => {
      const body = await buffer(request).catch(() => Buffer.of());
      response.end(String(body.length));
    });
    stop = limitArriving(server, 1_000_000);
    server.listen(0);
    await once(server, "listening");
    ({ port } = server.address() as AddressInfo);
  });
  afterEach(() => {
    stop();
    for (const socket of sockets.splice(0)) socket.destroy();
    server.close();
    server.closeAllConnections();
  });

  /** Sends `size` bytes of a body of two million, and no more. */
  function sendPart(size: number, headers: string): Socket {
    const socket = connect(port);
    sockets.push(socket);
    socket.on("error", () => {});
    const length = /chunked/.test(headers) ? `${(2_000_000).toString(16)}\r\n` : "";
    socket.write(
      `POST / HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n\r\n${length}${"x".repeat(size)}`,
    );
    return socket;
  }

  test.each(["Content-Length: 2000000", "Transfer-Encoding: chunked"])(
    "ends clients that send much of a body and then wait, and serves others: %s",
    async (headers) => {
      const stayed = sendPart(100_000, headers);
      const ended = [sendPart(600_000, headers), sendPart(700_000, headers)].map((socket) =>
        once(socket, "close").then(() => socket),
      );
      expect(await Promise.race(ended)).toMatchObject({ destroyed: true });
      expect(stayed.destroyed).toBe(false);
      const body = "x".repeat(200_000);
      const answer = await fetch(`http://localhost:${port}`, { method: "POST", body });
      expect(await answer.text()).toBe("200000");
    },
  );

  test("counts the part of a body that came with the headers", async () => {
    const parts = Array.from({ length: 20 }, () => sendPart(60_000, "Content-Length: 2000000"));
    await Promise.race(parts.map((part) => once(part, "close")));
  });

  test("keeps a connection whose large body came whole", async () => {
    const headers = "Content-Length: 900000";
    const kept = sendPart(900_000, headers);
    expect(String(await once(kept, "data"))).toMatch(/900000$/);
    const parts = [600_000, 600_000].map((size) => sendPart(size, "Content-Length: 2000000"));
    await Promise.race(parts.map((part) => once(part, "close")));
    kept.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const closed = once(kept, "close").then(() => ["closed"]);
    expect(String(await Promise.race([once(kept, "data"), closed]))).toMatch(/^HTTP\/1.1 200/);
  });
});
