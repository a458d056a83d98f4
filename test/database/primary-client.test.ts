import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type pg from "pg";
import { expectSilence, PrimaryClient } from "../../src/database/primary-client.ts";

let server: Server;
const sockets: Socket[] = [];
beforeEach(async () => {
  server = createServer((socket) => void sockets.push(socket)).listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(async () => {
  server.close();
  await once(server, "close");
});

function newClient(): PrimaryClient {
  const { port } = server.address() as { port: number };
  return new PrimaryClient({ host: "127.0.0.1", port, user: "anyone", database: "any" });
}

/** Tries to connect to a server that says nothing. Returns the name when the attempt has ended. */
async function attempt(name: string): Promise<string> {
  const client = newClient();
  client.on("error", () => {});
  await client.connect().catch(() => {});
  return name;
}

test("gives up sooner to connect while the database is silent", async () => {
  const earlier = attempt("the earlier one");
  expectSilence();
  expect(await Promise.race([earlier, attempt("the later one")])).toBe("the later one");
  for (const socket of sockets) socket.destroy();
  await earlier;
});

test("never takes longer than it was told to", async () => {
  const patienceOf = (config: pg.ClientConfig) =>
    (new PrimaryClient(config) as unknown as { _connectionTimeoutMillis: number })
      ._connectionTimeoutMillis;
  expectSilence();
  expect([patienceOf({ connectionTimeoutMillis: 800 }), patienceOf({})]).toEqual([800, 1_500]);
  newClient().emit("connect");
  expect([patienceOf({ connectionTimeoutMillis: 800 }), patienceOf({})]).toEqual([800, 10_000]);
});

test("takes its time again once a connection is made", async () => {
  expectSilence();
  newClient().emit("connect");
  const patient = attempt("the patient one");
  expectSilence();
  expect(await Promise.race([patient, attempt("the later one")])).toBe("the later one");
  for (const socket of sockets) socket.destroy();
  await patient;
});

test("notices after five silent seconds that the other end is gone", () => {
  expect(new PrimaryClient()).toHaveProperty("connection._keepAliveInitialDelayMillis", 5_000);
});
