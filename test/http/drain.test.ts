/** @database server */
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { cloneDatabase, isNative } from "../helpers/database.ts";
import { startTestService } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";
import { type Child, environmentOf, startChild } from "./child.ts";
import { startProxy } from "./rolling-proxy.ts";

test("a host that drains is not ready, takes requests, and closes each connection with its answer", async () => {
  const service = await startTestService({ DRAIN_SECONDS: "4" });
  const socket = connect(service.port);
  let received = "";
  socket.setEncoding("utf8").on("data", (text) => {
    received += text;
  });
  const get = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`);
  get("/healthz");
  await until(() => received.includes("alive"));
  expect(received).toContain("Connection: keep-alive");

  const stopped = service.stop();
  await until(async () => (await fetch(`${service.url}/readyz`)).status === 503);
  expect((await service.graphql("mutation { __typename }")).data).toBeTruthy();
  received = "";
  const closed = once(socket, "close");
  get("/healthz");
  await closed;
  expect(received).toMatch(/^HTTP\/1.1 200 OK/);
  expect(received).toContain("Connection: close");
  await stopped;
});

/** Returns a port that is free now. A host that starts again must have its earlier port. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** The number of requests. Use REQUESTS=5000 by hand. */
const REQUESTS = Number(process.env.REQUESTS ?? 500);

// The embedded database has one host.
(isNative ? test : test.skip)("a rolling restart behind a proxy loses no request", async () => {
  const clone = await cloneDatabase();
  const env = { ...environmentOf(clone.config), DRAIN_SECONDS: "5" };
  const ports = [await freePort(), await freePort()];
  const start = (port: number) => startChild({ ...env, PORT: String(port) });
  const hosts = ports.map(start);
  const urls = ports.map((port) => `http://localhost:${port}`);
  const proxy = await startProxy(urls);
  try {
    await until(() => proxy.ready.size === 2);
    const answers: string[] = [];
    let restarting = true;
    const client = async () => {
      while (restarting || answers.length < REQUESTS) {
        const response = await fetch(`${proxy.url}/graphql`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: '{"query":"mutation { __typename }"}',
        });
        answers.push(`${response.status} ${await response.text()}`);
        // The hosts that start need the processor too.
        await sleep(50);
      }
    };
    const clients = Promise.all(Array.from({ length: 8 }, client));
    for (const [index, port] of ports.entries()) {
      expect(await (hosts[index] as Child).end()).toBe(0);
      await until(() => proxy.ready.size === 1);
      hosts[index] = start(port);
      await until(() => proxy.ready.size === 2);
    }
    restarting = false;
    await clients;
    expect(answers.length).toBeGreaterThanOrEqual(REQUESTS);
    expect(answers.filter((answer) => !answer.startsWith("200 "))).toEqual([]);
  } finally {
    await proxy.close();
    for (const host of hosts) host.process.kill("SIGKILL");
    await Promise.all(hosts.map(({ ended }) => ended));
    await clone.drop();
  }
});
