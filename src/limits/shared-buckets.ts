import { type QuotaStore, type Rate, TokenBuckets } from "./token-buckets.ts";

/** Of all that the hosts together may keep to themselves, the part of the burst. */
const UNTOLD = 1 / 8;
/** The most keys whose use is not told yet. */
const MOST_KEYS = 100_000;

/**
 * A quota that several hosts share. Each has buckets of its own, so that no request waits for another process, and tells
 * the others what it takes from them. It tells of a key when that has taken a part of the burst, so that hardly
 * anyone's requests are told of. So the quota of all hosts together is right to an eighth of the burst.
 */
export class SharedBuckets implements QuotaStore {
  readonly #buckets: TokenBuckets;
  readonly #enough: number;
  readonly #tell: (key: string, count: number) => void;
  readonly #untold = new Map<string, number>();

  /** @param tell Tells the other hosts, which `charge` it. */
  constructor(
    rate: Rate,
    hosts: number,
    tell: (key: string, count: number) => void,
    now?: () => number,
  ) {
    this.#buckets = new TokenBuckets(rate, now);
    this.#enough = (rate.burst * UNTOLD) / hosts;
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

  /** Takes what another host has let the key have. */
  charge(key: string, count: number): void {
    this.#buckets.owe(key, count);
  }

  #note(key: string, count: number): void {
    const untold = (this.#untold.get(key) ?? 0) + count;
    if (untold < this.#enough) {
      if (this.#untold.size >= MOST_KEYS) this.#untold.clear();
      this.#untold.set(key, untold);
      return;
    }
    this.#untold.delete(key);
    this.#tell(key, untold);
  }
}
