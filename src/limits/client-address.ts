import type { IncomingMessage } from "node:http";
import { LRU } from "@graphile/lru";
import express from "express";
import ipaddr from "ipaddr.js";
import proxyAddr from "proxy-addr";
import type { Log } from "../ops/log.ts";
import type { TrustProxy } from "../settings/setting.ts";

const IPV6_PREFIX_BITS = 64;

/** IPv6 that ends as IPv4. A zone, which a proxy may add, can have any length. */
const MAX_ADDRESS_CHARACTERS = 45;
/** Networks by address, because parsing an address takes as long as the rest of a small request. */
const networks = new LRU<string, string>({ maxLength: 10_000 });

/**
 * Returns the network that limits by address count as one client: an IPv4 address, also if it is written as IPv6, or
 * the /64 of an IPv6 address, because each client has a whole /64. Undefined if the text is not an address.
 */
export function networkOf(address: string): string | undefined {
  const known = networks.get(address);
  if (known !== undefined) return known;
  const network = readNetwork(address);
  if (network !== undefined && address.length <= MAX_ADDRESS_CHARACTERS)
    networks.set(address, network);
  return network;
}

function readNetwork(address: string): string | undefined {
  if (!ipaddr.isValid(address)) return undefined;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = new ipaddr.IPv6([...parsed.parts.slice(0, IPV6_PREFIX_BITS / 16), 0, 0, 0, 0]);
  return `${network}/${IPV6_PREFIX_BITS}`;
}

/** Some proxies add the client's port: `203.0.113.9:51234`, `[2001:db8::1]:443`. */
const WITH_PORT = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/;

function withoutPort(text: string): string {
  const [, ipv6, ipv4] = WITH_PORT.exec(text) ?? [];
  return ipv6 ?? ipv4 ?? text;
}

/** Returns the client's address of a request, as `networkOf` writes it. */
export type ClientAddress = (request: IncomingMessage) => string;

/**
 * Finds clients behind the proxies that TRUST_PROXY names. A client can forge X-Forwarded-For, so it counts only if
 * a trusted proxy sent it. Warns once about a header that does not count, or that is not an address.
 */
export function makeClientAddress(trustProxy: TrustProxy, log: Log): ClientAddress {
  const isTrusted = express().set("trust proxy", trustProxy).get("trust proxy fn");
  const trusts = (address: string | undefined, hop: number) =>
    isTrusted(address && withoutPort(address), hop);
  const isBehindProxy = trustProxy !== false && trustProxy !== 0;
  let hasWarned = false;
  function warn(why: string): void {
    if (hasWarned) return;
    hasWarned = true;
    log(`A request has the header X-Forwarded-For, and ${why}`, "warn");
  }
  return (request) => {
    if (!isBehindProxy && request.headers["x-forwarded-for"] !== undefined) {
      warn(
        "TRUST_PROXY is not set: if the service is behind a proxy, limits by address count all its clients as one.",
      );
    }
    const { remoteAddress = "" } = request.socket;
    // The socket of a client that has left has no address.
    const address = withoutPort(proxyAddr(request, trusts) ?? "");
    const network = networkOf(address);
    if (network === undefined && address !== "" && address !== remoteAddress) {
      warn(
        "what its proxy wrote there is not an address: limits by address count its clients as one.",
      );
    }
    return network ?? networkOf(remoteAddress) ?? "0.0.0.0";
  };
}
