import type { Answer, NoAnswer } from "../client.ts";
import type { Outcome } from "../provider.ts";
import { refusal, silence, trouble } from "../trouble.ts";
import type { Verdict } from "./verdict.ts";

/** What Expo's answer to a batch comes to. */
export type Reading =
  /** One for each message, in their order. */
  | { tickets: Verdict[] }
  /** The same for all. */
  | { all: Outcome }
  /** Not these messages together: their tokens, each with those of its project. */
  | { projects: string[][] }
  /** Refused for the sake of one of them, or for their number; the outcome is that of one alone. */
  | { smaller: Outcome | "too big" };

interface Body {
  data?: unknown;
  errors?: { code?: string; message?: string; details?: Record<string, unknown> }[];
}

/** The JSON of an answer; empty where it is none. */
export function bodyOf(answer: Answer): Body {
  try {
    return (JSON.parse(answer.text) as Body | null) ?? {};
  } catch {
    return {};
  }
}

/** An error's words, for the administrator. */
export function errorOf(answer: Answer): { code?: string; words?: string } {
  const error = bodyOf(answer).errors?.[0];
  return {
    code: error?.code,
    words: error && [error.code, error.message].filter(Boolean).join(": "),
  };
}

function isList(of: unknown): of is string[] {
  return Array.isArray(of) && of.every((item) => typeof item === "string");
}

/**
 * Reads the answer to a batch.
 * @param tokens To whom, in the order in which they were sent.
 */
export function read(answer: Answer | NoAnswer, tokens: string[]): Reading {
  if (answer.status === undefined) return { all: silence("Expo", answer) };
  const { data, errors } = bodyOf(answer);
  if (answer.status < 300 && Array.isArray(data)) {
    // With another number, or about another token, nobody can tell whose ticket is whose.
    const fits =
      data.length === tokens.length &&
      data.every((ticket: Verdict, at) => {
        const token = ticket?.details?.expoPushToken;
        return token === undefined || token === tokens[at];
      });
    if (fits) return { tickets: data };
    const why = `Expo gave tickets that do not fit: ${data.length} for ${tokens.length} messages`;
    return { all: { state: "retry", why } };
  }
  const { code, words } = errorOf(answer);
  if (code === "PUSH_TOO_MANY_EXPERIENCE_IDS") {
    return { projects: Object.values(errors?.[0]?.details ?? {}).filter(isList) };
  }
  if (code === "TOO_MANY_REQUESTS") return { all: refusal("Expo", answer, words) };
  if (code === "PUSH_TOO_MANY_NOTIFICATIONS" || code === "VALIDATION_ERROR") {
    return { smaller: { state: "failed", why: `Expo: ${words}` } };
  }
  if (answer.status === 413) return { smaller: "too big" };
  const general = trouble("Expo", answer);
  if (general) return { all: general };
  // As many may be wrong in one message as in the credentials or the address: those concern everyone.
  return answer.status === 400
    ? { smaller: { state: "failed", why: `Expo: ${words ?? "a bad request"}` } }
    : { all: refusal("Expo", answer, words) };
}
