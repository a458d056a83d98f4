/** @database server */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { connect as openSocket } from "node:net";
import { promisify } from "node:util";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "@jest/globals";
import supertest from "supertest";
import { runTestService, type TestUser } from "../helpers/service.ts";
import { open } from "../live/client.ts";

/** Tests requests as programs send them that are neither browsers nor libraries for GraphQL. */

const service = runTestService();
let rita: TestUser;
beforeAll(async () => {
  rita = await service.newUser();
});

const QUERY = JSON.stringify({ query: "{ apiVersion }" });
const ANSWER = { data: { apiVersion: "1.0" } };
const JSON_TYPE = "Content-Type: application/json\r\n";

/** Sends a request exactly as it is given, and returns the status and the body. */
async function send(head: string, body: Buffer | string = "") {
  const socket = openSocket(service.port, "localhost");
  const length = body.length > 0 ? `Content-Length: ${Buffer.byteLength(body)}\r\n` : "";
  socket.write(`${head}\r\nHost: localhost\r\nConnection: close\r\n${length}\r\n`);
  if (body.length > 0) socket.write(body);
  let text = "";
  socket.setEncoding("utf8").on("data", (chunk) => {
    text += chunk;
  });
  await once(socket, "close");
  const [headers = "", ...rest] = text.split("\r\n\r\n");
  return { status: Number(headers.split(" ")[1]), headers, body: rest.join("\r\n\r\n") };
}

const codeOf = (body: string) => JSON.parse(body).errors[0].extensions.code;
const refused = async (head: string, body?: Buffer | string) => {
  const answer = await send(head, body);
  return [answer.status, codeOf(answer.body)];
};

test("a body without a type is JSON, and one of plain text is refused", async () => {
  const { status, body } = await send("POST /graphql HTTP/1.1", QUERY);
  expect([status, JSON.parse(body)]).toEqual([200, ANSWER]);
  const plain = "POST /graphql HTTP/1.1\r\nContent-Type: text/plain";
  expect(await refused(plain, QUERY)).toEqual([415, "BAD_USER_INPUT"]);
});

test.each([
  "/graphql/",
  "/graphql/?a=b",
  "http://localhost/graphql",
  "HTTP://la.example:80/graphql/",
])("the target %s is that of GraphQL", async (target) => {
  const { status, body } = await send(`POST ${target} HTTP/1.1\r\n${JSON_TYPE.trim()}`, QUERY);
  expect([status, JSON.parse(body)]).toEqual([200, ANSWER]);
});

test("other paths take the absolute form of a target too", async () => {
  expect((await send("GET http://localhost/healthz HTTP/1.1")).status).toBe(200);
  const page = await send("GET / HTTP/1.1");
  expect((await send("GET http://localhost HTTP/1.1")).body).toBe(page.body);
});

describe("a compressed body", () => {
  const head = (encoding: string) =>
    `POST /graphql HTTP/1.1\r\n${JSON_TYPE}Content-Encoding: ${encoding}`;
  test.each([
    ["gzip", gzipSync(QUERY)],
    ["deflate", deflateSync(QUERY)],
    ["br", brotliCompressSync(QUERY)],
  ])("of %s is read", async (encoding, bytes) => {
    const { status, body } = await send(head(encoding), bytes);
    expect([status, JSON.parse(body)]).toEqual([200, ANSWER]);
  });

  test.each([
    ["that is not compressed", "gzip", Buffer.from(QUERY), 400],
    ["of an unknown encoding", "zstd", Buffer.from(QUERY), 415],
  ])("%s is refused", async (_what, encoding, bytes, status) => {
    expect(await refused(head(encoding), bytes)).toEqual([status, "BAD_USER_INPUT"]);
  });

  test("counts with the size that it has when it is decompressed", async () => {
    const large = gzipSync(Buffer.alloc(3_000_000, " "));
    const token = `\r\nAuthorization: Bearer ${rita.token}`;
    expect(await refused(head("gzip") + token, large)).toEqual([413, "BAD_USER_INPUT"]);
    expect(await refused(head("gzip"), large)).toEqual([200, "UNAUTHENTICATED"]);
  });
});

test.each([
  ["10 MB", 10_000_000, [413, "BAD_USER_INPUT"]],
  ["100 kB", 100_000, [200, "UNAUTHENTICATED"]],
])("a body of %s without a token is refused in words", async (_size, size, expected) => {
  const head = `POST /graphql HTTP/1.1\r\n${JSON_TYPE.trim()}`;
  expect(await refused(head, Buffer.alloc(size, " "))).toEqual(expected);
});

