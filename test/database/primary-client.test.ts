/** @database server */
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

test("an attempt to connect gives up sooner while the database is silent", async () => {
  const earlier = attempt("the earlier one");
  expectSilence();
  expect(await Promise.race([earlier, attempt("the later one")])).toBe("the later one");
  for (const socket of sockets) socket.destroy();
  await earlier;
});

test("an attempt to connect never waits longer than its configured timeout", async () => {
  const patienceOf = (config: pg.ClientConfig) =>
    (new PrimaryClient(config) as unknown as { _connectionTimeoutMillis: number })
      ._connectionTimeoutMillis;
  expectSilence();
  expect([patienceOf({ connectionTimeoutMillis: 800 }), patienceOf({})]).toEqual([800, 1_500]);
  newClient().emit("connect");
  expect([patienceOf({ connectionTimeoutMillis: 800 }), patienceOf({})]).toEqual([800, 10_000]);
});

test("an attempt to connect waits its full time again once a connection was made", async () => {
  expectSilence();
  newClient().emit("connect");
  const patient = attempt("the patient one");
  expectSilence();
  expect(await Promise.race([patient, attempt("the later one")])).toBe("the later one");
  for (const socket of sockets) socket.destroy();
  await patient;
});

test("a connection sends keep-alive probes after five silent seconds", () => {
  expect(new PrimaryClient()).toHaveProperty("connection._keepAliveInitialDelayMillis", 5_000);
});
