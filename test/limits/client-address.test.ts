import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "@jest/globals";
import { makeClientAddress, networkOf } from "../../src/limits/client-address.ts";
import { readConfig } from "../../src/settings/config.ts";

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["::ffff:c000:201", "192.0.2.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2::1", "2001:db8:1:2::/64"],
  ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
  ["fe80::1%eth0", "fe80::/64"],
  ["::1", "::/64"],
  ["unknown", undefined],
  ["", undefined],
])("the address %s counts as %s", (address, network) => {
  // The second call gets the remembered result.
  expect([networkOf(address), networkOf(address)]).toEqual([network, network]);
});

/** Returns the address of a request from a socket with this header, and what was logged. */
function seen(TRUST_PROXY: string, remoteAddress: string | undefined, forwarded?: string) {
  const logged: unknown[][] = [];
  const { trustProxy } = readConfig({ TRUST_PROXY });
  const clientAddress = makeClientAddress(trustProxy, (...event) => logged.push(event));
  const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
  // The request has only what the function reads.
  const request = { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
  return { address: [clientAddress(request), clientAddress(request)][1], logged };
}

describe("the address of a request is", () => {
  test.each([
    ["the socket's", "", "127.0.0.2", undefined, "127.0.0.2"],
    ["the socket's, if X-Forwarded-For is forged", "", "127.0.0.2", "192.0.2.1", "127.0.0.2"],
    ["the socket's, with TRUST_PROXY=false", "false", "127.0.0.2", "192.0.2.1", "127.0.0.2"],
    ["the socket's, with no proxy trusted", "0", "127.0.0.2", "192.0.2.1", "127.0.0.2"],
    ["the socket's of a stranger", "10.0.0.0/8", "127.0.0.2", "192.0.2.1", "127.0.0.2"],
    ["the client's of one proxy", "1", "127.0.0.2", "192.0.2.9, 192.0.2.1", "192.0.2.1"],
    ["the client's of two proxies", "2", "127.0.0.2", "192.0.2.1, 10.0.0.1", "192.0.2.1"],
    [
      "the client's of named proxies",
      "loopback, 10.0.0.0/8",
      "::1",
      "192.0.2.1, 10.9.9.9",
      "192.0.2.1",
    ],
    ["the first of all", "true", "127.0.0.2", "2001:db8::1, 10.0.0.1", "2001:db8::/64"],
    ["the proxy's, if it sent no address", "1", "127.0.0.2", "unknown", "127.0.0.2"],
    [
      "the client's, if its proxy adds a port",
      "1",
      "127.0.0.2",
      "203.0.113.9:51234",
      "203.0.113.9",
    ],
    ["an IPv6 client's with a port", "1", "127.0.0.2", "[2001:db8::1]:443", "2001:db8::/64"],
    ["an IPv6 client's in brackets", "1", "127.0.0.2", "[2001:db8::1]", "2001:db8::/64"],
    [
      "the client's of named proxies with ports",
      "loopback, 10.0.0.0/8",
      "::1",
      "192.0.2.1:1234, 10.9.9.9:80",
      "192.0.2.1",
    ],
    [
      "a stranger's that writes a proxy's address with a port",
      "loopback, 10.0.0.0/8",
      "::1",
      "192.0.2.9, 10.9.9.9:80, 192.0.2.1:1234",
      "192.0.2.1",
    ],
    ["one for all that have left", "", undefined, undefined, "0.0.0.0"],
  ])("%s", (_what, trustProxy, socket, forwarded, address) => {
    expect(seen(trustProxy, socket, forwarded).address).toBe(address);
  });
});

test("an X-Forwarded-For that is ignored causes one warning", () => {
  expect(seen("", "127.0.0.2", "192.0.2.1").logged).toEqual([
    [expect.stringMatching(/X-Forwarded-For.*TRUST_PROXY/), "warn"],
  ]);
  expect(seen("0", "127.0.0.2", "192.0.2.1").logged).toHaveLength(1);
  expect(seen("", "127.0.0.2").logged).toEqual([]);
  expect(seen("loopback", "127.0.0.2", "192.0.2.1").logged).toEqual([]);
});

test("a trusted proxy that sends no address causes one warning", () => {
  expect(seen("1", "127.0.0.2", "unknown").logged).toEqual([
    [expect.stringMatching(/X-Forwarded-For.*not an address/), "warn"],
  ]);
  expect(seen("1", "127.0.0.2", "").logged).toEqual([]);
  expect(seen("1", "127.0.0.2").logged).toEqual([]);
  expect(seen("loopback", undefined).logged).toEqual([]);
  expect(seen("10.0.0.0/8", "127.0.0.2", "unknown").logged).toEqual([]);
  expect(seen("1", "127.0.0.2", "[2001:db8::1]:443").logged).toEqual([]);
});

test.each(["yes", "10.0.0.0/33", "-1", "101", "proxy.example.org"])(
  "TRUST_PROXY=%s is refused with an error that names the variable",
  (TRUST_PROXY) => {
    expect(() => readConfig({ TRUST_PROXY })).toThrow(/^TRUST_PROXY must be /);
  },
);
