/** @database server */
import { once } from "node:events";
import { request } from "node:http";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { WebSocket, WebSocketServer } from "ws";
import { Request } from "../../src/graphql/requests/request.ts";
import { Connection } from "../../src/http/websockets/connection.ts";
import { makeTokens } from "../../src/people/tokens.ts";
import { secretKey } from "../../src/settings/token-keys.ts";
import { refusals, runTestService, startTestService, type TestUser } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";
import { type Client, connect, open } from "./client.ts";
import { publish, report } from "./scene.ts";

const PROTOCOL = "graphql-transport-ws";
const ADDED = "subscription { notificationAdded { id } }";

const service = runTestService();
let rita: TestUser;
let silent: Client;
beforeAll(async () => {
  rita = await service.newUser();
  silent = await connect(service.url, PROTOCOL);
});

describe("over a websocket", () => {
  test("queries and mutations have the same results as over HTTP", async () => {
    const client = await open(service.url, rita);
    const report = `mutation ($input: PositionInput!) { newPosition(input: $input) { userId latitude } }`;
    const input = { latitude: 1.5, longitude: 2, movingActivity: "STILL" };
    for (const [query, variables] of [
      ["{ me { id email } notifications { id alert { text1 } } }"],
      ["{ alerts(limit: 2) { id area } }"],
      [report, { input }],
    ] as const) {
      const answer = await client.ask(query, variables);
      expect(answer.errors).toBeUndefined();
      expect(answer).toEqual(await service.graphql(query, variables, rita));
    }
    client.socket.close();
  });

  test("errors are the same as over HTTP", async () => {
    const client = await open(service.url, rita);
    for (const [query, variables] of [
      ["{ nothing }"],
      ["{ users { id } }"],
      ["{ notifications(limit: -1) { id } }"],
      ["query ($id: Int!) { user(id: $id) { id } }", { id: 1 }],
      ["query ($id: Int!) { user(id: $id) { id } }", { id: "one" }],
      ["{"],
    ] as const) {
      const { errors } = await client.ask(query, variables);
      refusals({ errors });
      expect(errors).toEqual((await service.graphql(query, variables, rita)).errors);
    }
    client.socket.close();
  });

  test("a subscription with two fields is refused", async () => {
    const client = await open(service.url, service.admin);
    const answer = await client.ask(
      "subscription { positionAdded { id } notificationAdded { id } }",
    );
    expect(answer.errors?.map(({ extensions }) => extensions.code)).toEqual(["BAD_USER_INPUT"]);
    client.socket.close();
  });

  test("an operation waits until the subscriptions that its client sent before have started", async () => {
    const [client, other] = [
      await open(service.url, service.admin),
      await open(service.url, service.admin),
    ];
    const owner = await service.owner.connect();
    await owner.query("begin; lock table app_public.alerts");
    client.begin("subscription { alertProgress(id: 1) { id } }");
    const answered: string[] = [];
    const asked = client.ask("{ apiVersion }").then(() => answered.push("after the start"));
    // The same host answers these one after another, and would have answered that one first.
    for (let turn = 0; turn < 20; turn += 1) await other.ask("{ apiVersion }");
    expect(answered).toEqual([]);
    await owner.query("rollback");
    owner.release();
    await asked;
    for (const { socket } of [client, other]) socket.close();
  });

  test("an id can be used again as soon as its operation is complete", async () => {
    const client = await open(service.url, rita);
    const subscribe = (query: string) =>
      client.send({ id: "same", type: "subscribe", payload: { query } });
    subscribe(ADDED);
    await client.ask("{ apiVersion }");
    for (let turn = 0; turn < 20; turn += 1) {
      client.send({ id: "same", type: "complete" });
      subscribe(ADDED);
    }
    await client.ask("{ apiVersion }");
    await report(service, rita);
    await publish(service);
    const { payload } = await client.message(({ id }) => id === "same");
    expect(payload.data.notificationAdded.id).toEqual(expect.any(Number));
    client.send({ id: "same", type: "complete" });
    subscribe("{ apiVersion }");
    const answer = await client.message((one) => one.id === "same" && one.type === "complete");
    expect(answer).toEqual({ id: "same", type: "complete" });
    expect(client.messages.filter(({ id }) => id === "same")).toHaveLength(3);
    client.socket.close();
  });

  test("at most a hundred operations run at once", async () => {
    const client = await open(service.url, rita);
    for (let count = 0; count < 99; count += 1) client.begin(ADDED);
    expect((await client.ask("{ apiVersion }")).errors).toBeUndefined();
    client.begin(ADDED);
    const refused = await client.begin(ADDED).ended;
    expect(refusals({ errors: refused })).toEqual(["RATE_LIMITED"]);
    expect(client.messages.filter(({ type }) => type === "error")).toHaveLength(1);
    client.send({ id: "1", type: "complete" });
    expect((await client.ask("{ apiVersion }")).errors).toBeUndefined();
    client.socket.close();
  });

  test("at most five hundred operations of a user run at once", async () => {
    const user = await service.newUser();
    const clients = await Promise.all(Array.from({ length: 6 }, () => open(service.url, user)));
    const last = clients.pop() as Client;
    for (const client of clients) {
      for (let count = 0; count < 99; count += 1) client.begin(ADDED);
    }
    await Promise.all(clients.map((client) => client.ask("{ apiVersion }")));
    for (let count = 0; count < 5; count += 1) last.begin(ADDED);
    const refused = await last.begin(ADDED).ended;
    expect(refusals({ errors: refused })).toEqual(["RATE_LIMITED"]);
    expect(last.messages.filter(({ type }) => type === "error")).toHaveLength(1);
    clients[0]?.send({ id: "1", type: "complete" });
    await clients[0]?.ask("{ apiVersion }");
    expect((await last.ask("{ apiVersion }")).errors).toBeUndefined();
    const other = await open(service.url, rita);
    expect((await other.ask("{ apiVersion }")).errors).toBeUndefined();
    for (const { socket } of [...clients, last, other]) socket.close();
  });
});

