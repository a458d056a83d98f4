/** @database server */
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { GraphQLError } from "graphql";
import { retryAfter } from "../../src/graphql/errors/unavailable.ts";
import { AppError, BusyError } from "../../src/ops/app-error.ts";
import { makeAddress } from "../crash/address.ts";
import { isNative, template } from "../helpers/database.ts";
import {
  type Answer,
  startTestService,
  type TestService,
  type TestUser,
} from "../helpers/service.ts";

describe("retryAfter", () => {
  const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  const because = (cause: Error) => new GraphQLError("", { originalError: cause });

  test.each([
    ["no field was answered", { data: '{"a":null,"b":null}', errors: [because(away)] }, 5],
    ["there is no data", { data: null, errors: [because(away)] }, 5],
    ["the data is an object", { data: { a: null }, errors: [because(away)] }, 5],
    ["a field was answered", { data: '{"a":null,"b":"1.0"}', errors: [because(away)] }, undefined],
    ["a name has quotes", { data: '{"a\\"b":null}', errors: [because(away)] }, 5],
    [
      "one error has another cause",
      { data: null, errors: [because(away), because(new Error("a mistake"))] },
      undefined,
    ],
    ["nothing failed", { data: '{"a":null}' }, undefined],
    [
      "PostgreSQL is stopping",
      { data: null, errors: [because(Object.assign(new Error(), { code: "57P01" }))] },
      5,
    ],
    [
      "a quota is used up",
      {
        data: null,
        errors: [because(new AppError("RATE_LIMITED", "too much", { retryAfter: 1 }))],
      },
      undefined,
    ],
    ["no connection is free", { data: null, errors: [because(new BusyError())] }, 1],
    [
      "one field found no free connection, and another no database",
      { data: null, errors: [because(new BusyError()), because(away)] },
      5,
    ],
    ...[
      "ECONNRESET",
      "ETIMEDOUT",
      "EPIPE",
      "ENOTFOUND",
      "EAI_AGAIN",
      "EHOSTUNREACH",
      "ENETUNREACH",
      "ENOENT",
      "08006",
      "57P02",
      "57P03",
    ].map((code): [string, object, number] => [
      `the code is ${code}`,
      { data: null, errors: [because(Object.assign(new Error("no words"), { code }))] },
      5,
    ]),
    ...["57P04", "57014", "EACCES", "0800", "080061"].map((code): [string, object, undefined] => [
      `the code ${code} says something else`,
      { data: null, errors: [because(Object.assign(new Error("no words"), { code }))] },
      undefined,
    ]),
    [
      "the words stand in the middle",
      { data: null, errors: [because(new Error("text1: timeout expired"))] },
      undefined,
    ],
    [
      "the cause is no error",
      { data: null, errors: [because("timeout expired" as never)] },
      undefined,
    ],
    ...[
      "Connection terminated unexpectedly",
      "Connection terminated due to connection timeout",
      "timeout expired",
      "Client was closed and is not queryable",
      "Client has encountered a connection error and is not queryable",
      "Cannot use a pool after calling end on the pool",
      "server closed the connection unexpectedly",
      "the embedded database is closed",
    ].map((message): [string, object, number] => [
      `pg says: ${message}`,
      { data: null, errors: [because(new Error(message))] },
      5,
    ]),
  ])("says whether and when to try again if %s", (_when, result, expected) => {
    expect(retryAfter(result)).toBe(expected);
  });
});

// The embedded database is away only if its thread has died.
(isNative ? describe : describe.skip)("while the database is away", () => {
  let service: TestService;
  let user: TestUser;
  beforeAll(async () => {
    const url = new URL(template().serverUrl as string);
    const address = await makeAddress(Number(url.port), url.hostname);
    service = await startTestService({}, (databaseUrl) => {
      const own = new URL(databaseUrl);
      own.host = `127.0.0.1:${address.port}`;
      return own.href;
    });
    user = await service.newUser();
    await ask("{ positions { id } }");
    address.close();
  });
  afterAll(() => service.stop());

  const ask = async (query: string) => {
    const response = await fetch(`${service.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${user.token}` },
      body: JSON.stringify({ query }),
    });
    const { status, headers } = response;
    const body = (await response.json()) as Answer;
    return { status, retryAfter: headers.get("retry-after"), body };
  };
  const ERROR = {
    message: expect.stringMatching(/^Something went wrong on our side/),
    extensions: { code: "INTERNAL_SERVER_ERROR", type: "AppError", retryAfter: 5 },
  };

  test.each([
    ["the fast path", "{ positions { id } }"],
    ["Grafast", "{ me { id } }"],
  ])("%s answers 503, and says when to try again", async (_road, query) => {
    expect(await ask(query)).toMatchObject({
      status: 503,
      retryAfter: "5",
      body: { errors: [ERROR] },
    });
  });

  test("a document with a field that needs no database has the status 200", async () => {
    expect(await ask("{ apiVersion me { id } }")).toMatchObject({
      status: 200,
      retryAfter: null,
      body: { data: { apiVersion: "1.0", me: null }, errors: [ERROR] },
    });
  });

  test("a request with many errors writes no line for each of them to the log", async () => {
    const before = service.logged.length;
    const fields = Array.from({ length: 11 }, (_, n) => `a${n}: me { id }`);
    const { body } = await ask(`{ ${fields.join(" ")} }`);
    expect(body.errors).toHaveLength(11);
    const lines = service.logged.slice(before).filter((line) => line.startsWith("error "));
    // The log has one line a minute of it.
    expect(lines.length).toBeLessThanOrEqual(1);
  });

  test("a request for speech is answered with 503 too", async () => {
    const response = await fetch(`${service.url}/alerts/1/audio/1.mp3`, {
      headers: { authorization: `Bearer ${user.token}` },
    });
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
  });
});
