import { AppError } from "../errors/app-error.ts";
import { holdRefusal } from "./hold-refusal.ts";
import { type QuotaStore, type Rate, TokenBuckets } from "./token-buckets.ts";

/** The quotas of the configuration. */
export interface QuotaRates {
  /** Of a user: position reports. */
  reports: Rate;
  /** Of a user: all other root fields. */
  requests: Rate;
  /** Of an address: root fields that are no position reports, without a token. As many wrong guesses, counted apart. */
  anonymous: Rate;
}

/** A request with reports counts as at least one for so many bytes, as reading them takes time. */
export const BYTES_A_REPORT = 1_000;

/** What a document asks for. */
export interface Counts {
  reports: number;
  others: number;
  /** Reports that were found too late to refuse them: they are never refused, and made up for later. */
  owed?: number;
  /** A guess of the address, with or without a token, or one that comes back: see `Secrets`. */
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
 * Makes the quotas. Reports have no quota by address, as a carrier puts thousands of phones behind one: without a
 * token they are refused anyway.
 * @param makeStore Another store than this process's memory makes processes share their quotas.
 */
export function makeQuotas(
  rates: QuotaRates,
  makeStore: (rate: Rate, name: keyof QuotaRates | "guesses") => QuotaStore = (rate) =>
    new TokenBuckets(rate),
): TakeQuota {
  const reports = makeStore(rates.reports, "reports");
  const requests = makeStore(rates.requests, "requests");
  const anonymous = makeStore(rates.anonymous, "anonymous");
  const guesses = makeStore(rates.anonymous, "guesses");
  return async ({ userId, address }, counts) => {
    if (counts.guesses === 1) return await guesses.take(address(), 1);
    if (counts.guesses) await guesses.owe(address(), -1);
    if (!userId) return counts.others && (await anonymous.take(address(), counts.others));
    if (counts.owed) await reports.owe(userId, counts.owed);
    const wait = counts.reports && (await reports.take(userId, counts.reports));
    return wait || (counts.others && (await requests.take(userId, counts.others)));
  };
}

/** Returns the error of someone whose quota is used up, after a second. */
export async function quotaExceeded(retryAfter: number): Promise<AppError> {
  await holdRefusal();
  const message = `You have asked for too much: try again in ${retryAfter} seconds.`;
  return new AppError("RATE_LIMITED", message, retryAfter);
}
