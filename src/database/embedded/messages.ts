import type { MessagePort } from "node:worker_threads";

/** What the worker is started with. */
export interface WorkerData {
  /** The directory's real path. */
  directory: string;
}

/** What it is told. */
export type ToWorker = { type: "connect"; port: MessagePort } | { type: "close" };

/** What it tells. */
export type FromWorker =
  | { type: "log"; line: string }
  | { type: "open"; created: boolean; host: string };
