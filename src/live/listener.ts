import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Log } from "../process/log.ts";

/** Before a lost connection is made anew, in milliseconds. */
const PAUSE = 500;
/** How often the connection must answer: one whose other end is gone says nothing, as one on which nothing happens. */
const PULSE = 10_000;

/** What to do with what is heard on a channel. */
export type Channels = Readonly<Record<string, (payload: string) => void>>;

interface Connection {
  lost: Promise<void>;
  close(): void;
}

async function open(client: pg.Client, channels: Channels): Promise<Connection> {
  const { promise: lost, resolve } = Promise.withResolvers<void>();
  const lose = () => resolve();
  client.on("error", lose);
  client.on("end", lose);
  client.on("notification", ({ channel, payload }) => channels[channel]?.(payload ?? ""));
  await client.connect();
  const names = Object.keys(channels);
  await client.query(names.map((name) => `listen ${name}`).join("; "));

  let hasAnswered = true;
  const pulse = setInterval(() => {
    if (!hasAnswered) lose();
    hasAnswered = false;
    client.query("select 1").then(() => {
      hasAnswered = true;
    }, lose);
  }, PULSE);
  return {
    lost,
    close() {
      clearInterval(pulse);
      client.end().catch(() => {});
    },
  };
}

/**
 * Listens on one connection for as long as it is asked to, whatever happens to the connection. What
 * was notified while there was none is lost: `onGap` is called when listening has begun again.
 * @returns how to stop
 */
export async function listen(
  connect: () => pg.Client,
  channels: Channels,
  onGap: () => void,
  log: Log,
): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = once(signal, "abort");

  async function openAgain(): Promise<Connection | undefined> {
    while (!signal.aborted) {
      await sleep(PAUSE, undefined, { signal }).catch(() => {});
      const client = connect();
      try {
        if (!signal.aborted) return await open(client, channels);
      } catch {
        client.end().catch(() => {});
      }
    }
    return undefined;
  }

  async function supervise(first: Connection): Promise<void> {
    let connection: Connection | undefined = first;
    while (connection) {
      await Promise.race([connection.lost, stopped]);
      connection.close();
      if (signal.aborted) return;
      log("live: lost the connection that listens: listening anew");
      connection = await openAgain();
      if (connection) onGap();
    }
  }
  const supervised = supervise(await open(connect(), channels));
  return async () => {
    stopping.abort();
    await supervised;
  };
}
