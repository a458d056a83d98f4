import type { Duplex } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Backend } from "./backend.ts";
import { BatchRunner } from "./batch-runner.ts";
import { ClientSession, type SessionEvents } from "./client-session.ts";

/** Batches run this long before the event loop gets a turn. */
const TURN_MS = 5;
/** If a client keeps the others waiting for longer, the log says so. */
const WARNING_DELAY_MS = 10_000;

/**
 * Lets many clients share one backend. A client's messages run as one request up to a Sync or a simple query. The
 * client keeps the backend until that is idle, which means for a whole transaction. Then the next client in the queue
 * gets it.
 */
export class Multiplexer implements SessionEvents {
  readonly #runner: BatchRunner;
  readonly #log: (line: string) => void;
  readonly #sessions: Set<ClientSession> = new Set();
  /** The clients with work, in the order in which they get a turn. */
  readonly #queue: Set<ClientSession> = new Set();
  /** The client in the middle of a transaction or a batch. */
  #owner: ClientSession | undefined;
  #busy = false;
  #running: Promise<void> | undefined;
  #idleWarning: NodeJS.Timeout | undefined;
  #closed = false;
  #count = 0;

  /** @param log gets problems that no client is told about */
  constructor(backend: Backend, log: (line: string) => void) {
    this.#log = log;
    this.#runner = new BatchRunner(backend, (parts, except) => {
      for (const session of this.#sessions) {
        if (session.connected && session !== except) session.send(parts);
      }
    });
  }

  /** Adds a client. */
  add(stream: Duplex): void {
    this.#count += 1;
    const session = new ClientSession(this.#count, stream, this);
    this.#sessions.add(session);
    if (this.#closed) session.end("57P03", "the embedded database is closing");
  }

  connected(): Uint8Array[] {
    return this.#runner.greeting();
  }

  ready(session: ClientSession): void {
    if (!this.#sessions.has(session) || !session.runnable) return;
    this.#queue.add(session);
    if (this.#busy) return;
    this.#busy = true;
    this.#running = this.#run();
  }

  /**
   * Disconnects all clients after the running statement, and accepts no more.
   *
   * @throws if the backend is broken
   */
  async close(): Promise<void> {
    this.#closed = true;
    for (const session of this.#sessions) {
      session.batches.length = 0;
      session.end("57P01", "terminating connection: the embedded database is closing");
    }
    await this.#running;
  }

  async #run(): Promise<void> {
    let turnEnd = performance.now() + TURN_MS;
    for (let session = this.#next(); session; session = this.#next()) {
      this.#queue.delete(session);
      await this.#turn(session);
      // Goes to the end of the queue, so that every client gets a turn.
      if (this.#sessions.has(session) && session.runnable) this.#queue.add(session);
      if (performance.now() > turnEnd) {
        await nextTurn();
        turnEnd = performance.now() + TURN_MS;
      }
    }
    this.#busy = false;
    this.#watchOwner();
  }

  /** The client whose turn it is. Undefined while the owner of the backend has no work. */
  #next(): ClientSession | undefined {
    if (this.#owner) return this.#queue.has(this.#owner) ? this.#owner : undefined;
    return this.#queue.values().next().value;
  }

  async #turn(session: ClientSession): Promise<void> {
    const batch = session.shift();
    if (batch) {
      const idle = await this.#runner.run(session, batch);
      this.#owner = idle ? undefined : session;
    } else if (session.gone) {
      this.#sessions.delete(session);
      session.disconnect();
      await this.#runner.cleanUp(session, session === this.#owner);
      if (session === this.#owner) this.#owner = undefined;
    }
    if (!this.#owner) {
      clearTimeout(this.#idleWarning);
      this.#idleWarning = undefined;
    }
  }

  /** Warns if the owner of the backend stays idle while others wait. */
  #watchOwner(): void {
    if (!this.#owner || this.#queue.size === 0) return;
    this.#idleWarning ??= setTimeout(() => {
      this.#log(
        `a client has been idle in a transaction for ${WARNING_DELAY_MS / 1000} s while others wait: the ` +
          "embedded database has one backend, so a transaction must not wait for another connection",
      );
    }, WARNING_DELAY_MS).unref();
  }
}
