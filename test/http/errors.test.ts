import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { startTestService, type TestService } from "../helpers/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ NODE_ENV: "development" });
});
afterAll(() => service.stop());

/** Asks for a path exactly as it is. fetch would correct it. */
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
])("%s", (path) => {
  test.each(["GET", "HEAD", "POST", "PUT", "OPTIONS"])(
    "shows no stack after %s",
    async (method) => {
      const logged = service.logged.length;
      const { status, text } = await ask(path, method);
      expect(status).not.toBe(500);
      expect(text).not.toMatch(/\bat .+:\d+|node_modules|\/src\/|URIError/);
      expect(service.logged.slice(logged)).toEqual([]);
    },
  );
});

test("a malformed URL is answered as other errors are", async () => {
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
