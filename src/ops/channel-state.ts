/** Since when and why a provider or a mail server takes nothing. */
export interface ChannelFailure {
  since: string;
  why: string;
}

/** Whether something that can be off takes what it is sent, for administrators. */
export interface ChannelState {
  state: "ON" | "OFF" | "FAILING";
  /** What to set to turn it on, or why it takes nothing. */
  reason: string | null;
  /** Since when it takes nothing, in seconds since 1970. */
  since: number | null;
}

/** @param configured "on", or "off" and what to set. */
export function channelState(
  configured: string,
  failure: ChannelFailure | null | undefined,
): ChannelState {
  if (configured !== "on") {
    return { state: "OFF", reason: configured.replace(/^off: /, ""), since: null };
  }
  if (!failure) return { state: "ON", reason: null, since: null };
  const since = Math.floor(Date.parse(failure.since) / 1000);
  return { state: "FAILING", reason: failure.why, since };
}

/**
 * Returns the same as text, which anyone may read.
 * @param shownReason The part of the reason that is not the server's own text.
 */
export function channelStateText(
  configured: string,
  failure: ChannelFailure | null | undefined,
  shownReason = "",
): string {
  if (configured !== "on" || !failure) return configured;
  return `failing since ${new Date(failure.since).toISOString()}${shownReason}`;
}
