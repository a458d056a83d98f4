import type { DatabaseError, Pool } from "pg";
import type { Log } from "../ops/log.ts";
import { logFailure } from "../ops/outage.ts";
import type { Identity } from "./tokens.ts";

const WRITE_INTERVAL_MS = 60_000;
/** The SQLSTATE if one of the sessions is being refreshed or ended. */
const LOCK_NOT_AVAILABLE = "55P03";
const NOTE = "select app_private.note_session_use($1, $2)";

/** Collects when sessions were last used, and writes it once a minute, so that no request waits for a write. */
export class SessionUse {
  readonly #pool: Pool;
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout;
  #used = new Map<number, Identity>();

  constructor(pool: Pool, log: Log) {
    this.#pool = pool;
    this.#log = log;
    this.#timer = setInterval(() => void this.write(), WRITE_INTERVAL_MS).unref();
  }

  note(identity: Identity): void {
    this.#used.set(identity.sessionId, identity);
  }

  async write(): Promise<void> {
    const used = [...this.#used.values()];
    if (used.length === 0) return;
    this.#used = new Map();
    try {
      await this.#pool.query(NOTE, [
        used.map(({ userId }) => userId),
        used.map(({ sessionId }) => sessionId),
      ]);
    } catch (error) {
      for (const identity of used) this.note(identity);
      if ((error as DatabaseError).code === LOCK_NOT_AVAILABLE) return;
      logFailure(this.#log, "sessions: their last use is not noted", error);
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }
}
