import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Database } from "../database/open.ts";
import { cutOff, PrimaryClient } from "../database/primary-client.ts";
import type { Log } from "../ops/log.ts";
import { logAway } from "../ops/outage.ts";

/**
 * Ends all connections when the database no longer answers, for a process without subscribers. In other processes
 * `openLive` does so. This connection listens to no channel.
 * @returns A function that stops.
 */
export function watchSilence(
  { ownerPool, cutOff }: Pick<Database, "ownerPool" | "cutOff">,
  log: Log,
): Promise<() => Promise<void>> {
  const connect = () =>
    new PrimaryClient({ ...ownerPool.options, application_name: "location-alert worker" });
  return listen(connect, {}, () => {}, log, cutOff);
}

const RECONNECT_DELAY_MS = 500;
/** A dead connection is silent, like an idle one. */
const CHECK_INTERVAL_MS = 5_000;

/** A handler for the payloads of each LISTEN channel. */
export type Handlers = Readonly<Record<string, (payload: string) => void>>;

interface Connection {
  lost: Promise<void>;
  close(): void;
}

async function open(
  client: pg.Client,
  handlers: Handlers,
  onSilence: () => void,
): Promise<Connection> {
  const { promise: lost, resolve } = Promise.withResolvers<void>();
  const markLost = () => resolve();
  client.on("error", markLost);
  client.on("end", markLost);
  client.on("notification", ({ channel, payload }) => handlers[channel]?.(payload ?? ""));
  await client.connect();

  let hasAnswered = true;
  function judge(): void {
    if (hasAnswered) return;
    // Ending it properly would wait for the answer.
    cutOff(client, "the database is silent");
    markLost();
    onSilence();
  }
  const checkTimer = setInterval(() => {
    // If this process was busy, the answer may have arrived. It is then read before `judge` runs.
    if (!hasAnswered) {
      setImmediate(judge);
      return;
    }
    hasAnswered = false;
    client.query("select 1").then(() => {
      hasAnswered = true;
    }, markLost);
  }, CHECK_INTERVAL_MS);
  function close(): void {
    clearInterval(checkTimer);
    client.end().catch(() => {});
  }

  const names = Object.keys(handlers);
  const listening = client.query(names.map((name) => `listen ${name}`).join("; "));
  const unanswered = lost.then(() => Promise.reject(new Error("LISTEN has no answer")));
  try {
    await Promise.race([listening, unanswered]);
  } catch (error) {
    close();
    throw error;
  }
  return { lost, close };
}

/**
 * Listens on one connection, and reconnects if it is lost. PostgreSQL does not keep what was notified
 * in between, so `onGap` is called after each reconnect.
 * @param onSilence Called when the database has not answered for seconds: other connections are then dead too.
 * @returns A function that stops.
 */
export async function listen(
  connect: () => pg.Client,
  handlers: Handlers,
  onGap: () => void,
  log: Log,
  onSilence: () => void,
): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = once(signal, "abort");

  async function reconnect(): Promise<Connection | undefined> {
    while (!signal.aborted) {
      await sleep(RECONNECT_DELAY_MS, undefined, { signal }).catch(() => {});
      const client = connect();
      try {
        if (!signal.aborted) return await open(client, handlers, onSilence);
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
      logAway(log, "database: the connection that listens is lost: reconnecting");
      connection = await reconnect();
      if (!connection) return;
      log("database: it answers again.");
      onGap();
    }
  }
  const supervised = supervise(await open(connect(), handlers, onSilence));
  return async () => {
    stopping.abort();
    await supervised;
  };
}
