import type { Answer, NoAnswer } from "./client.ts";
import type { Outcome } from "./provider.ts";
import { retryAfter } from "./retry-after.ts";

/** The outcome of a push that may be tried again. */
export type Retry = Extract<Outcome, { state: "retry" }>;

/** As much of a provider's own words as helps an administrator. */
const MOST_WORDS = 200;

/** Names the answer for the administrator: who, the status, and the provider's own words if any. */
export function inWords(who: string, answer: Answer, words = answer.text): string {
  const said = words.replace(/\s+/g, " ").trim().slice(0, MOST_WORDS);
  return `${who} answered ${answer.status}${said && `: ${said}`}`;
}

/** An answer by which the provider turns away whoever asks, for now. */
export function refusal(who: string, answer: Answer, words?: string): Retry {
  return {
    state: "retry",
    why: inWords(who, answer, words),
    after: retryAfter(answer.headers["retry-after"]),
    everyone: true,
  };
}

/** What becomes of a push whose request had no answer. */
export function silence(who: string, { why, unreachable }: NoAnswer): Retry {
  return { state: "retry", why: `${who}: ${why}`, everyone: unreachable };
}

/**
 * What becomes of a push whose answer means the same whatever was asked: too many requests, or a fault of the
 * provider's own. Undefined for any other answer.
 */
export function trouble(who: string, answer: Answer): Retry | undefined {
  if (answer.status === 429 || answer.status === 503) return refusal(who, answer);
  if (answer.status === 408 || answer.status >= 500) {
    return { ...refusal(who, answer), everyone: false };
  }
  return undefined;
}