describe("an offer of HTTP/2 is ignored", () => {
  const OFFER =
    "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__";
  test.each([
    ["POST", "/graphql", QUERY],
    ["GET", "/graphql?query={apiVersion}", ""],
    ["GET", "/healthz", ""],
    ["GET", "/readyz", ""],
    ["GET", "/console/config.json", ""],
    ["POST", "/positions/overland", "{}"],
    ["GET", "/nothing", ""],
  ])("%s %s", async (method, path, body) => {
    const head = `${method} ${path} HTTP/1.1${body && `\r\n${JSON_TYPE.trim()}`}`;
    const without = await send(head, body);
    const offered = await send(`${head}\r\n${OFFER}`, body);
    expect(offered.status).toBe(without.status);
    const withoutLag = (text: string) => text.replace(/"jobLag":[^,]*/, "");
    expect(withoutLag(offered.body)).toBe(withoutLag(without.body));
  });

  test("of curl", async () => {
    const curl = ["-s", "--http2", "--data", QUERY, "-H", JSON_TYPE.trim()];
    const { stdout } = await promisify(execFile)("curl", [...curl, `${service.url}/graphql`]);
    expect(JSON.parse(stdout)).toEqual(ANSWER);
  });
});

describe("a persisted query without its text", () => {
  const extensions = { persistedQuery: { version: 1, sha256Hash: "ab" } };
  const errors = [
    {
      message: "PersistedQueryNotSupported",
      extensions: { code: "PERSISTED_QUERY_NOT_SUPPORTED", type: "AppError" },
    },
  ];
  const ask = () => supertest(service.url).post("/graphql").set("Accept", "application/json");

  test("is told to come with it, by POST and by GET", async () => {
    const { body } = await ask().send({ extensions, variables: {} }).expect(200);
    expect(body).toEqual({ errors });
    const url = `/graphql?extensions=${encodeURIComponent(JSON.stringify(extensions))}`;
    expect((await supertest(service.url).get(url).expect(200)).body).toEqual({ errors });
  });

  test("is answered with it", async () => {
    const { body } = await ask().send({ extensions, query: "{ apiVersion }" });
    expect(body).toEqual(ANSWER);
  });
});

test("pages of other origins may read the headers that say when to come back, and the request's id", async () => {
  const { headers } = await supertest(service.url)
    .post("/graphql")
    .set("Origin", "https://console.example.org")
    .send({ query: "{ apiVersion }" });
  expect(headers["access-control-expose-headers"]).toBe("Retry-After,X-Request-Id");
});

describe("over a websocket", () => {
  const subscribe = (id: string, query: string) =>
    JSON.stringify({ id, type: "subscribe", payload: { query } });

  test("an id can be used again right after its operation is complete", async () => {
    const { socket } = await open(service.url, rita);
    const received: unknown[] = [];
    const complete = new Promise<void>((resolve) => {
      socket.on("message", (data) => {
        const message = JSON.parse(String(data));
        received.push(message);
        if (message.type !== "complete") return;
        if (received.length < 20) socket.send(subscribe('a "quoted" id', "{ apiVersion }"));
        else resolve();
      });
    });
    socket.send(subscribe('a "quoted" id', "{ apiVersion }"));
    await complete;
    const one = [
      { id: 'a "quoted" id', type: "next", payload: ANSWER },
      { id: 'a "quoted" id', type: "complete" },
    ];
    expect(received).toEqual(Array.from({ length: 10 }, () => one).flat());
    socket.close();
  });

  test("an id can be used again right after the client has completed its subscription", async () => {
    const { socket } = await open(service.url, rita);
    const received: { type: string; payload?: unknown }[] = [];
    socket.on("message", (data) => received.push(JSON.parse(String(data))));
    const added = "subscription { notificationAdded { id } }";
    for (let repeats = 0; repeats < 5; repeats++) {
      socket.send(subscribe("1", added));
      socket.send(JSON.stringify({ id: "1", type: "complete" }));
    }
    socket.send(subscribe("1", "{ apiVersion }"));
    socket.send(subscribe("2", "{ apiVersion }"));
    while (received.filter(({ type }) => type === "complete").length < 2)
      await once(socket, "message");
    expect(received.filter(({ payload }) => payload)).toEqual([
      { id: "1", type: "next", payload: ANSWER },
      { id: "2", type: "next", payload: ANSWER },
    ]);
    socket.close();
  });
});
