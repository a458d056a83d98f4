import type { Answer, NoAnswer } from "../http-client.ts";
import type { Outcome } from "../provider.ts";
import {
  describeAnswer,
  refusedForEveryone,
  temporaryFailure,
  unanswered,
} from "../provider-errors.ts";

interface FcmError {
  message?: string;
  status?: string;
  details?: {
    errorCode?: string;
    fieldViolations?: { field?: string; description?: string }[];
    violations?: { subject?: string; description?: string }[];
  }[];
}

function errorOf(answer: Answer): FcmError | undefined {
  try {
    return JSON.parse(answer.text)?.error;
  } catch {
    return undefined;
  }
}

/** INVALID_ARGUMENT covers everything that can be wrong with a message: its token, its size, its form. */
function readInvalidArgument(error: FcmError, why: string): Outcome | "too big" {
  const details = error.details ?? [];
  const fields = details.flatMap(({ fieldViolations }) => fieldViolations ?? []);
  const message = error.message ?? "";
  if (
    fields.some(({ field }) => field === "message.token") ||
    /registration token/i.test(message)
  ) {
    return { state: "dead", why };
  }
  // FCM may answer a message that is too big with no more than "invalid argument".
  if (/too (big|large)/i.test(message) || details.length === 0) return "too big";
  return { state: "failed", why };
}

/**
 * The outcome that FCM's answer to one message stands for. The caller handles "too big" by sending a shorter text and
 * "unauthorized" by renewing the access token.
 */
export function readResponse(answer: Answer | NoAnswer): Outcome | "too big" | "unauthorized" {
  if (answer.status === undefined) return unanswered("FCM", answer);
  if (answer.status < 300) return { state: "accepted" };
  const error = errorOf(answer);
  const details = error?.details ?? [];
  const code = details.find(({ errorCode }) => errorCode)?.errorCode ?? error?.status;
  const description = error && [code, error.message].filter(Boolean).join(": ");
  const why = describeAnswer("FCM", answer, description);
  switch (code) {
    case "UNREGISTERED":
    case "NOT_FOUND":
      return { state: "dead", why };
    case "SENDER_ID_MISMATCH":
      return { state: "failed", why };
    // The credentials of Apple or of Web Push are wrong. Other devices can still be reached.
    case "THIRD_PARTY_AUTH_ERROR":
      return { state: "retry", why };
    case "QUOTA_EXCEEDED": {
      const violations = details.flatMap(({ violations }) => violations ?? []);
      const isOfDevice = violations.some(({ subject, description }) =>
        /device/i.test(`${subject} ${description}`),
      );
      return { ...refusedForEveryone("FCM", answer, description), everyone: !isOfDevice };
    }
  }
  if (answer.status === 413) return "too big";
  if (answer.status === 401) return "unauthorized";
  if (answer.status === 400 && error) return readInvalidArgument(error, why);
  // Any other status is about the project or the address. So are 403 and 404 without an error of FCM's.
  return temporaryFailure("FCM", answer) ?? refusedForEveryone("FCM", answer, description);
}
