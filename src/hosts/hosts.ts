import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../ops/log.ts";
import { Host } from "./host.ts";
import type { Ending } from "./host-messages.ts";

/** Doubled each time a host ends before it serves. */
const MIN_RESTART_DELAY_MS = 500;
const MAX_RESTART_DELAY_MS = 30_000;

/** The hosts of one machine. Keeps their number constant, restarts them one after the other, and ends them. */
export class Hosts {
  /** The host in each place. */
  readonly #places: Host[] = [];
  /** All running hosts, including those that are starting or ending. */
  readonly #running = new Set<Host>();
  readonly #log: Log;
  readonly #adopt: (host: Host) => void;
  readonly #times: { drain: number; keepAlive: number };
  #isEnding = false;
  #restarting: Promise<void> | undefined;

  /**
   * @param adopt Is called with each new host.
   * @param times How long hosts still take requests when all end (`drain`), and when another one has taken their place
   * (`keepAlive`), in milliseconds.
   */
  constructor(log: Log, adopt: (host: Host) => void, times: { drain: number; keepAlive: number }) {
    this.#log = log;
    this.#adopt = adopt;
    this.#times = times;
  }

  /** All hosts whose processes run. */
  get running(): ReadonlySet<Host> {
    return this.#running;
  }

  /**
   * Starts `count` hosts: first one, which migrates the database, and then the others at once. Rejects if one of them
   * cannot start.
   * @param welcome Gets the first host's welcome text.
   */
  async start(count: number, welcome: (text: string) => void): Promise<void> {
    const first = this.#begin(1);
    welcome(await first.serving);
    const others = Array.from({ length: count - 1 }, (_, index) => index + 2);
    if (this.#isEnding) return;
    const hosts = [first, ...others.map((number) => this.#begin(number))];
    await Promise.all(hosts.map(({ serving }) => serving));
    for (const host of hosts) this.#keep(host);
  }

  /** Replaces each host with a new one, without a pause in the service. */
  restart(): Promise<void> {
    this.#restarting ??= this.#restartAll()
      .catch((error: Error) => this.#log(`hosts: not all are restarted: ${error.message}`, "error"))
      .finally(() => {
        this.#restarting = undefined;
      });
    return this.#restarting;
  }

  /** Ends all hosts. Resolves with the exit code for the parent. */
  async end(reason: Ending): Promise<number> {
    this.#isEnding = true;
    const hosts = [...this.#running];
    await Promise.all(hosts.map((host) => this.#end(host, reason, this.#times.drain)));
    const codes = await Promise.all(hosts.map(({ ended }) => ended));
    return codes.every((code) => code === 0) ? 0 : 1;
  }

  #begin(number: number): Host {
    const host = new Host(number);
    this.#running.add(host);
    void host.ended.then(() => this.#running.delete(host));
    this.#adopt(host);
    return host;
  }

  #end(host: Host, reason: Ending, drain: number): Promise<void> {
    return host.end(reason, drain, (why) => this.#log(why, "error"));
  }

  /** Records a host in its place, and replaces it when it has ended. */
  #keep(host: Host, failures = 0): void {
    const { number } = host;
    this.#places[number] = host;
    void host.ended.then(async (how) => {
      if (!this.#isNeeded(host)) return;
      this.#log(`hosts: host ${number} has ended (${how}): another one starts.`, "error");
      await this.#replace(host, host.hasServed ? 0 : failures + 1);
    });
  }

  /** Puts another host in the place of one that has ended, after a pause. */
  async #replace(host: Host, failures: number): Promise<void> {
    await sleep(Math.min(MIN_RESTART_DELAY_MS * 2 ** failures, MAX_RESTART_DELAY_MS));
    try {
      if (this.#isNeeded(host)) this.#keep(this.#begin(host.number), failures);
    } catch (error) {
      const reason = (error as Error).message;
      this.#log(`hosts: host ${host.number} cannot begin (${reason}): it is tried again.`, "error");
      void this.#replace(host, failures + 1);
    }
  }

  /** True if the place of a host that has ended must be filled again. */
  #isNeeded(host: Host): boolean {
    return !this.#isEnding && this.#places[host.number] === host;
  }

  async #restartAll(): Promise<void> {
    this.#log("hosts: restarting one after the other.");
    for (const { number } of Object.values(this.#places)) {
      if (this.#isEnding) return;
      const next = this.#begin(number);
      await next.serving;
      if (this.#isEnding) return;
      const old = this.#places[number] as Host;
      this.#keep(next);
      await this.#end(old, "restart", this.#times.keepAlive);
    }
    this.#log("hosts: all are restarted.");
  }
}
