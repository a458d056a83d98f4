import type { Answer, NoAnswer } from "../client.ts";
import type { Outcome } from "../provider.ts";
import { inWords, refusal, silence, trouble } from "../trouble.ts";

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

/** INVALID_ARGUMENT stands for whatever is wrong with a message: its token, its size, or its making. */
function readInvalid(error: FcmError, why: string): Outcome | "too big" {
  const details = error.details ?? [];
  const fields = details.flatMap(({ fieldViolations }) => fieldViolations ?? []);
  const message = error.message ?? "";
  if (
    fields.some(({ field }) => field === "message.token") ||
    /registration token/i.test(message)
  ) {
    return { state: "dead", why };
  }
  // Of a message that is too big FCM may say no more than that an argument is invalid.
  if (/too (big|large)/i.test(message) || details.length === 0) return "too big";
  return { state: "failed", why };
}

/** What FCM's answer to one message comes to. "unauthorized" is for the caller, who can renew the access token. */
export function read(answer: Answer | NoAnswer): Outcome | "too big" | "unauthorized" {
  if (answer.status === undefined) return silence("FCM", answer);
  if (answer.status < 300) return { state: "accepted" };
  const error = errorOf(answer);
  const details = error?.details ?? [];
  const code = details.find(({ errorCode }) => errorCode)?.errorCode ?? error?.status;
  const words = error && [code, error.message].filter(Boolean).join(": ");
  const why = inWords("FCM", answer, words);
  switch (code) {
    case "UNREGISTERED":
    case "NOT_FOUND":
      return { state: "dead", why };
    case "SENDER_ID_MISMATCH":
      return { state: "failed", why };
    // Apple's or the browsers' credentials, not ours: other devices are well.
    case "THIRD_PARTY_AUTH_ERROR":
      return { state: "retry", why };
    case "QUOTA_EXCEEDED": {
      const violations = details.flatMap(({ violations }) => violations ?? []);
      const ofDevice = violations.some((one) =>
        /device/i.test(`${one.subject} ${one.description}`),
      );
      return { ...refusal("FCM", answer, words), everyone: !ofDevice };
    }
  }
  if (answer.status === 413) return "too big";
  if (answer.status === 401) return "unauthorized";
  if (answer.status === 400 && error) return readInvalid(error, why);
  // What is left, 403 and 404 without FCM's own words among it, is about the project or the address.
  return trouble("FCM", answer) ?? refusal("FCM", answer, words);
}