describe("a connection is closed", () => {
  test.each([
    ["text that is not JSON", "{"],
    ["no message", '"hello"'],
    ["a message of an unknown type", '{"type":"hello"}'],
    ["an operation without an id", '{"type":"subscribe","payload":{"query":"{ apiVersion }"}}'],
    ["an operation without a query", '{"id":"1","type":"subscribe","payload":{}}'],
    ["a message that only hosts send", '{"id":"1","type":"next","payload":{}}'],
  ])("with 4400 for %s", async (_what, text) => {
    const client = await open(service.url, rita);
    client.send(text);
    const [code] = await client.closed;
    expect(code).toBe(4400);
  });

  test("with 4401 for an operation before connection_init", async () => {
    const client = await connect(service.url, PROTOCOL);
    client.begin("{ apiVersion }");
    expect((await client.closed)[0]).toBe(4401);
  });

  test("with 4429 for a second connection_init", async () => {
    const client = await open(service.url, rita);
    client.send({ type: "connection_init" });
    expect((await client.closed)[0]).toBe(4429);
  });

  test("with 4409 for an id that is in use", async () => {
    const client = await open(service.url, rita);
    for (let turn = 0; turn < 2; turn += 1) {
      client.send({ id: "same", type: "subscribe", payload: { query: ADDED } });
    }
    expect((await client.closed)[0]).toBe(4409);
  });

  test("with 4406 for another subprotocol, and without one", async () => {
    for (const protocol of ["graphql-ws", undefined]) {
      const client = await connect(service.url, protocol);
      expect((await client.closed)[0]).toBe(4406);
    }
  });

  test("with 1009 for a message of more than two megabytes", async () => {
    const client = await open(service.url, rita);
    client.send({
      id: "large",
      type: "subscribe",
      payload: { query: "{ apiVersion }", variables: { text: "x".repeat(2_000_000) } },
    });
    expect((await client.closed)[0]).toBe(1009);
  });

  test("for a message without an end: of 256 kB from a stranger, or of a thousand parts from a user", async () => {
    const [stranger, user] = [await open(service.url), await open(service.url, rita)];
    for (let part = 0; part < 5; part += 1) {
      for (const { socket } of [stranger, user]) socket.send("x".repeat(60_000), { fin: false });
    }
    // A client that still sends may see that it is cut off before it reads why.
    expect([1006, 1009]).toContain((await stranger.closed)[0]);
    for (let part = 5; part < 1024; part += 1) user.socket.send("x", { fin: false });
    await service.graphql("{ apiVersion }");
    expect(user.socket.readyState).toBe(WebSocket.OPEN);
    user.socket.send("x", { fin: false });
    expect((await user.closed)[0]).toBe(1008);
  });

  test("for a message of more than 64 kB, or of 90 MB, from a stranger", async () => {
    for (const size of [65_537, 90_000_000]) {
      const client = await open(service.url);
      client.send("x".repeat(size));
      expect([1006, 1009]).toContain((await client.closed)[0]);
    }
  });

  test("with 1002 for bytes that are not a frame", async () => {
    const client = await open(service.url, rita);
    // @ts-expect-error the socket below is the library's own
    client.socket._socket.write(Buffer.from([0xff, 0xff, 0xff, 0xff]));
    expect((await client.closed)[0]).toBe(1002);
  });

  test("with 4408 without connection_init", async () => {
    expect((await silent.closed)[0]).toBe(4408);
  });
});

