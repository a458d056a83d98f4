import { storable } from "../../database/storable.ts";
import type { Answer, NoAnswer } from "./http-client.ts";
import type { Retry } from "./provider.ts";
import { retryAfter } from "./retry-after.ts";

/** Of a provider's own text that an administrator gets to read. */
const MAX_DETAIL_CHARACTERS = 200;

/** Describes an answer for the administrator: the provider, the status and the provider's own text. */
export function describeAnswer(provider: string, answer: Answer, detail = answer.text): string {
  const short = storable(detail.replace(/\s+/g, " ").trim().slice(0, MAX_DETAIL_CHARACTERS));
  return `${provider} answered ${answer.status}${short && `: ${short}`}`;
}

/** The outcome if the provider refuses all requests for now. */
export function refusedForEveryone(provider: string, answer: Answer, detail?: string): Retry {
  return {
    state: "retry",
    why: describeAnswer(provider, answer, detail),
    after: retryAfter(answer.headers["retry-after"]),
    everyone: true,
  };
}

/** The outcome if there was no answer. */
export function unanswered(provider: string, { why, unreachable }: NoAnswer): Retry {
  return { state: "retry", why: `${provider}: ${why}`, everyone: unreachable };
}

/**
 * The outcome of an answer whose status does not depend on the push: too many requests, or an error of the
 * provider's own. Undefined for any other answer.
 */
export function temporaryFailure(provider: string, answer: Answer): Retry | undefined {
  if (answer.status === 429 || answer.status === 503) return refusedForEveryone(provider, answer);
  if (answer.status === 408 || answer.status >= 500) {
    return { ...refusedForEveryone(provider, answer), everyone: false };
  }
  return undefined;
}
