/** @database server */
import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@jest/globals";
import { buildSchema, GraphQLError, parse } from "postgraphile/graphql";
import { makeMaskError } from "../../src/graphql/errors/mask-error.ts";
import { makeDoor } from "../../src/graphql/requests/door.ts";
import { makeOrigins } from "../../src/http/origins.ts";
import { serveWebsockets } from "../../src/http/websockets.ts";
import { BusyError } from "../../src/ops/app-error.ts";
import { makeTokens } from "../../src/people/tokens.ts";
import { secretKey } from "../../src/settings/token-keys.ts";
import { until } from "../helpers/until.ts";
import { type Client, connect, open } from "./client.ts";

const schema = buildSchema("type Query { now: Int } type Subscription { later: Int }");
const tokens = makeTokens([secretKey("a secret for tests of thirty-two characters")], 60);

const fault = () => {
  throw new Error("a secret of the host");
};

/** Serves websockets whose subscriptions throw, or give what the test says. */
async function serveFaults(
  subscribe: () => unknown = fault,
  sounds: object = { isEmpty: true },
  query?: (query: { values: number[] }) => Promise<object>,
) {
  const serv = {
    resolvedPreset: {},
    getExecutionConfig: () => ({
      schema,
      parseAndValidate: (text: string) => ({ document: parse(text) }),
      resolvedPreset: {},
      execute: fault,
      subscribe,
      contextValue: { request: { sounds } },
    }),
  };
  const logged: unknown[][] = [];
  const server = createServer();
  const live = new EventEmitter();
  const websockets = serveWebsockets(server, Promise.resolve(), {
    serv,
    people: { tokens },
    origins: makeOrigins("*"),
    door: makeDoor(tokens, () => "127.0.0.1"),
    maskError: makeMaskError(new Map(), () => {}),
    live,
    database: { hostPool: { query } },
    config: { maxConnections: 100 },
    log: (...words: unknown[]) => logged.push(words),
  } as never);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    logged,
    live,
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
  const client = await open(url);
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
  "if the database %s, a subscriber that misses an event is asked to subscribe again",
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

test("a subscriber is also asked to subscribe again if the error of an event has no path", async () => {
  const originalError = new BusyError();
  const host = await serveFaults(async function* () {
    yield { errors: [new GraphQLError(originalError.message, { originalError })] };
  });
  const client = await begin(host.url);
  expect((await client.closed)[0]).toBe(1012);
  await host.stop();
});

test("other errors of an event, and those of a subscription that cannot begin, are sent to the subscriber", async () => {
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
  // The sounds were granted, but an error elsewhere in the answer left no place for them.
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

/** Fails if the connection is closed. */
async function isOpen(client: Client): Promise<void> {
  client.send({ type: "ping" });
  await client.message(({ type }) => type === "pong");
}

test("a client that has left takes no place at its address", async () => {
  const host = await serveFaults();
  const first = await connect(host.url, "graphql-transport-ws");
  // One address may have five connections of a hundred.
  for (let count = 0; count < 6; count += 1) {
    const { socket, closed } = await connect(host.url, "graphql-transport-ws");
    socket.close();
    await closed;
  }
  await isOpen(first);
  await host.stop();
});

test("at a revocation, a session that cannot be checked loses its connections, and the user's others stay", async () => {
  const [GOOD, UNKNOWN, ENDED] = [1, 2, 3];
  const asked: number[][] = [];
  const host = await serveFaults(undefined, undefined, async ({ values }) => {
    asked.push(values);
    const [, session] = values;
    if (session === UNKNOWN) throw new Error("the database is away");
    return { rows: [{ role: session === GOOD ? "app_user" : "app_anonymous" }] };
  });
  const of = (userId: number, sessionId: number) =>
    open(host.url, { token: tokens.issue({ userId, sessionId }) });
  const [good, unknown, ended, other] = [
    await of(7, GOOD),
    await of(7, UNKNOWN),
    await of(7, ENDED),
    await of(8, ENDED),
  ];
  host.live.emit("revocation", 7);
  for (const { closed } of [unknown, ended]) {
    expect(await closed).toEqual([4403, "The token was revoked."]);
  }
  for (const client of [good, other]) await isOpen(client);
  expect(asked).toEqual([GOOD, UNKNOWN, ENDED].map((session) => [7, session]));
  await host.stop();
});

test("the log tells when a connection is opened, and how it was closed", async () => {
  const host = await serveFaults();
  const client = await open(host.url, { token: tokens.issue({ userId: 7, sessionId: 1 }) });
  client.socket.close(4000);
  const lines = await until(
    () => host.logged,
    ({ length }) => length === 2,
  );
  const [[, , { requestId }]] = lines as [[string, string, { requestId: string }]];
  expect(lines).toEqual([
    ["websocket opened", "debug", { requestId }],
    ["websocket closed", "info", { requestId, userId: 7, ms: expect.any(Number), code: 4000 }],
  ]);
  await host.stop();
});
