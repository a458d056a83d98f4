import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { Agent as SecureAgent, request as secureRequest } from "node:https";
import { storable } from "../../database/storable.ts";
import { retryAfter } from "../../limits/retry-after.ts";
import type { Retry } from "./provider.ts";

/** A provider's complete answer. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Why there is no answer. */
export interface NoAnswer {
  status?: undefined;
  why: string;
  /** No connection could be made, so any other request would fail too. */
  unreachable: boolean;
  timedOut?: boolean;
}

/** Posts to providers and keeps the connections open for the next request. */
export interface HttpClient {
  /** Posts, and follows no redirects. Never rejects. */
  post(
    url: string,
    headers: Record<string, string | number>,
    body: string | Uint8Array,
  ): Promise<Answer | NoAnswer>;
  /** Closes all connections, even those with a request under way. */
  close(): void;
}

/** Servers may close an unused connection soon after. */
const IDLE_TIMEOUT_MS = 4000;
/**
 * Milliseconds that one address of a host name has to accept a connection before the next one is tried. Node's default
 * of 250 is too short for a slow network, or one that loses packets: a lost packet is sent again after a second.
 */
const CONNECT_TIMEOUT_MS = 3000;

const UNREACHABLE =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ERR_TLS_.*|ERR_SSL_.*|.*CERT.*|UNABLE_TO_VERIFY_.*)$/;

/**
 * Makes a client on node:http. fetch takes three times the CPU for each push.
 * @param timeout Milliseconds until the last byte of an answer.
 */
export function makeHttpClient(timeout: number): HttpClient {
  const connections = { autoSelectFamilyAttemptTimeout: CONNECT_TIMEOUT_MS, keepAlive: true };
  const agent = new Agent({ ...connections, timeout: IDLE_TIMEOUT_MS });
  const secureAgent = new SecureAgent({ ...connections, timeout: IDLE_TIMEOUT_MS });

  function ask(url: string, headers: Record<string, string | number>, body: string | Uint8Array) {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const signal = AbortSignal.timeout(timeout);
    const isSecure = url.startsWith("https:");
    const options = {
      method: "POST",
      agent: isSecure ? secureAgent : agent,
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
      signal,
    };
    (isSecure ? secureRequest : request)(url, options, (response) => {
      const { statusCode: status = 0, headers } = response;
      let text = "";
      response
        .setEncoding("utf8")
        .on("data", (chunk) => {
          text += chunk;
        })
        .on("end", () => resolve({ status, headers, text }))
        .on("error", reject);
    })
      .on("error", reject)
      .end(body);
    return promise.catch((error: unknown) => {
      throw signal.aborted ? signal.reason : error;
    });
  }

  return {
    async post(url, headers, body) {
      try {
        return await ask(url, headers, body);
      } catch (error) {
        const { name, code = "", message } = error as NodeJS.ErrnoException;
        // A network that is slow or loses packets may carry the next request.
        const isUnconnected = code === "ETIMEDOUT";
        if (name === "TimeoutError" || isUnconnected) {
          const why = isUnconnected
            ? `no connection in time (${code})`
            : `no answer within ${timeout / 1000} s`;
          return { why, unreachable: false, timedOut: true };
        }
        const unreachable = UNREACHABLE.test(code);
        const isDropped = code === "ECONNRESET" || code === "EPIPE";
        const failure = isDropped ? "the connection was dropped" : "the request failed";
        return {
          why: `${unreachable ? "unreachable" : failure} (${code || message})`,
          unreachable,
        };
      }
    },
    close() {
      agent.destroy();
      secureAgent.destroy();
    },
  };
}

/** Of a provider's own text that an administrator gets to read. */
const MAX_DETAIL_CHARACTERS = 200;

/** Describes an answer for the administrator: the provider, the status and the provider's own text. */
export function describeAnswer(provider: string, answer: Answer, detail = answer.text): string {
  const short = storable(detail.replace(/\s+/g, " ").trim().slice(0, MAX_DETAIL_CHARACTERS));
  return `${provider} answered ${answer.status}${short && `: ${short}`}`;
}

/** The fields of an answer that is a JSON object. Empty for any other. */
export function jsonOf<Body>({ text }: Answer): Partial<Body> {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

/** The outcome if the provider refuses all requests for now. */
export function refusedForEveryone(provider: string, answer: Answer, detail?: string): Retry {
  return {
    state: "retry",
    why: describeAnswer(provider, answer, detail),
    after: retryAfter(answer.headers["retry-after"]),
    everyone: true,
  };
}

/** The outcome if there was no answer. */
export function unanswered(provider: string, { why, unreachable }: NoAnswer): Retry {
  return { state: "retry", why: `${provider}: ${why}`, everyone: unreachable };
}

/**
 * The outcome of an answer whose status does not depend on the push: too many requests, or an error of the
 * provider's own. Undefined for any other answer.
 */
export function temporaryFailure(provider: string, answer: Answer): Retry | undefined {
  if (answer.status === 429 || answer.status === 503) return refusedForEveryone(provider, answer);
  if (answer.status === 408 || answer.status >= 500) {
    return { ...refusedForEveryone(provider, answer), everyone: false };
  }
  return undefined;
}
