/** @database server */
import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, expect, test } from "@jest/globals";
import { type MetricsServer, servePage } from "../../src/http/metrics/serve-metrics.ts";

let server: MetricsServer | undefined;
afterEach(() => server?.close());

async function ask(read: () => Promise<string>, path = "", method = "GET") {
  server = await servePage(0, read);
  const response = await fetch(server.url + path, { method });
  return [response.status, response.headers.get("content-type"), await response.text()];
}

test("the page is served in Prometheus' text format", async () => {
  const [status, type, text] = await ask(async () => "up 1\n");
  expect([status, text]).toEqual([200, "up 1\n"]);
  expect(type).toMatch(/^text\/plain; version=0\.0\.4/);
});

test("a page that cannot be read is a 500 without details, and the next request reads it again", async () => {
  let isAway = true;
  const read = async () => {
    if (isAway) throw new Error("away at 10.1.2.3");
    return "up 1\n";
  };
  const [status, , text] = await ask(read);
  expect([status, text]).toEqual([500, ""]);
  isAway = false;
  expect((await fetch((server as MetricsServer).url)).status).toBe(200);
});

test("a closed server accepts no requests, and ends open connections", async () => {
  await ask(async () => "up 1\n");
  const { url, close } = server as MetricsServer;
  const connection = connect(Number(new URL(url).port), "localhost");
  await once(connection, "connect");
  const closed = new Promise((resolve) => connection.once("close", resolve));
  connection.on("error", () => {});
  connection.resume().write("GET /metrics HTTP/1.1\r\n");
  close();
  await closed;
  await expect(fetch(url)).rejects.toThrow("fetch failed");
});

test.each([
  ["/", "GET"],
  ["?x=1", "GET"],
  ["", "POST"],
  ["", "HEAD"],
])("/metrics%s is not served for %s", async (path, method) => {
  const [status] = await ask(async () => "up 1\n", path, method);
  expect(status).toBe(404);
});
