import pg from "pg";
import { BusyError } from "../ops/app-error.ts";
import { poolWait } from "../ops/instruments.ts";
import { PrimaryClient } from "./primary-client.ts";

/** The callback that gets a connection. */
type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (destroy?: boolean | Error) => void,
) => void;

/** How many connections public requests may use while a publication goes first. */
const LEFT_TO_PUBLIC = 1;
/** How long a publication goes before everything else, in milliseconds. Most are done by then. */
export const URGENT = 500;

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

/**
 * The connections of public requests. A request that waits for one longer than a limit is refused. While a publication
 * goes first, public requests get few of them.
 */
export class PublicPool extends pg.Pool {
  readonly #patience: number;
  readonly #waiting = new Set<Connected>();
  #used = 0;
  /** The number of publications that go first. */
  #publications = 0;

  /** @param patience How many milliseconds a request waits for a connection. */
  constructor(config: pg.PoolConfig, patience: number) {
    super({ ...config, Client: clientWithin(patience) });
    this.#patience = patience;
    this.on("release", () => this.#giveBack());
  }

  /** Leaves the processors to a publication until the result is disposed, or for half a second. */
  makeWay(): Disposable {
    this.#publications += 1;
    const end = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      this.#publications -= 1;
      this.#serve();
    };
    let isOver = false;
    const timer = setTimeout(end, URGENT);
    return { [Symbol.dispose]: end };
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
    const most = this.options.max ?? 10;
    return this.#used < (this.#publications > 0 ? Math.min(LEFT_TO_PUBLIC, most) : most);
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
