import { type QuotaStore, TokenBuckets } from "../limits/token-buckets.ts";
import type { Rate } from "../settings/config.ts";
import type { Taken } from "./host-messages.ts";
import { onParent, tellParent } from "./parent.ts";

/** The part of the burst that all hosts together may have taken without telling each other. */
const UNTOLD_BURST_SHARE = 1 / 8;
const MAX_UNTOLD_KEYS = 100_000;

/**
 * A quota that several hosts share. Each host has its own buckets, so that no request waits for another process, and
 * tells the others what it takes from them. It does so only when a key has taken a part of the burst, which few keys
 * do. So the quota of all hosts together is accurate to an eighth of the burst.
 */
export class SharedBuckets implements QuotaStore {
  readonly #buckets: TokenBuckets;
  readonly #enough: number;
  readonly #tell: (key: string, count: number) => void;
  readonly #untold = new Map<string, number>();

  /** @param tell Tells the other hosts, which then call `charge`. */
  constructor(
    rate: Rate,
    hosts: number,
    tell: (key: string, count: number) => void,
    now?: () => number,
  ) {
    this.#buckets = new TokenBuckets(rate, now);
    this.#enough = (rate.burst * UNTOLD_BURST_SHARE) / hosts;
    this.#tell = tell;
  }

  take(key: string, count: number): number {
    const wait = this.#buckets.take(key, count);
    if (wait === 0) this.#note(key, count);
    return wait;
  }

  owe(key: string, count: number): void {
    this.#buckets.owe(key, count);
    this.#note(key, count);
  }

  /** Takes what a key has taken at another host. */
  charge(key: string, count: number): void {
    this.#buckets.owe(key, count);
  }

  #note(key: string, count: number): void {
    const untold = (this.#untold.get(key) ?? 0) + count;
    if (untold < this.#enough) {
      if (this.#untold.size >= MAX_UNTOLD_KEYS) this.#untold.clear();
      this.#untold.set(key, untold);
      return;
    }
    this.#untold.delete(key);
    this.#tell(key, untold);
  }
}

/**
 * Returns a function that makes the quota stores of one of several hosts. The parent tells the other hosts what each
 * host lets its users take.
 */
export function makeSharedStores(hosts: number): (rate: Rate, name: string) => QuotaStore {
  const stores = new Map<string, SharedBuckets>();
  let taken: Taken[] = [];
  function tell(...entry: Taken): void {
    taken.push(entry);
    if (taken.length > 1) return;
    // Sends all entries of this turn of the event loop together.
    setImmediate(() => {
      tellParent({ kind: "taken", taken });
      taken = [];
    });
  }
  onParent("taken", (message) => {
    for (const [name, key, count] of message.taken) stores.get(name)?.charge(key, count);
  });
  return (rate, name) => {
    const store = new SharedBuckets(rate, hosts, (key, count) => tell(name, key, count));
    stores.set(name, store);
    return store;
  };
}
