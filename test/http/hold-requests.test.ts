/** @database server */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "@jest/globals";
import { heldUntil, listen } from "../../src/http/http-server.ts";

test("requests that arrive before the host opens wait, and are then answered, with their bodies", async () => {
  let isOpen = false;
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const answer: RequestListener = async (request, response) => {
    const body = await request.toArray();
    response.end(`${isOpen} ${Buffer.concat(body)}`);
  };
  const server = createServer(heldUntil(opened, answer));
  const url = `http://localhost:${await listen(server, 0)}`;
  const arrived = [once(server, "request"), once(server, "connection")];
  const early = fetch(url, { method: "POST", body: "early" });
  await Promise.all(arrived);
  isOpen = true;
  open();
  expect(await (await early).text()).toBe("true early");
  expect(await (await fetch(url, { method: "POST", body: "late" })).text()).toBe("true late");
  server.close();
});

test("websockets that open before the host does wait too", async () => {
  let isOpen = false;
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const refuse = (_request: unknown, socket: Duplex) =>
    socket.end(`HTTP/1.1 400 ${isOpen}\r\n\r\n`);
  const server = createServer().on("upgrade", heldUntil(opened, refuse));
  const client = connect(await listen(server, 0));
  const arrived = once(server, "upgrade");
  client.write(
    "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
  );
  await arrived;
  isOpen = true;
  open();
  expect(await text(client)).toBe("HTTP/1.1 400 true\r\n\r\n");
  server.close();
});
