import { expect, test } from "@jest/globals";
import { GRAPHQL_TRANSPORT_WS_PROTOCOL } from "graphql-ws";
import type { GrafservBase } from "postgraphile/grafserv";
import { makeProtocol } from "../../src/http/websockets/graphql-ws.ts";
import { Places } from "../../src/http/websockets/places.ts";
import { makeTokens, tokenOf } from "../../src/people/tokens.ts";
import { secretKey } from "../../src/settings/token-keys.ts";

const tokens = makeTokens([secretKey("a secret for tests of thirty-two characters")], 60);
const RITA = tokens.issue({ userId: 7, sessionId: 1 });

interface Websocket {
  connectionParams: Record<string, unknown>;
}

/** Sends connection_init and an operation. Returns what grafserv reads of the payload at the operation. */
async function readAtOperation(payload: object | undefined): Promise<Websocket> {
  const read: Websocket[] = [];
  const serv = {
    resolvedPreset: {},
    getExecutionConfig({ ws }: { ws: Websocket }) {
      read.push(ws);
      throw new Error("enough");
    },
    dynamicOptions: { maskError: (error: unknown) => error },
  } as unknown as GrafservBase;
  const connection = {
    begin(token: string | undefined) {
      this.identity = token === undefined ? undefined : tokens.verify(token);
    },
    identity: undefined as unknown,
    running: new Set(),
    started: Promise.resolve(),
  };
  let send: (text: string) => Promise<void> = async () => {};
  makeProtocol(serv, tokens, new Places(100)).opened(
    {
      protocol: GRAPHQL_TRANSPORT_WS_PROTOCOL,
      send: async () => {},
      close: () => {},
      onMessage(handle) {
        send = handle;
      },
    },
    { connection, request: {} } as never,
  )(1000, "");
  await send(JSON.stringify({ type: "connection_init", payload }));
  await send(JSON.stringify({ id: "1", type: "subscribe", payload: { query: "{ now }" } }));
  return read[0] as Websocket;
}

test.each([
  ["Authorization", { Authorization: `Bearer ${RITA}` }],
  ["authorization", { authorization: `bearer ${RITA}` }],
  ["token", { token: RITA }],
  ["accessToken", { accessToken: RITA }],
  ["authorization before all others", { authorization: `Bearer ${RITA}`, accessToken: "bad" }],
  ["accessToken before token", { accessToken: RITA, token: "bad" }],
])("only the token of the payload of connection_init is kept: %s", async (_name, payload) => {
  const ws = await readAtOperation({ ...payload, name: ["a", "b"], NAME: "c", other: { deep: 1 } });
  expect(ws.connectionParams).toEqual({ token: RITA });
  expect(tokenOf(undefined, ws)).toBe(RITA);
});

test.each([
  ["a bad token", { token: "bad", name: "a" }],
  ["no token", { name: ["a", "b"], NAME: "c" }],
  ["no payload", undefined],
])("nothing of a connection_init with %s is kept", async (_what, payload) => {
  expect((await readAtOperation(payload)).connectionParams).toEqual({});
});
