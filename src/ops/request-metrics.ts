import { Counter, Histogram } from "prom-client";
import { counted } from "./instruments.ts";

/** A request over HTTP, or an operation over a websocket, that has ended. */
export interface EndedRequest {
  transport: "http" | "websocket";
  /** A root field of the schema or one of our routes, so that no client can add a series. */
  operation: string;
  /** "ok", the code of its error, or its HTTP status. */
  outcome: string;
  ms: number;
}

/** The most requests that wait to be counted. */
const ENOUGH = 256;
let ended: EndedRequest[] = [];

/** Counts a request before the next scrape. Counting many at once takes a tenth of the time of counting one by one. */
export function countRequest(request: EndedRequest): void {
  ended.push(request);
  if (ended.length >= ENOUGH) countEnded();
}

function countEnded(): void {
  const waiting = ended;
  ended = [];
  for (const { transport, operation, outcome, ms } of waiting) {
    requests.inc({ transport, operation, outcome });
    if (transport === "http") requestDuration.observe({ operation }, ms / 1000);
  }
}

const registers = [counted];

const requests = new Counter({
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
