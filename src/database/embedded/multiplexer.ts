import type { Duplex } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Backend } from "./backend.ts";
import { BatchRunner } from "./batch-runner.ts";
import { ClientSession, type SessionEvents } from "./client-session.ts";

/** Runs this long before it looks for new messages from the clients, in milliseconds. */
const SLICE = 5;
/** A client that keeps the others waiting for longer is mentioned in the log; in milliseconds. */
const PATIENCE = 10_000;

/**
 * Lets many clients share one backend. A client's messages run as one request up to a Sync or a simple
 * query; it keeps the backend until it is idle again, that is, for the whole of a transaction; then the
 * next in line has it.
 */
export class Multiplexer implements SessionEvents {
  readonly #runner: BatchRunner;
  readonly #log: (line: string) => void;
  readonly #sessions: Set<ClientSession> = new Set();
  /** Those with something to run, in the order in which they get a turn. */
  readonly #line: Set<ClientSession> = new Set();
  /** In the middle of a transaction, or of a batch. */
  #owner: ClientSession | undefined;
  #busy = false;
  #running: Promise<void> | undefined;
  #impatience: NodeJS.Timeout | undefined;
  #closed = false;
  #count = 0;

  /** @param log gets a line when something is wrong that no client is told */
  constructor(backend: Backend, log: (line: string) => void) {
    this.#log = log;
    this.#runner = new BatchRunner(backend, (parts, except) => {
      for (const session of this.#sessions) {
        if (session.connected && session !== except) session.send(parts);
      }
    });
  }

  /** Takes on a client. */
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
    this.#line.add(session);
    if (this.#busy) return;
    this.#busy = true;
    this.#running = this.#run();
  }

  /**
   * Shows all clients out after the statement that runs, and takes no more.
   *
   * @throws when the backend is broken
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
    let sliceEnd = performance.now() + SLICE;
    for (let session = this.#next(); session; session = this.#next()) {
      this.#line.delete(session);
      await this.#turn(session);
      // At the end of the line, so that everyone gets a turn.
      if (this.#sessions.has(session) && session.runnable) this.#line.add(session);
      if (performance.now() > sliceEnd) {
        await nextTurn();
        sliceEnd = performance.now() + SLICE;
      }
    }
    this.#busy = false;
    this.#watch();
  }

  /** Whose turn it is: nobody's while the owner of the backend has nothing to say. */
  #next(): ClientSession | undefined {
    if (this.#owner) return this.#line.has(this.#owner) ? this.#owner : undefined;
    return this.#line.values().next().value;
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
      clearTimeout(this.#impatience);
      this.#impatience = undefined;
    }
  }

  /** Mentions it when the owner says nothing while others wait. */
  #watch(): void {
    if (!this.#owner || this.#line.size === 0) return;
    this.#impatience ??= setTimeout(() => {
      this.#log(
        `a client has been idle in a transaction for ${PATIENCE / 1000} s while others wait: the ` +
          "embedded database has one backend, so a transaction must not wait for another connection",
      );
    }, PATIENCE).unref();
  }
}
