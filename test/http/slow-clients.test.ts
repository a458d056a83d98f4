import { once } from "node:events";
import { Agent, request, type Server } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { readConfig } from "../../src/config/config.ts";
import { closeServer, listen, makeServer } from "../../src/process/http-server.ts";
import { until } from "../helpers/until.ts";

let server: Server;
let port: number;
beforeAll(async () => {
  const settings = { HEADERS_TIMEOUT: "1", REQUEST_TIMEOUT: "2", KEEP_ALIVE_TIMEOUT: "1" };
  const config = readConfig({ ...settings, STATEMENT_TIMEOUT: "1", MAX_CONNECTIONS: "3" });
  server = makeServer((_request, response) => void response.end("answer"), config);
  port = await listen(server, 0);
});
afterAll(() => closeServer(server, 0));

/** Sends the beginning of a request, and a byte now and then. Returns what it got until it was closed. */
async function sendSlowly(beginning: string): Promise<string> {
  const socket = connect(port);
  let got = "";
  socket.setEncoding("utf8").on("data", (text: string) => {
    got += text;
  });
  socket.on("error", () => {});
  socket.write(beginning);
  const timer = setInterval(() => socket.write("x"), 200);
  await once(socket, "close");
  clearInterval(timer);
  return got;
}

test("headers that do not end are answered with 408, and the connection is closed", async () => {
  expect(await sendSlowly("GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: ")).toMatch(
    /^HTTP\/1.1 408/,
  );
});

test("a body that does not end closes the connection", async () => {
  const head = "POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000000\r\n\r\n";
  // Its answer came before its body.
  expect(await sendSlowly(head)).toMatch(/answer/);
});

test("a client that sends nothing is closed", async () => {
  const socket = connect(port).resume();
  await once(socket, "close");
});

test("a connection that is idle after its answer is closed", async () => {
  const agent = new Agent({ keepAlive: true });
  const sent = request({ port, agent });
  const [socket] = (await Promise.all([once(sent, "socket"), once(sent.end(), "response")]))[0];
  await once(socket, "close");
  agent.destroy();
});

test("a connection past the limit is closed, and a free place is given again", async () => {
  const open = async () => {
    const socket = connect(port);
    socket.on("error", () => {});
    await once(socket, "connect");
    return socket;
  };
  const held = [await open(), await open(), await open()];
  const refused = await open();
  await once(refused, "close");
  for (const socket of held) socket.destroy();
  await until(() =>
    fetch(`http://localhost:${port}`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
});
