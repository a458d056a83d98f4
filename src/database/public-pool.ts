import pg from "pg";
import { BusyError } from "../ops/app-error.ts";
import { poolWait } from "../ops/instruments.ts";
import { PrimaryClient } from "./primary-client.ts";

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (destroy?: boolean | Error) => void,
) => void;

/**
 * Makes a class of clients that stop trying to connect after the given milliseconds. The pool's own option for that
 * would set a timer each time a request takes a connection.
 */
const clientWithin = (connectionTimeoutMillis: number) =>
  class extends PrimaryClient {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionTimeoutMillis });
    }
  };

/** The connections of public requests. A request that waits for one longer than a limit is refused. */
export class PublicPool extends pg.Pool {
  readonly #patience: number;
  readonly #waiting = new Set<Connected>();
  #used = 0;

  /** @param patience How many milliseconds a request waits for a connection. */
  constructor(config: pg.PoolConfig, patience: number) {
    super({ ...config, Client: clientWithin(patience) });
    this.#patience = patience;
    this.on("release", () => this.#giveBack());
  }

  /** The number of requests that wait for a connection. */
  get waiting(): number {
    return this.#waiting.size;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (callback) return void this.#connect(callback);
    return new Promise((resolve, reject) => {
      this.#connect((error, client) => (client ? resolve(client) : reject(error)));
    });
  }

  #connect(callback: Connected): void {
    if (this.#hasFree()) {
      this.#take(callback);
      return;
    }
    const began = performance.now();
    const observe = () => poolWait.observe((performance.now() - began) / 1000);
    let isRefused = false;
    const timer = setTimeout(() => {
      isRefused = true;
      observe();
      this.#waiting.delete(begin);
      callback(new BusyError(), undefined, () => {});
    }, this.#patience);
    const begin: Connected = (...outcome) => {
      // The request was refused while its connection was being made. Nobody else would give the connection back.
      if (isRefused) return outcome[2]();
      clearTimeout(timer);
      observe();
      callback(...outcome);
    };
    this.#waiting.add(begin);
  }

  #hasFree(): boolean {
    return this.#used < (this.options.max ?? 10);
  }

  #take(callback: Connected): void {
    this.#used += 1;
    super.connect((error, client, release) => {
      if (!client) this.#giveBack();
      // pg's message if the connection was not made in time.
      const isLate = error?.message === "timeout expired";
      callback(isLate ? new BusyError() : error, client, release);
    });
  }

  #giveBack(): void {
    this.#used -= 1;
    this.#serve();
  }

  /** Gives free connections to the requests that have waited longest. */
  #serve(): void {
    for (const begin of this.#waiting) {
      if (!this.#hasFree()) return;
      this.#waiting.delete(begin);
      this.#take(begin);
    }
  }
}