test("the connection of a client that does not read is terminated, and others are served meanwhile", async () => {
  const client = await open(service.url, rita);
  client.socket.pause();
  const query = "{ __schema { types { name description fields { name description } } } }";
  const other = await open(service.url, rita);
  // A document that is not known would wait for its turn, and most of them would be refused.
  await other.ask(query);
  for (let count = 0; count < 400; count += 1) {
    client.send({ id: `large ${count}`, type: "subscribe", payload: { query } });
  }
  // This query is sent after all of them.
  const [answer, size] = await other.ask(query).then((one) => [one, JSON.stringify(one).length]);
  expect((answer as { errors?: unknown }).errors).toBeUndefined();
  other.socket.close();
  await service.graphql("{ apiVersion }");
  client.socket.resume();
  const [code] = await client.closed;
  expect(code).toBe(1006);
  const answers = client.messages.filter(({ payload }) => payload?.data).length;
  expect(answers * (size as number)).toBeLessThan(100 * (size as number));
});

describe("a connection", () => {
  async function pair(options?: object) {
    const server = new WebSocketServer({ port: 0 });
    await once(server, "listening");
    const accepted = once(server, "connection");
    const { port } = server.address() as { port: number };
    const client = new WebSocket(`ws://localhost:${port}`, options);
    client.on("error", () => {});
    const [socket, { socket: below }] = await accepted;
    const opening = new Request({ address: () => "" });
    await once(client, "open");
    return { server, client, socket, connection: new Connection(socket, below, opening) };
  }

  const PING_INTERVAL = 15_000;

  test("is terminated if the client does not answer a ping, though it has got a message", async () => {
    const { server, client, connection } = await pair({ autoPong: false });
    const closed = once(client, "close");
    await connection.send("{}");
    for (let turn = 1; turn <= 2; turn += 1) {
      const asked = once(client, "ping");
      connection.check(performance.now() + turn * PING_INTERVAL);
      await asked;
    }
    connection.check(performance.now() + 3 * PING_INTERVAL);
    expect((await closed)[0]).toBe(1006);
    server.close();
  });

  test("stays open if the client answers", async () => {
    const { server, client, socket, connection } = await pair();
    for (let turn = 1; turn <= 3; turn += 1) {
      const answered = once(socket, "pong");
      connection.check(performance.now() + turn * PING_INTERVAL);
      await answered;
    }
    expect(client.readyState).toBe(WebSocket.OPEN);
    client.terminate();
    server.close();
  });

  const LARGE = "x".repeat(20_000_000);

  test("whose token expires is closed after the large message that is on its way", async () => {
    const { server, client, connection } = await pair();
    // A token of one second could end before the connection begins.
    const tokens = makeTokens([secretKey("a secret for tests of thirty-two characters")], 3);
    connection.begin(tokens.issue({ userId: 7, sessionId: 1 }), tokens);
    const [arrived, closed] = [once(client, "message"), once(client, "close")];
    client.pause();
    void connection.send(LARGE);
    await until(() => {
      connection.check(performance.now());
      return connection.socket.readyState === WebSocket.CLOSING;
    });
    client.resume();
    expect(String((await arrived)[0])).toHaveLength(LARGE.length);
    const [code, reason] = await closed;
    expect([code, String(reason)]).toEqual([4403, "The token has expired."]);
    server.close();
  });

  test("is terminated if a megabyte waits behind what its client does not read, of any size", async () => {
    const { server, client, socket, connection } = await pair();
    client.pause();
    void connection.send(LARGE);
    for (let count = 0; count < 10; count += 1) void connection.send("x".repeat(100_000));
    await null;
    expect(socket.readyState).toBe(WebSocket.OPEN);
    void connection.send("x");
    await null;
    expect(socket.readyState).not.toBe(WebSocket.OPEN);
    client.terminate();
    server.close();
  });
});

