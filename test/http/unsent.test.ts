import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, expect, jest, test } from "@jest/globals";
import { endSlowest, limitUnsent } from "../../src/http/slow-clients.ts";

afterEach(() => void jest.useRealTimers());

/** Makes sockets with these numbers of unsent bytes, and notes which were ended. */
function sockets(...lengths: number[]) {
  const ended: number[] = [];
  const all = lengths.map((writableLength) => ({
    writableLength,
    destroy: () => ended.push(writableLength),
  }));
  return { all: all as never, ended };
}

test("the connections with the most unsent bytes end", () => {
  const { all, ended } = sockets(0, 30, 10, 40, 20);
  endSlowest(all, 60);
  expect(ended).toEqual([40]);
  endSlowest(all, 20);
  expect(ended).toEqual([40, 40, 30, 20]);
});

test("no connection ends if all fits", () => {
  const { all, ended } = sockets(30, 30);
  endSlowest(all, 60);
  expect(ended).toEqual([]);
});

test("a connection is checked until it closes, and none after the host has stopped", () => {
  jest.useFakeTimers();
  const server = new EventEmitter();
  const stop = limitUnsent(server as never, 10);
  let ended = 0;
  const destroy = () => {
    ended += 1;
  };
  const [one, other] = [0, 1].map(() =>
    Object.assign(new EventEmitter(), { writableLength: 20, destroy }),
  );
  server.emit("connection", one);
  jest.advanceTimersByTime(250);
  expect(ended).toBe(1);
  one?.emit("close");
  jest.advanceTimersByTime(250);
  expect(ended).toBe(1);
  server.emit("connection", other);
  stop();
  expect(server.listenerCount("connection")).toBe(0);
  expect(jest.getTimerCount()).toBe(0);
});

test("a client that does not read loses its connection, and another one does not", async () => {
  const answer = Buffer.alloc(20_000_000);
  const server = createServer((_request, response) => response.end(answer));
  const stop = limitUnsent(server, 5_000_000);
  server.listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const slow = connect(port);
  slow.on("error", () => {});
  slow.pause();
  slow.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const [socket] = await once(server, "connection");
  await once(socket, "close");
  server.removeAllListeners("request");
  server.on("request", (_request, response) => response.end("fine"));
  expect(await (await fetch(`http://localhost:${port}`)).text()).toBe("fine");
  stop();
  slow.destroy();
  server.close();
  server.closeAllConnections();
});
