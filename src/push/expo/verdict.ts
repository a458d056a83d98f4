import type { Outcome } from "../provider.ts";

/** A ticket or a receipt, as Expo writes both. */
export interface Verdict {
  status?: string;
  /** Of a ticket: what to ask for its receipt. */
  id?: string;
  message?: string;
  details?: { error?: string; expoPushToken?: string };
}

/** What a ticket or a receipt says of its push. "too big" is for the caller, who can shorten it. */
export function judge(verdict: Verdict): Outcome | "too big" {
  if (verdict?.status === "ok") {
    return verdict.id ? { state: "accepted", receipt: verdict.id } : { state: "accepted" };
  }
  const error = verdict?.details?.error;
  const why = `Expo: ${[error, verdict?.message].filter(Boolean).join(": ") || "an error without a word"}`;
  switch (error) {
    case "DeviceNotRegistered":
      return { state: "dead", why };
    case "MessageTooBig":
      return "too big";
    case "MessageRateExceeded":
    // Faults of Expo's own, or of Apple's or Google's.
    case "ExpoError":
    case "ProviderError":
      return { state: "retry", why };
    default:
      return { state: "failed", why };
  }
}
