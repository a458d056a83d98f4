import type { Lane } from "./lane.ts";

/**
 * A way to reach people outside the API. The layers, from the outside in:
 *
 * - **Channel**: one kind of message. Push is the only one today; webhooks and email would be others.
 * - **Provider**: a company whose servers carry the channel's messages. Push has Expo, FCM and Web Push.
 * - **Device**: where a message ends. Its token names it at its provider.
 *
 * A channel brings the jobs that send its messages. Nothing outside its folder knows how it sends.
 */
export interface Channel {
  /** For each provider "on", or "off" and what to set. */
  status: Record<string, string>;
  /** The jobs of this channel. Each lane runs apart, so that a slow provider delays no other. */
  lanes: readonly Lane[];
  /** Closes the connections to the providers. */
  close(): Promise<void>;
}
