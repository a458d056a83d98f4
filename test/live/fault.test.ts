import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@jest/globals";
import { buildSchema, parse } from "postgraphile/graphql";
import { secretKey } from "../../src/auth/keys.ts";
import { makeTokens } from "../../src/auth/tokens.ts";
import { serveWebsockets } from "../../src/http/websockets.ts";
import { connect } from "./client.ts";

const schema = buildSchema("type Query { now: Int } type Subscription { later: Int }");
const tokens = makeTokens([secretKey("a secret for tests of thirty-two characters")], 60);

/** Serves websockets of which each subscription throws. */
async function serveFaults() {
  const fault = () => {
    throw new Error("a secret of the host");
  };
  const serv = {
    resolvedPreset: {},
    getExecutionConfig: () => ({
      schema,
      parseAndValidate: (text: string) => ({ document: parse(text) }),
      resolvedPreset: {},
      execute: fault,
      subscribe: fault,
      contextValue: {},
    }),
  };
  const logged: unknown[][] = [];
  const server = createServer();
  const websockets = serveWebsockets(server, {
    serv,
    tokens,
    clientAddress: () => "127.0.0.1",
    live: new EventEmitter(),
    pool: {},
    config: { allowedOrigins: "*", maxConnections: 100, timeouts: { request: 60_000 } },
    log: (...words: unknown[]) => logged.push(words),
  } as never);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    logged,
    async stop() {
      await websockets.close(0);
      server.close();
    },
  };
}

test("a fault of the host closes the connection with 4500, and only the log says more", async () => {
  const host = await serveFaults();
  const client = await connect(host.url, "graphql-transport-ws");
  client.send({ type: "connection_init" });
  await client.message(({ type }) => type === "connection_ack");
  client.send({ id: "1", type: "subscribe", payload: { query: "subscription { later }" } });
  expect(await client.closed).toEqual([4500, "Internal server error"]);
  expect(JSON.stringify(client.messages)).not.toContain("secret");
  expect(host.logged).toContainEqual([
    "websocket: a secret of the host",
    "error",
    { requestId: expect.any(String) },
  ]);
  await host.stop();
});
