import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
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

/** Tries to connect to a server that says nothing. Returns the name when the attempt has ended. */
async function attempt(name: string): Promise<string> {
  const { port } = server.address() as { port: number };
  const client = new PrimaryClient({ host: "127.0.0.1", port, user: "anyone", database: "any" });
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