/** Returns the answer to an upgrade: its status, and the id of the request. */
async function answered(url: string, path: string, headers: object = {}) {
  const asked = request(new URL(path, url), {
    headers: {
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
      "Sec-WebSocket-Protocol": PROTOCOL,
      ...headers,
    },
  });
  asked.end();
  const answer = Promise.race([once(asked, "response"), once(asked, "upgrade")]);
  const [response] = await answer;
  asked.destroy();
  return { status: response.statusCode, id: response.headers["x-request-id"] };
}
const upgrade = async (...asked: Parameters<typeof answered>) => (await answered(...asked)).status;

test("the answer to an upgrade has the id of the request, which is the client's own if it sends one", async () => {
  const mine = await answered(service.url, "/graphql", { "X-Request-Id": "mine" });
  expect(mine).toEqual({ status: 101, id: "mine" });
  const [one, other] = [
    await answered(service.url, "/graphql"),
    await answered(service.url, "/graphql"),
  ];
  expect(one.id).toMatch(/^[\w-]+$/);
  expect(other.id).not.toBe(one.id);
  // The log tells of it by the same id.
  await until(() => service.requests.find(({ requestId }) => requestId === other.id));
});

test("another path is refused with 404, a request without a websocket key with 400", async () => {
  expect(await upgrade(service.url, "/")).toBe(404);
  expect(await upgrade(service.url, "/graphql/stream")).toBe(404);
  expect(await upgrade(service.url, "/graphql", { "Sec-WebSocket-Key": "short" })).toBe(400);
  expect(await upgrade(service.url, "/graphql?a=b")).toBe(101);
});

test("too many connections without a token close the oldest of them, and no user's at the same address", async () => {
  const small = await startTestService({ MAX_CONNECTIONS: "40" });
  const user = await small.newUser();
  const phones = [await open(small.url, user), await open(small.url, user)];
  const strangers: Client[] = [];
  for (let count = 0; count < 3; count += 1) strangers.push(await open(small.url));
  phones.push(await open(small.url, user), await open(small.url, user));
  expect((await strangers[0]?.closed)?.[0]).toBe(1013);
  expect((await strangers[1]?.closed)?.[0]).toBe(1013);
  for (const phone of [strangers[2] as Client, ...phones]) {
    expect((await phone.ask("{ apiVersion }")).errors).toBeUndefined();
  }
  await small.stop();
});

test("more than a hundred connections of a user close the oldest of them", async () => {
  const user = await service.newUser();
  const clients: Client[] = [];
  for (let count = 0; count < 101; count += 1) clients.push(await open(service.url, user));
  expect((await clients[0]?.closed)?.[0]).toBe(1013);
  for (const client of [clients[1], clients[100]])
    expect((await client?.ask("{ apiVersion }"))?.errors).toBeUndefined();
  for (const { socket } of clients) socket.close();
});

test("only the origins that may call over HTTP may connect, and clients without an origin", async () => {
  const narrow = await startTestService({ ALLOWED_ORIGINS: "https://a.example" });
  expect(await upgrade(narrow.url, "/graphql", { Origin: "https://b.example" })).toBe(403);
  expect(await upgrade(narrow.url, "/graphql", { Origin: "https://a.example" })).toBe(101);
  expect(await upgrade(narrow.url, "/graphql")).toBe(101);
  // The service's own pages may connect, also behind a proxy that ends TLS. Over HTTP they need no permission.
  const Host = "alerts.example.org:8443";
  expect(await upgrade(narrow.url, "/graphql", { Host, Origin: `https://${Host}` })).toBe(101);
  expect(await upgrade(narrow.url, "/graphql", { Origin: narrow.url })).toBe(101);
  expect(await upgrade(narrow.url, "/graphql", { Host, Origin: "https://b.example" })).toBe(403);
  expect(await upgrade(narrow.url, "/graphql", { Host, Origin: "null" })).toBe(403);
  await narrow.stop();
});
