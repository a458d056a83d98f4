import type { EventEmitter } from "node:events";
import type { Duplex } from "node:stream";
import pg from "pg";

/** An address behind which nothing answers would hold a caller for minutes. */
const CONNECT_TIMEOUT_MS = 10_000;
/**
 * The same while the database is silent: another one may take its place behind the address, but an attempt that began
 * before that never reaches it.
 */
const SILENT_CONNECT_TIMEOUT_MS = 1_500;
/** After this silence the system asks whether the other end of a connection is there. */
const KEEP_ALIVE_DELAY_MS = 5_000;

/** What we use of pg's connection. Its types leave it out. */
const connectionOf = (client: pg.ClientBase) =>
  (client as unknown as { connection: EventEmitter & { stream: Duplex } }).connection;

/** Ends a connection at once, even in the middle of a statement. */
export function cutOff(client: pg.ClientBase, why: string): void {
  connectionOf(client).stream.destroy(new Error(`Connection terminated: ${why}`));
}

let isSilent = false;

/** Shortens attempts to connect until one succeeds. Called if nothing comes from the database any more. */
export function expectSilence(): void {
  isSilent = true;
}

/**
 * A connection to a PostgreSQL that can write. During a failover an address may lead to a standby that is not promoted
 * yet, so a standby counts as a database that is away.
 */
export class PrimaryClient extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    const timeout = config.connectionTimeoutMillis ?? CONNECT_TIMEOUT_MS;
    super({
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
      ...config,
      connectionTimeoutMillis: isSilent ? Math.min(timeout, SILENT_CONNECT_TIMEOUT_MS) : timeout,
    });
    this.once("connect", () => {
      isSilent = false;
    });
    connectionOf(this).on("parameterStatus", ({ parameterName, parameterValue }) => {
      if (parameterName === "in_hot_standby" && parameterValue === "on") {
        cutOff(this, "this PostgreSQL is a standby");
      }
    });
  }
}
