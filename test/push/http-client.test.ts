import dns from "node:dns";
import { once } from "node:events";
import { createServer } from "node:http";
import net, { type AddressInfo } from "node:net";
import { afterEach, expect, jest, test } from "@jest/globals";
import { makeHttpClient } from "../../src/delivery/push/http-client.ts";

const client = makeHttpClient(10_000);
afterEach(() => {
  client.close();
  jest.restoreAllMocks();
});

test.each([
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "CERT_HAS_EXPIRED",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "ERR_TLS_HANDSHAKE_TIMEOUT",
  "ERR_SSL_WRONG_VERSION_NUMBER",
])("a host that cannot be connected to (%s) is unreachable", async (code) => {
  jest.spyOn(dns, "lookup").mockImplementation(((...args: unknown[]) => {
    const done = args.at(-1) as (error: Error) => void;
    setImmediate(done, Object.assign(new Error(`getaddrinfo ${code}`), { code }));
  }) as never);
  expect(await client.post("http://push.example.org/", {}, "")).toEqual({
    why: `unreachable (${code})`,
    unreachable: true,
  });
});

test.each(["http", "https"])("%s gives a slow line three seconds to connect", async (scheme) => {
  const connect = jest.spyOn(net.Socket.prototype, "connect");
  await client.post(`${scheme}://localhost:1/`, {}, "");
  // Node may hand on the options and the callback as one list.
  const [options] = connect.mock.calls.flat(2);
  expect(options).toMatchObject({ host: "localhost", autoSelectFamilyAttemptTimeout: 3000 });
});

test("a connection that is not made in time does not make its host unreachable", async () => {
  const code = "ETIMEDOUT";
  jest.spyOn(dns, "lookup").mockImplementation(((...args: unknown[]) => {
    const done = args.at(-1) as (error: Error) => void;
    setImmediate(done, Object.assign(new Error(code), { code }));
  }) as never);
  expect(await client.post("http://push.example.org/", {}, "")).toEqual({
    why: "no connection in time (ETIMEDOUT)",
    unreachable: false,
    timedOut: true,
  });
});

test.each([
  ["ECONNRESET", "the connection was dropped (ECONNRESET)"],
  ["EPIPE", "the connection was dropped (EPIPE)"],
  ["EPROTO", "the request failed (EPROTO)"],
  [undefined, "the request failed (odd)"],
])("a request that ends with %s does not make its host unreachable", async (code, why) => {
  jest.spyOn(dns, "lookup").mockImplementation(((...args: unknown[]) => {
    const done = args.at(-1) as (error: Error) => void;
    setImmediate(done, Object.assign(new Error("odd"), { code }));
  }) as never);
  expect(await client.post("http://push.example.org/", {}, "")).toEqual({
    why,
    unreachable: false,
  });
});

test("the client keeps its connection, and reads characters that come in pieces", async () => {
  let connections = 0;
  const [letter] = [Buffer.from("è")];
  const server = createServer((_request, response) => {
    response.write(letter.subarray(0, 1), () => response.end(letter.subarray(1)));
  }).listen(0, "127.0.0.1");
  server.on("connection", () => {
    connections += 1;
  });
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  for (let n = 0; n < 3; n += 1) {
    expect(await client.post(url, {}, "")).toMatchObject({ status: 200, text: "è" });
  }
  expect(connections).toBe(1);
  client.close();
  server.close();
});
