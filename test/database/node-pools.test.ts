import { createServer, type Server } from "node:net";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { message, readyForQuery } from "../../src/database/embedded/protocol.ts";
import { NodePools } from "../../src/database/node-pools.ts";
import { isNative, openClone } from "../helpers/database.ts";
import { until } from "../helpers/until.ts";

/** Connections to worker nodes. One PostgreSQL stands for all of them. */
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

test("a statement ends in time on a node that no longer answers", async () => {
  const silent = createServer((socket) => {
    socket.once("data", () => socket.write(Buffer.concat([WELCOME, readyForQuery("I")])));
    socket.on("error", () => {});
  });
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as { port: number };
  const config = { connectionString: "postgres://nobody@localhost/none", statement_timeout: 100 };
  const nodes = new NodePools(config, log);
  try {
    const pool = await until(() => nodes.find("127.0.0.1", port));
    await expect(pool?.query("select 1")).rejects.toThrow("timeout");
  } finally {
    await nodes[Symbol.asyncDispose]();
    silent.close();
  }
});

test("a node that is not reached is tried again after half a minute, and not after the end", async () => {
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
});
