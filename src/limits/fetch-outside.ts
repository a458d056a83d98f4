import { type LookupAddress, lookup } from "node:dns";
import { type IncomingMessage, request } from "node:http";
import { request as secureRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { isAllowed } from "./allowed-hosts.ts";
import { retryAfter } from "./retry-after.ts";

/** Why something of others is refused: a code for programs, and a detail for people. */
export class Refusal extends Error {
  readonly reason: string;
  /** Milliseconds until one may ask again, if the other side says so. */
  readonly after: number | undefined;

  constructor(reason: string, detail = "", after?: number) {
    super(detail ? `${reason}: ${detail}` : reason);
    this.reason = reason;
    this.after = after;
  }
}

export interface OutsideOptions {
  /** Patterns of hosts that are asked although they are private, also by HTTP if they are this machine. */
  hosts: readonly string[];
  headers?: Record<string, string>;
  /** Is posted, to this address alone: no redirect is followed. */
  body?: string;
  /** Milliseconds until the last byte, with all redirects. */
  timeoutMs: number;
  maxBytes: number;
}

export interface OutsideAnswer {
  /** 200, or 304 if the headers were conditional; any success if something was posted. */
  status: number;
  /** Where the answer came from, after redirects. */
  url: string;
  etag: string | undefined;
  lastModified: string | undefined;
  body: Buffer;
}

const MAX_REDIRECTS = 3;

/** True if an address belongs to the public internet: no network of the operator's, and no cloud's metadata. */
export function isPublic(address: string): boolean {
  const ip = ipaddr.process(address);
  // Of IPv6, 2000::/3 is the internet.
  const isGlobal = ip.kind() === "ipv4" || /^[23]...:/.test(ip.toNormalizedString());
  return isGlobal && ip.range() === "unicast";
}

/** Looks a name up for a connection, which is made to the addresses checked here and to no others. */
const lookupPublic: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[] = []) => {
    const refused = addresses.find(({ address }) => !isPublic(address));
    const fault = error ?? (refused && new Refusal("PRIVATE_ADDRESS", refused.address)) ?? null;
    callback(fault as NodeJS.ErrnoException | null, addresses);
  });

function checkedUrl(text: string, hosts: readonly string[]) {
  if (text.length > 2048 || !URL.canParse(text)) throw new Refusal("BAD_URL", text.slice(0, 200));
  const url = new URL(text);
  const isOwn = isAllowed(url.href, hosts);
  if (!isOwn) {
    if (url.protocol !== "https:") throw new Refusal("NOT_HTTPS", url.href);
    if (url.username || url.password) throw new Refusal("BAD_URL", "it has a password");
    // Only names are looked up.
    const literal = url.hostname.replace(/^\[|\]$/g, "");
    if (isIP(literal) && !isPublic(literal)) throw new Refusal("PRIVATE_ADDRESS", literal);
  }
  return { url, isOwn };
}

async function ask(url: URL, isOwn: boolean, options: OutsideOptions, signal: AbortSignal) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const send = url.protocol === "https:" ? secureRequest : request;
  const { headers, body } = options;
  const method = body === undefined ? "GET" : "POST";
  const lookedUp = isOwn ? {} : { lookup: lookupPublic };
  send(url, { method, headers, signal, agent: false, ...lookedUp }, resolve)
    .on("error", reject)
    .end(body);
  return promise;
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop closes the connection.
  for await (const chunk of response) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Refusal("TOO_LARGE", `more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Gets an address that a user gave, or posts to it. It is asked by HTTPS, and only at public addresses, whatever its
 * name is looked up as and wherever it redirects to.
 * @throws Refusal for all that does not succeed.
 */
export async function fetchOutside(
  address: string,
  options: OutsideOptions,
): Promise<OutsideAnswer> {
  const signal = AbortSignal.timeout(options.timeoutMs);
  try {
    let next = address;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const { url, isOwn } = checkedUrl(next, options.hosts);
      const response = await ask(url, isOwn, options, signal);
      const { statusCode: status = 0, headers } = response;
      const { location, etag, "last-modified": lastModified } = headers;
      const isPost = options.body !== undefined;
      if (isPost && status >= 200 && status < 300) {
        response.destroy();
        return { status, url: url.href, etag, lastModified, body: Buffer.alloc(0) };
      }
      if (!isPost && status >= 300 && status < 400 && status !== 304 && location) {
        response.destroy();
        if (!URL.canParse(location, url.href)) throw new Refusal("BAD_URL", location.slice(0, 200));
        next = new URL(location, url).href;
      } else if (!isPost && (status === 200 || status === 304)) {
        const body = await readBody(response, options.maxBytes);
        return { status, url: url.href, etag, lastModified, body };
      } else {
        response.destroy();
        throw new Refusal("STATUS", String(status), retryAfter(headers["retry-after"]));
      }
    }
    throw new Refusal("TOO_MANY_REDIRECTS");
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (signal.aborted) throw new Refusal("TIMEOUT", `${options.timeoutMs / 1000} s`);
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Refusal("UNREACHABLE", code ?? message);
  }
}
