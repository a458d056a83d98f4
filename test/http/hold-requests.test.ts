import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "@jest/globals";
import { holdRequests, listen } from "../../src/http/http-server.ts";

test("requests that arrive before the host opens wait, and are then answered, with their bodies", async () => {
  let isOpen = false;
  const server = createServer((request, response) => {
    void request.toArray().then((body) => response.end(`${isOpen} ${Buffer.concat(body)}`));
  });
  const open = holdRequests(server);
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
  const server = createServer();
  server.on("upgrade", (_request, socket) => socket.end(`HTTP/1.1 400 ${isOpen}\r\n\r\n`));
  const open = holdRequests(server);
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
