/** @database server */
import { expect, test } from "@jest/globals";
import { GraphQLError } from "graphql";
import { makeHttpErrorsPlugin } from "../../src/graphql/errors/http-errors.ts";
import { AppError, BusyError } from "../../src/ops/app-error.ts";

/** Tests the hooks that change grafserv's responses. */

interface Hooks {
  execute(next: () => Promise<object>, event: object): Promise<object>;
  processRequest(next: () => Promise<object>, event: object): Promise<object>;
}
const plugin = makeHttpErrorsPlugin((error) => error);
const { execute, processRequest } = {
  ...plugin.grafast?.middleware,
  ...plugin.grafserv?.middleware,
} as unknown as Hooks;

const JSON_TYPE = "application/json; charset=utf-8";

/** Answers a request. `result` is what Grafast made of its document, if the request reached Grafast. */
async function answered(
  { status = 200, type = JSON_TYPE, body = {} as object, path = "/graphql" },
  result?: object,
) {
  const request = {};
  const requestContext = { node: { req: { request } } };
  if (result) await execute(async () => result, { args: { contextValue: { request } } });
  const buffer = Buffer.from(JSON.stringify(body));
  const headers = { "content-type": type, "content-length": String(buffer.length), "x-a": "b" };
  const response = { type: "buffer", statusCode: status, headers, buffer };
  const sent = (await processRequest(async () => response, {
    requestDigest: { path, requestContext },
  })) as typeof response;
  const { "content-length": length, ...others } = sent.headers;
  expect(length).toBe(String(sent.buffer.length));
  return { status: sent.statusCode, headers: others, body: JSON.parse(String(sent.buffer)) };
}

const HEADERS = { "content-type": JSON_TYPE, "x-a": "b" };
const extensions = (code: string) => ({ code, type: "AppError" });
const REFUSAL = { errors: [{ message: "Grüße: no JSON", locations: [] }] };

test.each([
  [400, "BAD_USER_INPUT"],
  [415, "BAD_USER_INPUT"],
  [499, "BAD_USER_INPUT"],
  [500, "INTERNAL_SERVER_ERROR"],
])("a refusal with the status %d gets the code %s", async (status, code) => {
  expect(await answered({ status, body: REFUSAL })).toEqual({
    status,
    headers: HEADERS,
    body: { errors: [{ message: "Grüße: no JSON", extensions: extensions(code) }] },
  });
});

test("a RATE_LIMITED error before the document is read has the status 503 and Retry-After", async () => {
  const own = { ...extensions("RATE_LIMITED"), retryAfter: 7 };
  const body = { errors: [{ message: "Busy.", extensions: own }] };
  expect(await answered({ status: 500, body })).toEqual({
    status: 503,
    headers: { ...HEADERS, "retry-after": "7" },
    body,
  });
});

test("an UNAUTHENTICATED error before the document is read has the status 200, as at a field", async () => {
  const body = {
    errors: [{ message: "Log in first.", extensions: extensions("UNAUTHENTICATED") }],
  };
  expect(await answered({ status: 500, body })).toEqual({ status: 200, headers: HEADERS, body });
});

test.each<[string, Parameters<typeof answered>[0]]>([
  ["an answer", { body: { data: null } }],
  ["a refusal at another path", { status: 404, path: "/other", body: REFUSAL }],
  ["a page", { status: 400, type: "text/html", body: REFUSAL }],
])("%s stays as it is", async (_what, response) => {
  const { status = 200, type = JSON_TYPE, body } = response;
  const headers = { ...HEADERS, "content-type": type };
  expect(await answered(response)).toEqual({ status, headers, body });
});

test("a response that is sent in parts stays as it is", async () => {
  const stream = { type: "bufferStream", statusCode: 400, headers: {} };
  const requestDigest = { path: "/graphql", requestContext: { node: { req: { request: {} } } } };
  expect(await processRequest(async () => stream, { requestDigest })).toBe(stream);
});

const because = (originalError: Error) => ({
  data: '{"me":null}',
  errors: [new GraphQLError("", { originalError })],
});

test.each([
  ["the database is away", new Error("Connection terminated"), "5"],
  ["no connection is free", new BusyError(), "1"],
])("if %s, the status is 503, and the body the same", async (_why, cause, seconds) => {
  const body = { data: { me: null } };
  expect(await answered({ body }, because(cause))).toEqual({
    status: 503,
    headers: { ...HEADERS, "retry-after": seconds },
    body,
  });
});

test("Grafast's result stays as it is", async () => {
  const result = because(new Error("Connection terminated"));
  const args = { contextValue: { request: {} } };
  expect(await execute(async () => result, { args })).toBe(result);
});

test("if a field is refused, the status is 200", async () => {
  const body = { data: { me: null } };
  const refusal = new AppError("FORBIDDEN", "This is for administrators.");
  expect(await answered({ body }, because(refusal))).toEqual({
    status: 200,
    headers: HEADERS,
    body,
  });
});
