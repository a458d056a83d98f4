import { AppError } from "../ops/app-error.ts";
import type { QuotaRates, Rate } from "../settings/config.ts";
import { tarpit } from "./tarpit.ts";

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

/** A request with reports counts as at least one report for this many bytes, because reading them takes time. */
export const BYTES_PER_REPORT = 1_000;

/** What a document asks for. */
export interface Counts {
  reports: number;
  others: number;
  /** Reports that were found too late to refuse them. They are taken from the quota even if it becomes negative. */
  owed?: number;
  /** What it took to plan the document, found as late. It counts as so many other fields of the user. */
  planning?: number;
  /** 1 for a guess of the address, with or without a token; -1 to give one back: see `Secrets`. */
  guesses?: 1 | -1;
}

/** Who asks: a user, or else the address. */
export interface Asker {
  /** Empty without a valid token. */
  userId: string;
  address: () => string;
}

/** A user who asks. */
export const askingUser = (userId: number): Asker => ({
  userId: String(userId),
  address: () => "",
});

/** Returns 0 if the asker may go on, else the seconds to wait. */
export type TakeQuota = (asker: Asker, counts: Counts) => Promise<number>;

/**
 * Makes the quotas. Reports have no quota by address, because a carrier puts thousands of phones behind one; without a
 * token they are refused anyway.
 * @param now Returns milliseconds.
 */
export function makeQuotas(rates: QuotaRates, now?: () => number): TakeQuota {
  const reports = new TokenBuckets(rates.reports, now);
  const requests = new TokenBuckets(rates.requests, now);
  const anonymous = new TokenBuckets(rates.anonymous, now);
  const guesses = new TokenBuckets(rates.anonymous, now);
  return async ({ userId, address }, counts) => {
    if (counts.guesses === 1) return guesses.take(address(), 1);
    if (counts.guesses) guesses.owe(address(), -1);
    if (!userId) return counts.others && anonymous.take(address(), counts.others);
    if (counts.planning) requests.owe(userId, counts.planning);
    if (counts.owed) reports.owe(userId, counts.owed);
    const wait = counts.reports && reports.take(userId, counts.reports);
    return wait || (counts.others && requests.take(userId, counts.others));
  };
}

/**
 * Takes from a quota.
 * @throws AppError, after a second, if it is used up.
 */
export async function pay(
  takeQuota: TakeQuota,
  asker: Asker,
  counts: Counts,
  refused = () => {},
): Promise<void> {
  const wait = await takeQuota(asker, counts);
  if (wait === 0) return;
  refused();
  await tarpit();
  const message = `You have asked for too much: try again in ${wait} seconds.`;
  throw new AppError("RATE_LIMITED", message, { reason: "QUOTA", retryAfter: wait });
}
