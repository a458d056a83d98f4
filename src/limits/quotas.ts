import { AppError } from "../ops/app-error.ts";
import type { QuotaRates } from "../settings/config.ts";
import { tarpit } from "./tarpit.ts";
import { TokenBuckets } from "./token-buckets.ts";

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

/** Waits a second, then returns the error for a client whose quota is used up. */
export async function quotaExceeded(retryAfter: number): Promise<AppError> {
  await tarpit();
  const message = `You have asked for too much: try again in ${retryAfter} seconds.`;
  return new AppError("RATE_LIMITED", message, retryAfter);
}
