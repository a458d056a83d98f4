import { createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { expectSilence, PrimaryClient } from "../../src/database/primary-client.ts";

let server: Server;
let port: number;
const sockets: Socket[] = [];
beforeAll(async () => {
  server = createServer((socket) => void sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as { port: number });
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

test("gives up sooner to connect while the database is silent", async () => {
  const attempt = async (name: string) => {
    const client = new PrimaryClient({ host: "127.0.0.1", port, user: "anyone", database: "any" });
    client.on("error", () => {});
    await client.connect().catch(() => {});
    return name;
  };
  const earlier = attempt("the earlier one");
  expectSilence();
  expect(await Promise.race([earlier, attempt("the later one")])).toBe("the later one");
});
