import type { Rate } from "../settings/config.ts";

interface Bucket {
  left: number;
  /** When it was filled up to `left`, in milliseconds. */
  at: number;
}

const MAX_KEYS_PER_GENERATION = 100_000;

/**
 * A token bucket for each key, in this process. Buckets that have become full again are forgotten: those that were not
 * used for a whole generation, which is the time that an empty bucket takes to fill. One that owed more is kept longer.
 */
export class TokenBuckets {
  readonly #rate: Rate;
  readonly #now: () => number;
  readonly #generation: number;
  #young = new Map<string, Bucket>();
  #old = new Map<string, Bucket>();
  #nextGeneration: number;

  /** @param now Returns milliseconds. */
  constructor(rate: Rate, now = () => performance.now()) {
    this.#rate = rate;
    this.#now = now;
    this.#generation = (1000 * rate.burst) / rate.perSecond;
    this.#nextGeneration = now() + this.#generation;
  }

  /**
   * Takes `count` from a key's bucket, and returns 0; or takes nothing, and returns the seconds until it may. More than
   * the burst passes if the bucket is full. The bucket then owes the rest.
   */
  take(key: string, count: number): number {
    const { burst, perSecond } = this.#rate;
    const now = this.#now();
    const bucket = this.#find(key, now);
    const left = this.#leftOf(bucket, now);
    const missing = Math.min(count, burst) - left;
    if (missing > 0) return Math.ceil(missing / perSecond);
    bucket.left = left - count;
    bucket.at = now;
    return 0;
  }

  /** Takes `count` even if the bucket has less. */
  owe(key: string, count: number): void {
    const now = this.#now();
    const bucket = this.#find(key, now);
    bucket.left = this.#leftOf(bucket, now) - count;
    bucket.at = now;
  }

  #leftOf(bucket: Bucket, now: number): number {
    const { burst, perSecond } = this.#rate;
    return Math.min(burst, bucket.left + ((now - bucket.at) / 1000) * perSecond);
  }

  /** The old buckets that are not full although they were not used for a generation. */
  #notFull(now: number): [string, Bucket][] {
    return [...this.#old].filter(([, bucket]) => this.#leftOf(bucket, now) < this.#rate.burst);
  }

  #find(key: string, now: number): Bucket {
    const isOver = now > this.#nextGeneration;
    if (isOver || this.#young.size >= MAX_KEYS_PER_GENERATION) {
      // After a flood of keys no old bucket is kept, so that their number stays limited.
      const kept = isOver ? this.#notFull(now) : [];
      this.#old = this.#young;
      this.#young = new Map(kept);
      this.#nextGeneration = now + this.#generation;
    }
    let bucket = this.#young.get(key);
    if (!bucket) {
      bucket = this.#old.get(key) ?? { left: this.#rate.burst, at: now };
      this.#young.set(key, bucket);
    }
    return bucket;
  }
}
