/** @database server */
import { EventEmitter, once } from "node:events";
import { Agent, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
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

describe("memory that clients hold", () => {
  let limited: Server;
  let at: number;
  const clients: Socket[] = [];
  beforeEach(async () => {
    const answerLength = async (message: IncomingMessage, response: ServerResponse) => {
      if (message.url === "/large") return response.end(Buffer.alloc(20_000_000));
      const body = await buffer(message).catch(() => Buffer.of());
      response.end(String(body.length));
    };
    limited = makeServer(answerLength, readConfig({}));
    at = await listen(limited, 0, 1_000_000);
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.destroy();
    await closeServer(limited, 0);
  });

  function send(text: string): Socket {
    const client = connect(at);
    clients.push(client);
    client.on("error", () => {});
    client.write(text);
    return client;
  }
  const LENGTH = "Content-Length: 2000000";
  /** Sends the first `size` bytes of a body of two million. */
  function sendPart(size: number, headers = LENGTH): Socket {
    const chunk = headers === LENGTH ? "" : `${(2_000_000).toString(16)}\r\n`;
    return send(`POST / HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n${chunk}${"x".repeat(size)}`);
  }
  const closed = (one: Socket) => once(one, "close").then(() => one);

  test.each([LENGTH, "Transfer-Encoding: chunked"])(
    "is limited for bodies of which a part comes: the largest end, and others are served: %s",
    async (headers) => {
      const stays = sendPart(100_000, headers);
      await Promise.race([sendPart(600_000, headers), sendPart(700_000, headers)].map(closed));
      expect(stays.destroyed).toBe(false);
      const body = "x".repeat(200_000);
      const answer = await fetch(`http://localhost:${at}`, { method: "POST", body });
      expect(await answer.text()).toBe("200000");
    },
  );

  test("includes the part of a body that came with the headers", async () => {
    await Promise.race(Array.from({ length: 20 }, () => closed(sendPart(60_000))));
  });

  test("does not include earlier bodies of a connection, nor large ones that are whole", async () => {
    const kept = send(
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 900000\r\n\r\n${"x".repeat(900_000)}`,
    );
    expect(String(await once(kept, "data"))).toMatch(/900000$/);
    kept.write(`POST / HTTP/1.1\r\nHost: a\r\n${LENGTH}\r\n\r\n${"x".repeat(300_000)}`);
    await Promise.race([sendPart(600_000), sendPart(600_000)].map(closed));
    expect(kept.destroyed).toBe(false);
  });

  test("is limited for answers that are not read", async () => {
    const slow = send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n").pause();
    // A client that does not read notices the end of its connection when it writes.
    await until(() => {
      slow.write("\r\n");
      return slow.destroyed;
    });
    const answer = await fetch(`http://localhost:${at}`, { method: "POST", body: "abc" });
    expect(await answer.text()).toBe("3");
  });
});
