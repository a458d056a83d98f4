import type { Answer, NoAnswer } from "../http-client.ts";
import type { Outcome } from "../provider.ts";
import {
  describeAnswer,
  refusedForEveryone,
  temporaryFailure,
  unanswered,
} from "../provider-errors.ts";

/**
 * Returns true if a push service refuses our token (RFC 8292) for now. It does if a clock is wrong, and accepts a later
 * token. Pushes to a browser that subscribed with another key are refused for good: Mozilla's status for that is 401,
 * and others' is 403.
 */
function refusesToken({ status, text }: Answer): boolean {
  if (status === 401) return !/mismatch/i.test(text);
  return status === 403 && /jwt|\bexp\b|expired/i.test(text);
}

/**
 * The outcome that a push service's answer stands for. The service is one of several, and the others may still work, so
 * `everyone` is false. The caller handles "too big" by sending a shorter text.
 */
export function readResponse(host: string, answer: Answer | NoAnswer): Outcome | "too big" {
  if (answer.status === undefined) return { ...unanswered(host, answer), everyone: false };
  // Microsoft's service says with 406 what others say with 429.
  const temporary =
    answer.status === 406 ? refusedForEveryone(host, answer) : temporaryFailure(host, answer);
  if (temporary) return { ...temporary, everyone: false };
  if (answer.status < 300) return { state: "accepted" };
  if (answer.status === 413) return "too big";
  const why = describeAnswer(host, answer);
  if (refusesToken(answer)) return { state: "retry", why };
  const isGone = answer.status === 404 || answer.status === 410;
  return { state: isGone ? "dead" : "failed", why };
}
