import { EventEmitter, once } from "node:events";
import { Agent, request, type Server } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { bind, closeServer, listen, makeServer } from "../../src/http/http-server.ts";
import { readConfig } from "../../src/settings/config.ts";
import { until } from "../helpers/until.ts";

/** The longest that a test may take, in milliseconds. After a minute, Node itself would close its client. */
const LESS_THAN_A_MINUTE = 30_000;

const SETTINGS = { HEADERS_TIMEOUT: "1", KEEP_ALIVE_TIMEOUT: "1", STATEMENT_TIMEOUT: "1" };
const answering = (settings: NodeJS.ProcessEnv) =>
  makeServer((_request, response) => void response.end("answer"), readConfig(settings));

let server: Server;
let port: number;
beforeAll(async () => {
  server = answering({ ...SETTINGS, REQUEST_TIMEOUT: "2", MAX_CONNECTIONS: "3" });
  port = await listen(server, 0);
});
afterAll(() => closeServer(server, 0));

/** Sends the beginning of a request, and a byte now and then. Returns what it got until it was closed. */
async function sendSlowly(beginning: string, to = port): Promise<string> {
  const socket = connect(to);
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

test(
  "headers that do not end are answered with 408, and the connection is closed",
  async () => {
    // The limit for bodies is long here.
    const patient = answering({ ...SETTINGS, REQUEST_TIMEOUT: "600" });
    const head = "GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: ";
    expect(await sendSlowly(head, await listen(patient, 0))).toMatch(/^HTTP\/1.1 408/);
    await closeServer(patient, 0);
  },
  LESS_THAN_A_MINUTE,
);

test("a connection is closed if a body on it does not end", async () => {
  const head = "POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000000\r\n\r\n";
  // The answer came before the end of the body.
  expect(await sendSlowly(head)).toMatch(/answer/);
});

test("a connection is closed if its client sends nothing", async () => {
  const socket = connect(port).resume();
  await once(socket, "close");
});

test("a connection is closed if a request has no answer in the time of a request and a statement", async () => {
  const config = readConfig({});
  const timeoutsMs = { ...config.timeoutsMs, request: 30, statement: 20 };
  const silent = makeServer(() => {}, { ...config, timeoutsMs });
  const socket = connect(await listen(silent, 0)).resume();
  socket.write("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n");
  await once(socket, "close");
  expect(silent.timeout).toBe(30 + 20);
  await closeServer(silent, 0);
});

test("a connection that is idle after its answer is closed, and the answer says when", async () => {
  const agent = new Agent({ keepAlive: true });
  const sent = request({ port, agent });
  const [[socket], [response]] = await Promise.all([
    once(sent, "socket"),
    once(sent.end(), "response"),
  ]);
  expect(response.headers["keep-alive"]).toBe("timeout=1");
  await once(socket, "close");
  agent.destroy();
});

test.each(["EACCES", "EADDRNOTAVAIL"])(
  "%s at a start is not reported as a port in use",
  async (code) => {
    const failing = new EventEmitter();
    const error = Object.assign(new Error(`listen ${code}`), { code });
    const listening = Object.assign(failing, {
      listen: () => setImmediate(() => failing.emit("error", error)),
    });
    await expect(bind(listening as never, 80, "PORT")).rejects.toBe(error);
  },
);

test("a connection past the limit is closed, and others are accepted again when there is room", async () => {
  // Without `dropMaxConnection`, one of several hosts would pass the connection on to the others without end.
  expect(server).toHaveProperty("dropMaxConnection", true);
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
