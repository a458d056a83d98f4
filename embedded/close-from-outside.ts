import { setTimeout as sleep } from "node:timers/promises";
import { BroadcastChannel } from "node:worker_threads";

/** The channel on which threads that did not open an embedded database can close it. */
const CHANNEL = "embedded-database";
/** For the running statement and for the database's end. */
const CLOSE_TIMEOUT_MS = 5_000;

type Message = "open" | "close" | "closed";

/** Lets other threads close the database of this thread, which is open now. */
export function letOthersClose(close: () => Promise<void>): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.unref();
  channel.onmessage = async (event) => {
    if ((event as { data: Message }).data !== "close") return;
    await close();
    channel.postMessage("closed" satisfies Message);
    channel.close();
  };
  channel.postMessage("open" satisfies Message);
}

/**
 * Follows an embedded database that another thread opens.
 * @returns A function that closes it without the help of the thread that opened it. It does nothing if none is open.
 */
export function followEmbedded(): () => Promise<void> {
  const channel = new BroadcastChannel(CHANNEL);
  channel.unref();
  const closed = Promise.withResolvers<void>();
  let isOpen = false;
  channel.onmessage = (event) => {
    const { data } = event as { data: Message };
    if (data === "open") isOpen = true;
    if (data === "closed") closed.resolve();
  };
  return async () => {
    if (!isOpen) return;
    channel.postMessage("close" satisfies Message);
    await Promise.race([closed.promise, sleep(CLOSE_TIMEOUT_MS)]);
  };
}
