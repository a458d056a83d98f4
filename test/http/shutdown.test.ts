/** @database server */
import { once } from "node:events";
import { existsSync } from "node:fs";
import { Agent, createServer, type RequestListener, request } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { PID_FILE } from "location-alert-embedded";
import pg from "pg";
import { closeServer, listen } from "../../src/http/http-server.ts";
import type { Config } from "../../src/settings/config.ts";
import { cloneDatabase, isNative, type TestDatabase } from "../helpers/database.ts";
import { startTestService } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";
import { type Child, environmentOf, startChild } from "./child.ts";

let clone: TestDatabase;
let child: Child;
beforeAll(async () => {
  clone = await cloneDatabase();
});
afterAll(async () => {
  child?.process.kill("SIGKILL");
  await child?.ended;
  await clone.drop();
});

/** Starts a host as a process. Returns its address. */
async function start(environment: NodeJS.ProcessEnv = {}): Promise<string> {
  child = startChild({ ...environmentOf(clone.config), ...environment });
  return await child.url();
}

const LOGIN =
  'mutation { login(input: { email: "admin@example.org", password: "admin-password" }) { userId } }';

interface Sent {
  answer: Promise<{ status?: number | undefined; body: string }>;
  /** Resolves when the host has read the request's head and its body is on the way. */
  arrived: Promise<void>;
}

/** POSTs a document over a new connection, or over an agent's. */
function send(url: string, query: string, agent?: Agent): Sent {
  const arrived = Promise.withResolvers<void>();
  const answer: Sent["answer"] = new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", expect: "100-continue" };
    const sent = request(
      `${url}/graphql`,
      { method: "POST", headers, agent: agent ?? false },
      (response) => {
        let body = "";
        response.setEncoding("utf8");
        response.on("data", (text) => {
          body += text;
        });
        response.on("end", () => resolve({ status: response.statusCode, body }));
        response.on("error", reject);
      },
    );
    sent.on("error", reject);
    sent.on("continue", () => {
      sent.end(JSON.stringify({ query }));
      arrived.resolve();
    });
    sent.flushHeaders();
  });
  return { answer, arrived: arrived.promise };
}

const post = (url: string, query: string, agent?: Agent) => send(url, query, agent).answer;

/** True if a host has begun to open the database. It then handles signals, and does not serve yet. */
async function opensDatabase({ databaseUrl, dataDir }: Config): Promise<boolean> {
  if (!databaseUrl) return existsSync(join(dataDir, PID_FILE));
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const others = `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and backend_type = 'client backend'`;
    return ((await client.query(others)).rowCount ?? 0) > 0;
  } finally {
    await client.end();
  }
}

// On a server, crash/host.test.ts kills hosts.
(isNative ? test.skip : test)("kill -9 loses no acknowledged write", async () => {
  const url = await start();
  const edit = (token: string) =>
    fetch(`${url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify({
        query: 'mutation { userEdit(input: { address: "kept" }, id: 1) { id } }',
      }),
    });
  const { body } = await post(url, LOGIN.replace("userId", "accessToken"));
  const { accessToken } = JSON.parse(body).data.login;
  expect((await edit(accessToken)).status).toBe(200);
  await child.end("SIGKILL");
  const again = await start({ KEEP_ALIVE_TIMEOUT: "3600" });
  const response = await fetch(`${again}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ query: "{ me { address } }" }),
  });
  expect(await response.json()).toEqual({ data: { me: { address: "kept" } } });
});

describe("a signal", () => {
  test("SIGTERM lets running requests finish, takes no new ones, waits for no idle connection, and exits with 0", async () => {
    const url = isNative ? await start({ KEEP_ALIVE_TIMEOUT: "3600" }) : await child.url();
    const agent = new Agent({ keepAlive: true });
    await post(url, "{ apiVersion }", agent);
    // The hashes are made one after the other, and end within the grace period on a busy machine too.
    const sent = Array.from({ length: 4 }, () => send(url, LOGIN, agent));
    await Promise.all(sent.map(({ arrived }) => arrived));
    const running = sent.map(({ answer }) => answer);
    await Promise.race(running);
    child.process.kill("SIGTERM");
    await child.prints(/SIGTERM: ending/);
    await expect(post(url, "{ apiVersion }")).rejects.toThrow(
      /ECONNREFUSED|ECONNRESET|socket hang up/,
    );
    for (const answer of await Promise.all(running)) {
      expect(answer).toEqual({ status: 200, body: '{"data":{"login":{"userId":1}}}' });
    }
    // The agent's connections could stay for an hour.
    expect(await child.ended).toBe(0);
    expect(child.output()).not.toMatch(/Error|^\s+at .+:\d+/m);
    agent.destroy();
  });

  test("SIGINT during the start makes the host exit with 0", async () => {
    child = startChild(environmentOf(clone.config));
    await until(() => opensDatabase(clone.config));
    expect(await child.end("SIGINT")).toBe(0);
    expect(child.output()).toMatch(/SIGINT: ending/);
  });
});

