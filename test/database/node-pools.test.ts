import { createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import type pg from "pg";
import { message, readyForQuery } from "../../src/database/embedded/protocol.ts";
import { NodePools } from "../../src/database/node-pools.ts";
import { isNative, openClone } from "../helpers/database.ts";
import { until } from "../helpers/until.ts";

/** Connections to worker nodes. One PostgreSQL server stands for all of them. */
const natively = isNative ? test : test.skip;

/** What a server says to a user who needs no password. */
const WELCOME = message("R", Buffer.alloc(4));

let logged: string[];
let refusing: Server;
let closed: number;
beforeEach(async () => {
  logged = [];
  refusing = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => refusing.listen(0, "127.0.0.1", resolve));
  closed = (refusing.address() as { port: number }).port;
});
afterEach(() => {
  refusing.close();
  jest.useRealTimers();
});
const log = (message: string, level?: string) => void logged.push(`${level}: ${message}`);

/** Starts a node that takes connections, and answers no statement. Its address is not that of the coordinator. */
async function startSilentNode() {
  const connections = new Set<Socket>();
  const server = createServer((socket) => {
    connections.add(socket);
    socket.once("data", () => socket.write(Buffer.concat([WELCOME, readyForQuery("I")])));
    socket.on("error", () => {});
    socket.on("close", () => connections.delete(socket));
  });
  const host = "127.0.0.2";
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as { port: number };
  const end = async () => {
    server.close();
    for (const socket of connections) socket.destroy();
  };
  return { host, port, connections, [Symbol.asyncDispose]: end };
}

natively(
  "a node is used once a connection to it was made, with the same user and options",
  async () => {
    const database = await openClone();
    const { options } = database.hostPool;
    const { hostname, port } = new URL(options.connectionString as string);
    const nodes = new NodePools(options, log);
    try {
      expect(nodes.find(hostname, Number(port))).toBeUndefined();
      const pool = await until(() => nodes.find(hostname, Number(port)));
      const asked =
        "select current_user as role, current_setting('statement_timeout') <> '0' as is_limited";
      expect((await pool?.query(asked))?.rows).toEqual([{ role: "app_host", is_limited: true }]);
      expect(nodes.find(hostname, Number(port))).toBe(pool);
      expect(logged).toEqual([]);

      nodes.giveUp(pool as never, new Error("It is away."));
      nodes.giveUp(pool as never, new Error("It is away."));
      expect(nodes.find(hostname, Number(port))).toBeUndefined();
      expect(logged).toEqual([
        `warn: database: this host does not reach the worker node ${hostname}:${port}, so the coordinator hands on its requests: It is away.`,
      ]);
    } finally {
      await nodes[Symbol.asyncDispose]();
      await database.close();
    }
  },
);

test("a statement on a node that no longer answers ends by its timeout", async () => {
  await using silent = await startSilentNode();
  const config = { connectionString: "postgres://nobody@localhost/none", statement_timeout: 100 };
  await using nodes = new NodePools(config, log);
  const pool = await until(() => nodes.find(silent.host, silent.port));
  await expect(pool?.query("select 1")).rejects.toThrow("timeout");
});

test("a node that is given up is no longer used, the others are, and all pools end with the host", async () => {
  await using one = await startSilentNode();
  await using other = await startSilentNode();
  const nodes = new NodePools({ connectionString: "postgres://nobody@localhost/none" }, log);
  const pool = await until(() => nodes.find(one.host, one.port));
  const kept = await until(() => nodes.find(other.host, other.port));
  // A report that connects to a node holds up new alerts, so it may take only a second.
  const Client = kept?.options.Client as unknown as new () => pg.Client;
  expect(new Client()).toHaveProperty("_connectionTimeoutMillis", 1_000);
  nodes.giveUp(pool as never, new Error("It is away."));
  expect(nodes.find(one.host, one.port)).toBeUndefined();
  expect(nodes.find(other.host, other.port)).toBe(kept);
  expect(logged).toHaveLength(1);
  await nodes[Symbol.asyncDispose]();
  expect([pool?.ended, kept?.ended]).toEqual([true, true]);
});

test("a connection to a node that is lost while nobody uses it does no harm", async () => {
  await using node = await startSilentNode();
  await using nodes = new NodePools({ connectionString: "postgres://nobody@localhost/none" }, log);
  const pool = await until(() => nodes.find(node.host, node.port));
  for (const connection of node.connections) connection.destroy();
  await until(() => pool?.totalCount === 0);
  expect(nodes.find(node.host, node.port)).toBe(pool);
});

test("a connection to a node that is lost during a statement fails only that statement", async () => {
  await using node = await startSilentNode();
  await using nodes = new NodePools({ connectionString: "postgres://nobody@localhost/none" }, log);
  const pool = await until(() => nodes.find(node.host, node.port));
  const client = await pool?.connect();
  const asked = client?.query("select 1");
  for (const connection of node.connections) connection.destroy();
  await expect(asked).rejects.toThrow(/terminated|ECONNRESET/);
  client?.release(true);
});

test("an unreachable node is tried again after half a minute, but not after the pools are closed", async () => {
  jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate", "performance"] });
  const nodes = new NodePools({ connectionString: "postgres://nobody@localhost/none" }, log);
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const isLogged = async (count: number) => {
    while (logged.length < count) await turn();
    expect(logged).toHaveLength(count);
  };
  expect(nodes.find("127.0.0.1", closed)).toBeUndefined();
  await isLogged(1);
  expect(logged[0]).toContain(`does not reach the worker node 127.0.0.1:${closed}`);
  expect(nodes.find("127.0.0.1", closed)).toBeUndefined();
  jest.advanceTimersByTime(29_999);
  for (let turns = 0; turns < 20; turns += 1) await turn();
  expect(logged).toHaveLength(1);
  jest.advanceTimersByTime(1);
  await isLogged(2);
  await nodes[Symbol.asyncDispose]();
  expect(jest.getTimerCount()).toBe(0);

  const ended = new NodePools({ connectionString: "postgres://nobody@localhost/none" }, log);
  ended.find("127.0.0.1", closed);
  await ended[Symbol.asyncDispose]();
  for (let turns = 0; turns < 20; turns += 1) await turn();
  expect(logged).toHaveLength(2);
});
