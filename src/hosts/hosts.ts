import cluster, { type Worker } from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../ops/log.ts";
import { HOST_NUMBER } from "./this-host.ts";

/** Doubled each time a host ends before it serves. */
const MIN_RESTART_DELAY_MS = 500;
const MAX_RESTART_DELAY_MS = 30_000;
/** For the running requests of a host that is replaced, and for the end of its parts. */
const END_TIMEOUT_MS = 30_000;

/** A host's process, as its parent sees it. */
interface Host {
  worker: Worker;
  ended: Promise<number | string>;
}

/** Resolves with the exit code of a process, the signal that ended it, or why it could not start. */
function endOf(worker: Worker): Host["ended"] {
  return new Promise((resolve) => {
    worker.once("exit", (code, signal) => resolve(signal ?? code));
    // A running process emits errors too, such as for a message that cannot be sent. If it ends, "exit" follows.
    worker.on("error", (error) => {
      if (worker.process.pid === undefined) resolve(error.message);
    });
  });
}

/** Keeps a host in each place of this machine: starts another one if it ends, and replaces all one after the other. */
export class Hosts {
  /** The host that serves in each place. */
  readonly #places = new Map<number, Host>();
  readonly #log: Log;
  readonly #adopt: (worker: Worker) => void;
  readonly #keepAlive: number;
  #isEnding = false;
  #isReplacing = false;

  /**
   * @param adopt Is called with the process of each new host.
   * @param keepAlive How long clients of a host that is replaced may keep an idle connection, in milliseconds.
   */
  constructor(log: Log, adopt: (worker: Worker) => void, keepAlive: number) {
    this.#log = log;
    this.#adopt = adopt;
    this.#keepAlive = keepAlive;
  }

  /** True if a host serves in a place. */
  serves(number: number): boolean {
    return this.#places.has(number);
  }

  /** Starts a host, which migrates the database, and then the others at once. Rejects if one of them cannot start. */
  async start(count: number): Promise<void> {
    await this.#fill(1);
    if (this.#isEnding) return;
    await Promise.all(Array.from({ length: count - 1 }, (_, index) => this.#fill(index + 2)));
  }

  /** Replaces each host with a new one, without a pause in the service. */
  async replaceAll(): Promise<void> {
    if (this.#isReplacing) return;
    this.#isReplacing = true;
    this.#log("hosts: restarting one after the other.");
    try {
      for (const number of [...this.#places.keys()]) {
        if (!this.#isEnding) await this.#fill(number);
      }
      this.#log("hosts: all are restarted.");
    } catch (error) {
      this.#log(`hosts: not all are restarted: ${(error as Error).message}`, "error");
    }
    this.#isReplacing = false;
  }

  /** Ends all hosts. Resolves with the exit code for the parent. */
  async end(): Promise<number> {
    this.#isEnding = true;
    // Those that are starting or ending are among them.
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => !worker?.isDead());
    const ends = (workers as Worker[]).map(endOf);
    for (const worker of workers) worker?.process.kill("SIGTERM");
    const codes = await Promise.all(ends);
    // SIGTERM ends a host that has just begun to start.
    return codes.every((code) => code === 0 || code === "SIGTERM") ? 0 : 1;
  }

  /** Starts a host in a place. When it serves, ends the one that served there. Rejects if it cannot start. */
  async #fill(number: number): Promise<void> {
    const host = await this.#begin(number);
    const old = this.#places.get(number);
    this.#places.set(number, host);
    void host.ended.then((how) => {
      if (this.#places.get(number) !== host) return;
      this.#places.delete(number);
      if (this.#isEnding) return;
      this.#log(`hosts: host ${number} has ended (${how}): another one starts.`, "error");
      void this.#refill(number);
    });
    if (old && !this.#isEnding) await this.#replace(old);
  }

  /** Begins a host's process. Resolves when it serves. */
  async #begin(number: number): Promise<Host> {
    const worker = cluster.fork({ [HOST_NUMBER]: String(number) });
    this.#adopt(worker);
    const ended = endOf(worker);
    const serving = new Promise<true>((resolve) => {
      worker.on("message", (message) => message === "serving" && resolve(true));
    });
    const how = await Promise.race([serving, ended]);
    if (how === true) return { worker, ended };
    throw new Error(`Host ${number} has ended before it served (${how}).`);
  }

  /** Fills a place again whose host has ended, after a pause. */
  async #refill(number: number): Promise<void> {
    for (let delay = MIN_RESTART_DELAY_MS; ; delay = Math.min(2 * delay, MAX_RESTART_DELAY_MS)) {
      await sleep(delay);
      if (this.#isEnding) return;
      try {
        await this.#fill(number);
        return;
      } catch (error) {
        this.#log(`hosts: ${(error as Error).message} It is tried again.`, "error");
      }
    }
  }

  /** Ends a host whose place another one has taken: by force if it does not end in time. */
  async #replace({ worker, ended }: Host): Promise<void> {
    worker.send("replaced");
    const kill = () => worker.process.kill("SIGKILL");
    const timer = setTimeout(kill, this.#keepAlive + END_TIMEOUT_MS);
    await ended;
    clearTimeout(timer);
  }
}