describe("a server that closes", () => {
  /** Connects and sends a text, which may be half a request. */
  async function connectTo(port: number, text: string): Promise<Socket & { text(): string }> {
    const socket = connect(port);
    let received = "";
    socket.setEncoding("utf8").on("data", (part) => {
      received += part;
    });
    await once(socket, "connect");
    if (text) socket.write(text);
    return Object.assign(socket, { text: () => received });
  }
  const POST = "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\n\r\n";
  const FIRST = "GET /first HTTP/1.1\r\nhost: a\r\n\r\n";
  const UPGRADE = "GET / HTTP/1.1\r\nhost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
  const GRACE = 600_000;

  /**
   * Starts a server, and opens a connection for each text. Returns the server, for the test to close, and the sockets.
   */
  async function closing(
    handle: RequestListener,
    texts: string[],
    upgrade: (request: unknown, socket: Duplex) => void = () => {},
  ) {
    const server = createServer(handle).on("upgrade", upgrade);
    const port = await listen(server, 0);
    const accepted = texts.length;
    const sockets = await Promise.all(texts.map((text) => connectTo(port, text)));
    const count = () =>
      new Promise((resolve) => server.getConnections((_error, number) => resolve(number)));
    await until(count, (number) => number === accepted);
    return { server, sockets };
  }

  test.each([
    ["has sent nothing", ""],
    ["has sent half of a head", "POST / HTTP/1.1\r\nhost: a\r\n"],
    ["has sent half of a body", `${POST}ha`],
  ])(
    "does not wait for a client that %s",
    async (_what, text) => {
      const { server, sockets } = await closing(() => {}, [text]);
      const ended = Promise.all(sockets.map((socket) => once(socket, "close")));
      await closeServer(server, GRACE);
      await ended;
    },
    20_000,
  );

  test("answers requests that are whole, and those that become whole in a moment", async () => {
    const { promise: allAnswered, resolve: answerAll } = Promise.withResolvers<void>();
    const { server, sockets } = await closing(
      async ({ url }, response) => {
        if (url !== "/first") await allAnswered;
        response.end("answered");
      },
      // The third one sends its second request before it has the answer to the first one.
      [`${POST}full`, `${POST}ha`, `${FIRST}${POST}full`, UPGRADE, ""],
      // A websocket is closed by the code that serves it.
      async (_request, socket) => {
        await allAnswered;
        socket.end("answered");
      },
    );
    const [half, silent] = [sockets[1], sockets.at(-1)] as [Socket, Socket];
    // The server may know that a connection is closed before its client has read the answer.
    const ended = Promise.all(sockets.map((socket) => once(socket, "close")));
    const closed = closeServer(server, GRACE);
    half.write("lf");
    // The silent connection is closed when a half-sent request has waited for long enough.
    await once(silent, "close");
    answerAll();
    await Promise.all([closed, ended]);
    const answered = sockets.map((socket) => socket.text().split("answered").length - 1);
    expect(answered).toEqual([1, 1, 2, 1, 0]);
  });

  test("answers a request that became whole while the process stood still", async () => {
    const { server, sockets } = await closing(
      (_request, response) => response.end("answered"),
      [`${POST}ha`],
    );
    const [half] = sockets as [Socket & { text(): string }];
    const ended = once(half, "close");
    const closed = closeServer(server, GRACE);
    half.write("lf");
    // Blocks the process for longer than a half-sent request may take.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
    await Promise.all([closed, ended]);
    expect(half.text()).toMatch(/answered$/);
  });

  test("cuts off requests that are not answered within the grace period", async () => {
    const { server, sockets } = await closing(() => {}, [`${POST}full`]);
    const ended = once(sockets[0] as Socket, "close");
    await closeServer(server, 100);
    await ended;
  });
});

test("a host that stops says so on a kept connection, waits for no refused websocket, and serves no metrics", async () => {
  const service = await startTestService({ METRICS_PORT: "0" });
  const metrics = service.metricsUrl as string;
  expect((await fetch(metrics)).status).toBe(200);
  const refused = connect({ port: service.port, allowHalfOpen: true });
  refused.write(
    "GET /other HTTP/1.1\r\nhost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
  );
  const [answer] = await once(refused, "data");
  expect(String(answer)).toMatch(/^HTTP\/1.1 404/);
  const socket = connect(service.port);
  let received = "";
  socket.setEncoding("utf8").on("data", (text) => {
    received += text;
  });
  socket.write("GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n");
  await until(() => received.includes('"alive"'));
  const get = "GET /readyz HTTP/1.1\r\nhost: a\r\n\r\n";
  // The first half of a request keeps the connection until the host has begun to stop.
  socket.write(get.slice(0, 20));
  await until(async () => (await fetch(`${service.url}/healthz`)).ok);
  const stopped = service.stop();
  await until(() =>
    fetch(service.url).then(
      () => false,
      () => true,
    ),
  );
  socket.write(get.slice(20));
  await until(() => received.includes("503 Service Unavailable"));
  expect(received).toContain("the host is stopping");
  await stopped;
  await expect(fetch(metrics)).rejects.toThrow("fetch failed");
  refused.destroy();
});
