import type { MessagePort } from "node:worker_threads";

/** The data that the worker thread starts with. */
export interface WorkerData {
  /** The directory's real path. */
  directory: string;
}

/** The messages to the worker. */
export type ToWorker = { type: "connect"; port: MessagePort } | { type: "close" };

/** The messages from the worker. */
export type FromWorker =
  | { type: "log"; line: string }
  | { type: "open"; created: boolean; host: string };
