import { randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { Counter, Histogram } from "prom-client";
import type { ErrorCode } from "./app-error.ts";
import { counted } from "./instruments.ts";
import type { Level, Log } from "./log.ts";

/** A request over HTTP, or an operation over a websocket, that has ended. */
export interface EndedRequest {
  transport: "http" | "websocket";
  /** A root field of the schema or one of our routes, so that no client can add a series. */
  operation: string;
  /** "ok", the code of its error, or its HTTP status. */
  outcome: string;
  ms: number;
}

const MAX_UNCOUNTED_REQUESTS = 256;
let ended: EndedRequest[] = [];

/** Counts a request before the next scrape. Counting many at once takes a tenth of the time of counting one by one. */
export function countRequest(request: EndedRequest): void {
  ended.push(request);
  if (ended.length >= MAX_UNCOUNTED_REQUESTS) countEnded();
}

function countEnded(): void {
  const waiting = ended;
  ended = [];
  for (const { transport, operation, outcome, ms } of waiting) {
    requestsTotal.inc({ transport, operation, outcome });
    if (transport === "http") requestDuration.observe({ operation }, ms / 1000);
  }
}

const registers = [counted];

const requestsTotal = new Counter({
  name: "location_alert_requests_total",
  help: "Requests over HTTP and operations over websockets that have ended, by root field and outcome.",
  labelNames: ["transport", "operation", "outcome"] as const,
  registers,
  collect: countEnded,
});

const requestDuration = new Histogram({
  name: "location_alert_request_duration_seconds",
  help: "How long requests over HTTP took.",
  labelNames: ["operation"] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
  collect: countEnded,
});

/** An id of a proxy or a client that is safe in any log. */
const SANE_ID = /^[\w.:+/=@-]{1,64}$/;
/** The header `traceparent` of https://www.w3.org/TR/trace-context/. Its first group is the trace's id. */
const TRACE_PARENT = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-[\da-f]{16}-[\da-f]{2}/;
/** Of the name that a client gives its operation, in the log. */
const MAX_NAME_CHARACTERS = 64;

/** The prefix of the ids that this process makes. */
const PROCESS_ID = randomBytes(6).toString("base64url");
let made = 0;

/** Makes an id for a request. No other process makes the same one. */
function newId(): string {
  made += 1;
  return `${PROCESS_ID}-${made.toString(36)}`;
}

/** The id of a request: from `X-Request-Id`, else the trace that it is part of, else a new one. */
export function requestId(headers: IncomingHttpHeaders): string {
  const { "x-request-id": given, traceparent } = headers;
  if (given !== undefined && SANE_ID.test(String(given))) return String(given);
  return (traceparent && TRACE_PARENT.exec(String(traceparent))?.[1]) || newId();
}

/** How a request ended: what its `LoggedRequest` does not know. */
interface End {
  transport: "http" | "websocket";
  /** Logged in place of the root fields if the request is not a GraphQL operation. */
  route: string;
  status?: number;
  /** True if the client left before the answer. */
  isAborted?: boolean;
  level?: Level;
}

/** A request over HTTP, or an operation over a websocket, as the log and the metrics show it. */
export class LoggedRequest {
  readonly id: string;
  readonly #began = performance.now();
  userId: number | undefined;
  /** About how many bytes its body, or its message, has. */
  bytes = 0;
  /** The process of PostgreSQL that worked for it last, `%p` in PostgreSQL's own log. */
  backend: number | undefined;
  /** The root fields of a GraphQL operation. */
  #fields: readonly string[] | undefined;
  #name: string | undefined;
  #code: ErrorCode | undefined;

  constructor(id: string) {
    this.id = id;
  }

  /** True if a GraphQL operation was executed, or refused. */
  get isOperation(): boolean {
    return this.#fields !== undefined || this.#code !== undefined;
  }

  /**
   * Notes what was asked for.
   * @param fields The root fields of the operation.
   * @param name The client's own name for it.
   */
  asks(fields: readonly string[], name: string | undefined): void {
    this.#fields = fields;
    this.#name = name?.slice(0, MAX_NAME_CHARACTERS);
  }

  /** Notes an error. If there are several, the first counts, or one that is our fault. */
  fail(code: ErrorCode): void {
    if (this.#code === undefined || code === "INTERNAL_SERVER_ERROR") this.#code = code;
  }

  end(log: Log, { transport, route, status, isAborted, level }: End): void {
    const failure = isAborted ? "aborted" : status && status >= 400 ? String(status) : undefined;
    const outcome = this.#code ?? failure ?? "ok";
    const ms = performance.now() - this.#began;
    // Clients choose the combinations of several fields, and no client may add a series.
    const [operation = route, ...others] = this.#fields ?? [];
    countRequest({ transport, operation: others.length > 0 ? "several" : operation, outcome, ms });
    log("request", level, {
      requestId: this.id,
      userId: this.userId || undefined,
      transport,
      operation: this.#fields?.join(" ") ?? route,
      name: this.#name,
      backend: this.backend,
      ms: Math.round(ms * 10) / 10,
      outcome,
      status,
    });
  }
}
