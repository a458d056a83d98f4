import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@jest/globals";
import { buildSchema, GraphQLError, parse } from "postgraphile/graphql";
import { secretKey } from "../../src/auth/keys.ts";
import { makeTokens } from "../../src/auth/tokens.ts";
import { BusyError } from "../../src/errors/app-error.ts";
import { makeMaskError } from "../../src/graphql/errors/mask-error.ts";
import { serveWebsockets } from "../../src/http/websockets.ts";
import { type Client, connect } from "./client.ts";

const schema = buildSchema("type Query { now: Int } type Subscription { later: Int }");
const tokens = makeTokens([secretKey("a secret for tests of thirty-two characters")], 60);

const fault = () => {
  throw new Error("a secret of the host");
};

/** Serves websockets of which each subscription throws, or gives what the test says. */
async function serveFaults(subscribe: () => unknown = fault, sounds: object = { isEmpty: true }) {
  const serv = {
    resolvedPreset: {},
    dynamicOptions: {
      maskError: makeMaskError(
        () => new Map() as never,
        () => {},
      ),
    },
    getExecutionConfig: () => ({
      schema,
      parseAndValidate: (text: string) => ({ document: parse(text) }),
      resolvedPreset: {},
      execute: fault,
      subscribe,
      contextValue: { sounds },
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

/** The result of an event, or of a start, that failed. */
const failed = (cause: Error) => ({
  data: { later: null },
  errors: [new GraphQLError(cause.message, { path: ["later"], originalError: cause })],
});

async function begin(url: string): Promise<Client> {
  const client = await connect(url, "graphql-transport-ws");
  client.send({ type: "connection_init" });
  await client.message(({ type }) => type === "connection_ack");
  client.send({ id: "1", type: "subscribe", payload: { query: "subscription { later }" } });
  return client;
}
const ofDatabase = (code: string) => Object.assign(new Error("canceled"), { code });

test.each([
  ["is away", new Error("Connection terminated unexpectedly")],
  ["has no free connection", new BusyError()],
  ["takes too long", ofDatabase("57014")],
  ["waits for a lock", ofDatabase("55P03")],
])(
  "if the database %s, whoever misses an event is asked to subscribe again",
  async (_what, cause) => {
    const host = await serveFaults(async function* () {
      yield { data: { later: 1 } };
      yield failed(cause);
    });
    const client = await begin(host.url);
    expect((await client.closed)[0]).toBe(1012);
    expect(client.messages.map(({ payload }) => payload)).toEqual([
      undefined,
      { data: { later: 1 } },
    ]);
    await host.stop();
  },
);

test("so is whoever misses an event that could not be recorded", async () => {
  const originalError = new BusyError();
  const host = await serveFaults(async function* () {
    yield { errors: [new GraphQLError(originalError.message, { originalError })] };
  });
  const client = await begin(host.url);
  expect((await client.closed)[0]).toBe(1012);
  await host.stop();
});

test("other errors of an event, and of a subscription that cannot begin, are told", async () => {
  const host = await serveFaults(async function* () {
    yield failed(new Error("a secret"));
    yield { data: { later: 2 } };
  });
  const busy = await serveFaults(() => failed(new BusyError()));
  const [client, early] = [await begin(host.url), await begin(busy.url)];
  for (const { message } of [client, early]) await message(({ type }) => type === "complete");
  const told = (one: Client) => one.messages.map(({ payload }) => payload).filter(Boolean);
  expect(told(client)).toMatchObject([
    { errors: [{ extensions: { code: "INTERNAL_SERVER_ERROR" } }] },
    { data: { later: 2 } },
  ]);
  expect(told(early)).toMatchObject([{ errors: [{ extensions: { code: "RATE_LIMITED" } }] }]);
  for (const { stop } of [host, busy]) await stop();
});

test("no later message is searched for the sounds of an operation that has ended", async () => {
  const searched: string[] = [];
  // They were granted, and an error elsewhere in the answer left no place for them.
  const areIn = (text: string) => searched.push(JSON.parse(text).type) === 0;
  const host = await serveFaults(() => ({ data: null }), { isEmpty: false, areIn });
  const client = await begin(host.url);
  await client.message(({ type }) => type === "complete");
  await host.stop();
  expect(searched).toEqual(["next"]);
});

test("a fault of the host closes the connection with 4500, and only the log says more", async () => {
  const host = await serveFaults();
  const client = await begin(host.url);
  expect(await client.closed).toEqual([4500, "Internal server error"]);
  expect(JSON.stringify(client.messages)).not.toContain("secret");
  expect(host.logged).toContainEqual([
    "websocket: a secret of the host",
    "error",
    { requestId: expect.any(String) },
  ]);
  await host.stop();
});
