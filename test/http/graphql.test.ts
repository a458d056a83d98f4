/** @database server */
import { createServer, type IncomingMessage, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { GraphQLError } from "postgraphile/graphql";
import supertest from "supertest";
import { Request } from "../../src/graphql/requests/request.ts";
import { graphqlHandler, plainJson } from "../../src/http/graphql.ts";
import { LoggedRequest } from "../../src/ops/logged-request.ts";

const masked: { error: GraphQLError; requestId: string | undefined }[] = [];

let server: Server;
beforeAll(() => {
  const handle = graphqlHandler(
    (_request, response, next) => {
      response.setHeader("X-Origins", "all");
      next();
    },
    (request, response) => {
      const body = String(request.request?.body ?? "not read");
      response.end(JSON.stringify({ grafserv: body, requestId: request.request?.id }));
    },
    async (body) => {
      if (body.includes("fault")) throw new Error("a fault at 10.1.2.3");
      if (body.includes("unknown")) return undefined;
      const text = JSON.stringify({ data: `fast è${"x".repeat(body.length)}` });
      return body.includes("busy") ? { text, retryAfter: 7 } : { text };
    },
    (error, log) => {
      masked.push({ error, requestId: log?.id });
      return new GraphQLError("masked");
    },
  );
  server = createServer((message, response) => {
    message.request = new Request({ log: new LoggedRequest("a-1"), address: () => "" });
    handle(message, response, message.request);
  });
});
afterAll(() => void server.close());

const ask = (query: string) =>
  supertest(server).post("/graphql").set("Accept", "application/json").send({ query });

test("a fault of the fast path is answered with 500, without internal details", async () => {
  const { body } = await ask("{ fault }").expect(500);
  expect(body).toEqual({ errors: [{ message: "masked" }] });
  // An error with a path is the service's, not the client's. Its line in the log names the request.
  const error = expect.objectContaining({ message: "a fault at 10.1.2.3", path: [] });
  expect(masked).toEqual([{ error, requestId: "a-1" }]);
});

test.each([10, 30_000])(
  "the fast path answers with all headers, for a query of %d letters",
  async (length) => {
    const { body, headers } = await ask("x".repeat(length)).expect(200);
    expect(body.data).toMatch(/^fast èx/);
    expect(headers).toMatchObject({
      "content-type": "application/json;charset=utf-8",
      "content-length": String(Buffer.byteLength(JSON.stringify(body))),
      "x-origins": "all",
    });
    expect(headers).not.toHaveProperty("retry-after");
  },
);

test("an answer that asks to come back has the status 503 and Retry-After", async () => {
  const { headers } = await ask("{ busy }").expect(503);
  expect(headers["retry-after"]).toBe("7");
});

test("a query that the fast path does not know goes to grafserv, with its body", async () => {
  const { text, headers } = await ask("{ unknown }").buffer(true).expect(200);
  expect(JSON.parse(text)).toEqual({ grafserv: '{"query":"{ unknown }"}', requestId: "a-1" });
  expect(headers).toMatchObject({ "x-origins": "all" });
  expect(headers).not.toHaveProperty("cache-control");
});

describe("grafserv itself reads the request:", () => {
  const request = () => supertest(server).post("/graphql").set("Accept", "application/json");
  const json = (body: string, type = "application/json") =>
    request().set("Content-Type", type).send(body);
  test.each([
    ["what is put", () => supertest(server).put("/graphql").accept("application/json").send({})],
    ["what asks at another address", () => supertest(server).post("/graphql?a=b").send({})],
    ["another type", () => json("{}", "application/graphql")],
    ["another encoding", () => json("{}", "application/json; charset=utf-16le")],
    ["a large body", () => json(" ".repeat(65_537))],
    [
      "what is answered in another type",
      () => json("{}").set("Accept", "application/graphql-response+json"),
    ],
  ])("%s", async (_what, send) => {
    const { text } = await send().buffer(true).expect(200);
    expect(JSON.parse(text)).toEqual({ grafserv: "not read", requestId: "a-1" });
  });

  test("a query by GET, whose answer no cache keeps", async () => {
    const { headers } = await supertest(server).get("/graphql?query=a").expect(200);
    expect(headers["cache-control"]).toBe("no-store");
  });
});

const VISIT = "text/html,application/xhtml+xml,*/*;q=0.8";
test.each([
  ["POST", undefined, true],
  ["POST", "*/*", true],
  ["POST", "application/*", true],
  ["POST", "application/graphql-response+json, application/json;q=0.9", true],
  ["POST", "application/graphql-response+json", false],
  ["POST", "text/event-stream", false],
  // A browser sends this with a form too. Only a GET is a visit.
  ["POST", VISIT, true],
  ["GET", VISIT, false],
  ["GET", "*/*", true],
])("%s with Accept: %s gets plain JSON: %p", (method, accept, isPlain) => {
  const headers = accept === undefined ? {} : { accept };
  plainJson({ method, headers } as IncomingMessage);
  expect(headers).toEqual(isPlain ? { accept: "application/json" } : { accept });
});
