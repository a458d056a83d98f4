/** @database server */
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { describe, expect, test } from "@jest/globals";
import express from "express";
import supertest from "supertest";
import { Request } from "../../src/graphql/requests/request.ts";
import { errorHandler } from "../../src/http/errors.ts";
import { BusyError } from "../../src/ops/app-error.ts";
import { LoggedRequest } from "../../src/ops/logged-request.ts";
import { runTestService } from "../helpers/service.ts";

const service = runTestService({ NODE_ENV: "development" });

/** Requests a path exactly as it is given. fetch would correct it. */
function ask(path: string, method = "GET"): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { host: "localhost", accept: "*/*" };
    const sent = request({ port: service.port, path, method, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode as number, text }));
    });
    sent.on("error", reject).end();
  });
}

describe.each([
  "/alerts/%/audio/1.mp3",
  "/alerts/1/audio/%E0%A4%A.mp3",
  "/%",
  "/console/%",
  "/console/assets/%c0%ae%c0%ae/",
  "/console/%00",
  "/console/../../package.json",
  "/ruru-static/%",
  "/ruru-static/..%2f..%2fpackage.json",
  "/graphql?query=%",
  "/graphql?variables=%7B&query={apiVersion}",
  "/graphql/%",
  "/healthz/%",
  "//",
  "//%",
  "/\\..\\",
  "?%",
])("the answer to the URL %s", (path) => {
  test.each(["GET", "HEAD", "POST", "PUT", "OPTIONS"])("shows no stack for %s", async (method) => {
    const logged = service.logged.length;
    const { status, text } = await ask(path, method);
    expect(status).not.toBe(500);
    expect(text).not.toMatch(/\bat .+:\d+|node_modules|\/src\/|URIError/);
    expect(service.logged.slice(logged)).toEqual([]);
  });
});

test("a malformed URL is answered with JSON, as other errors are", async () => {
  const { status, text } = await ask("/alerts/%/audio/1.mp3");
  expect(status).toBe(400);
  expect(JSON.parse(text)).toEqual({
    errors: [
      {
        message: "The URL is malformed.",
        extensions: { code: "BAD_USER_INPUT", type: "AppError" },
      },
    ],
  });
});

describe("an error outside GraphQL", () => {
  const away = Object.assign(new Error("connect ECONNREFUSED 10.1.2.3"), { code: "ECONNREFUSED" });
  test.each([
    ["of a database that is busy", new BusyError(), 503, "1", "RATE_LIMITED", false],
    ["of a database that is away", away, 503, "5", "INTERNAL_SERVER_ERROR", true],
    ["of ours", new Error("a fault at 10.1.2.3"), 500, undefined, "INTERNAL_SERVER_ERROR", true],
    [
      "of a path that is none",
      Object.assign(new Error("10.1.2.3"), { status: 404 }),
      404,
      undefined,
      "NOT_FOUND",
      false,
    ],
    [
      "of a request that is too large",
      Object.assign(new Error("10.1.2.3"), { status: 413 }),
      413,
      undefined,
      "BAD_USER_INPUT",
      false,
    ],
    [
      "of a status past those of clients",
      Object.assign(new Error("a fault at 10.1.2.3"), { status: 501 }),
      500,
      undefined,
      "INTERNAL_SERVER_ERROR",
      true,
    ],
  ])(
    "%s has its status and code, and tells no internal details",
    async (_what, error, status, retryAfter, code, isLogged) => {
      const logged: unknown[] = [];
      const fail = () => {
        throw error;
      };
      const app = express()
        .get("/", fail)
        .use(errorHandler((message, level, fields) => void logged.push([message, level, fields])));
      const one = new LoggedRequest("a-1");
      const { body, headers } = await supertest(
        (message: IncomingMessage, response: ServerResponse) => {
          message.request = new Request({ log: one, address: () => "" });
          app(message, response);
        },
      )
        .get("/")
        .expect(status);
      const [{ message, extensions }] = body.errors;
      expect([extensions.code, headers["retry-after"]]).toEqual([code, retryAfter]);
      expect(message).not.toContain("10.1.2.3");
      if (status === 404) expect(message).toBe("There is nothing at this URL.");
      const [, id] = /log is (\S+)\./.exec(message) ?? [];
      const text = expect.stringMatching(new RegExp(`^error ${id}: .*10\\.1\\.2\\.3`));
      expect(logged).toEqual(isLogged ? [[text, "error", { requestId: "a-1" }]] : []);
      // The log of requests counts it as a failure.
      expect(one.isOperation).toBe(true);
    },
  );
});
