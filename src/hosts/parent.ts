import cluster from "node:cluster";
import type { FromHost, Of, ToHost } from "./host-messages.ts";

/** The variable by which a host gets its number. */
export const NUMBER = "HOST_NUMBER";

/** The number of this host among those of the machine, from 1 on. Undefined if it is the only one. */
export const hostNumber = cluster.isWorker ? Number(process.env[NUMBER]) : undefined;

/** Sends the parent a message. If the parent is gone, this process ends anyway. */
export function tellParent(message: FromHost): void {
  process.send?.(message, undefined, undefined, () => {});
}

/** Handles the parent's messages of a kind. */
export function onParent<Kind extends ToHost["kind"]>(
  kind: Kind,
  handle: (message: Of<ToHost, Kind>) => void,
): void {
  process.on("message", (message) => {
    if ((message as ToHost).kind === kind) handle(message as Of<ToHost, Kind>);
  });
}
