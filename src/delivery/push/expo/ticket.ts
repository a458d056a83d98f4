import type { Outcome } from "../provider.ts";

/** A ticket, which Expo gives for each message, or a receipt, which it gives later. Both have the same form. */
export interface Ticket {
  status?: string;
  /** In a ticket: the id of its receipt. */
  id?: string;
  message?: string;
  details?: { error?: string; expoPushToken?: string };
}

/** The outcome that a ticket or a receipt stands for. The caller handles "too big" by sending a shorter text. */
export function outcomeOf(ticket: Ticket): Outcome | "too big" {
  if (ticket?.status === "ok") {
    return ticket.id ? { state: "accepted", receipt: ticket.id } : { state: "accepted" };
  }
  const error = ticket?.details?.error;
  const why = `Expo: ${[error, ticket?.message].filter(Boolean).join(": ") || "an error without a message"}`;
  switch (error) {
    case "DeviceNotRegistered":
      return { state: "dead", why };
    case "MessageTooBig":
      return "too big";
    case "MessageRateExceeded":
    // Errors of Expo, Apple or Google.
    case "ExpoError":
    case "ProviderError":
      return { state: "retry", why };
    // The credentials of the app for Apple or Google.
    case "InvalidCredentials":
      return { state: "failed", why, everyone: true };
    default:
      return { state: "failed", why };
  }
}
