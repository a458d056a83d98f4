/** @database server only */
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "@jest/globals";
import { cloneDatabase, type TestDatabase } from "../helpers/database.ts";
import { freePort } from "../helpers/postgresql.ts";
import { until } from "../helpers/until.ts";
import { type Child, environmentOf, startChild } from "./child.ts";
import { startProxy } from "./rolling-proxy.ts";

/** The number of requests. Use REQUESTS=5000 by hand. */
const REQUESTS = Number(process.env.REQUESTS ?? 200);

describe("hosts behind a proxy", () => {
  let clone: TestDatabase;
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  const hosts: Child[] = [];
  const post = async (url: string) => {
    const response = await fetch(`${url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"query":"mutation { __typename }"}',
    });
    return `${response.status} ${await response.text()}`;
  };
  afterAll(async () => {
    await proxy?.close();
    for (const host of hosts) host.process.kill("SIGKILL");
    await Promise.all(hosts.map(({ ended }) => ended));
    await clone?.drop();
  });

  test("lose no request while one of them is restarted", async () => {
    clone = await cloneDatabase();
    const ports = [await freePort(), await freePort()];
    const start = (port: number, drainSeconds: number) =>
      startChild({
        ...environmentOf(clone.config),
        DRAIN_SECONDS: String(drainSeconds),
        // Long, because the machine may be busy: no request may meet a connection that closes.
        KEEP_ALIVE_TIMEOUT: "3600",
        PORT: String(port),
      });
    for (const port of ports) hosts.push(start(port, 5));
    proxy = await startProxy(ports.map((port) => `http://localhost:${port}`));
    await until(() => proxy.ready.size === 2);
    const answers: string[] = [];
    let restarting = true;
    const client = async () => {
      while (restarting || answers.length < REQUESTS) {
        answers.push(await post(proxy.url));
        // The hosts that start need the processor too.
        await sleep(50);
      }
    };
    const clients = Promise.all(Array.from({ length: 8 }, client));
    expect(await (hosts[0] as Child).end()).toBe(0);
    await until(() => proxy.ready.size === 1);
    // Drains for as long as the next test lasts.
    hosts[0] = start(ports[0] as number, 3600);
    await until(() => proxy.ready.size === 2);
    restarting = false;
    await clients;
    expect(answers.length).toBeGreaterThanOrEqual(REQUESTS);
    expect(answers.filter((answer) => !answer.startsWith("200 "))).toEqual([]);
  });

  test("are not ready while they drain, take requests, and close each connection with its answer", async () => {
    const [host] = hosts as [Child];
    const url = await host.url();
    const socket = connect(Number(new URL(url).port));
    let received = "";
    socket.setEncoding("utf8").on("data", (text) => {
      received += text;
    });
    const get = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`);
    get("/healthz");
    await until(() => received.includes("alive"));
    expect(received).toContain("Connection: keep-alive");

    host.process.kill();
    await until(async () => (await fetch(`${url}/readyz`)).status === 503);
    expect(await post(url)).toBe('200 {"data":{"__typename":"Mutation"}}');
    received = "";
    const closed = once(socket, "close");
    get("/healthz");
    await closed;
    expect(received).toMatch(/^HTTP\/1.1 200 OK/);
    expect(received).toContain("Connection: close");
  });
});
