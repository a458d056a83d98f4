import type { Answer, NoAnswer } from "../http-client.ts";
import type { Outcome } from "../provider.ts";
import { refusedForEveryone, temporaryFailure, unanswered } from "../provider-errors.ts";
import type { Ticket } from "./ticket.ts";

/** What Expo's answer to a batch means. */
export type BatchResponse =
  /** A ticket for each message, in the same order. */
  | { tickets: Ticket[] }
  /** One outcome for all. */
  | { all: Outcome }
  /** The batch has messages of several projects. Each list has the tokens of one. */
  | { projects: string[][] }
  /** Refused because of one message, or because there are too many. A batch of one message gets this outcome. */
  | { refused: Outcome | "too big" };

interface Body {
  data?: unknown;
  errors?: { code?: string; message?: string; details?: Record<string, unknown> }[];
}

/** The JSON of an answer. Empty if it has none. */
export function bodyOf(answer: Answer): Body {
  try {
    return (JSON.parse(answer.text) as Body | null) ?? {};
  } catch {
    return {};
  }
}

/** The first error of an answer, and its description for the administrator. */
export function errorOf(answer: Answer): { code?: string; description?: string } {
  const error = bodyOf(answer).errors?.[0];
  return {
    code: error?.code,
    description: error && [error.code, error.message].filter(Boolean).join(": "),
  };
}

function isStringList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/**
 * Reads the answer to a batch.
 * @param tokens The tokens of the batch, in the order in which they were sent.
 */
export function readBatchResponse(answer: Answer | NoAnswer, tokens: string[]): BatchResponse {
  if (answer.status === undefined) return { all: unanswered("Expo", answer) };
  const { data, errors } = bodyOf(answer);
  if (answer.status < 300 && Array.isArray(data)) {
    // If their number or a token differs, no ticket can be assigned to its message.
    const fits =
      data.length === tokens.length &&
      data.every((ticket: Ticket, at) => {
        const token = ticket?.details?.expoPushToken;
        return token === undefined || token === tokens[at];
      });
    if (fits) return { tickets: data };
    const why = `Expo gave tickets that do not fit: ${data.length} for ${tokens.length} messages`;
    return { all: { state: "retry", why } };
  }
  const { code, description } = errorOf(answer);
  if (code === "PUSH_TOO_MANY_EXPERIENCE_IDS") {
    return { projects: Object.values(errors?.[0]?.details ?? {}).filter(isStringList) };
  }
  if (code === "TOO_MANY_REQUESTS") return { all: refusedForEveryone("Expo", answer, description) };
  if (code === "PUSH_TOO_MANY_NOTIFICATIONS" || code === "VALIDATION_ERROR") {
    return { refused: { state: "failed", why: `Expo: ${description}` } };
  }
  if (answer.status === 413) return { refused: "too big" };
  const temporary = temporaryFailure("Expo", answer);
  if (temporary) return { all: temporary };
  // A 400 may be the fault of one message. Any other status is about the credentials or the address.
  return answer.status === 400
    ? { refused: { state: "failed", why: `Expo: ${description ?? "a bad request"}` } }
    : { all: refusedForEveryone("Expo", answer, description) };
}
