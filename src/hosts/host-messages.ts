import type { MetricObjectWithValues, MetricValue } from "prom-client";
import type { Lane } from "../limits/fair-queue.ts";

/** Why a host ends: a signal, or because another host takes its place. */
export type Ending = NodeJS.Signals | "restart";

/** What a host has let its users take from a quota: the quota's name, the key, and how much. */
export type Taken = [quota: string, key: string, count: number];

export type Metrics = MetricObjectWithValues<MetricValue<string>>[];

/** What a host tells the parent of all hosts. */
export type FromHost =
  | { kind: "serving"; welcome: string }
  /** The answer to `end`. */
  | { kind: "heard" }
  | { kind: "taken"; taken: Taken[] }
  /** Asks for a turn in the queue for hashing passwords, and then says that the turn is over. */
  | { kind: "turn"; id: number; lane: Lane }
  | { kind: "turnOver"; id: number }
  | { kind: "metrics"; id: number; metrics: Metrics[] };

/** What the parent tells a host. */
export type ToHost =
  | { kind: "end"; reason: Ending }
  | { kind: "taken"; taken: Taken[] }
  | { kind: "turn"; id: number; isRefused: boolean }
  | { kind: "scrape"; id: number };

/** The message of a kind. */
export type Of<Message extends { kind: string }, Kind extends Message["kind"]> = Extract<
  Message,
  { kind: Kind }
>;
