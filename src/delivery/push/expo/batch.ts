import { type Message, messageOf } from "../message.ts";
import type { Outcome, Push } from "../provider.ts";
import { timeToLive } from "../time-to-live.ts";
import { expoToken } from "./token.ts";

/** A push of a batch, until it has an outcome. */
export interface BatchEntry {
  push: Push;
  to: string;
  /** Bytes that the text may take. */
  textBytes: number;
  outcome?: Outcome;
}

export function batchEntry(push: Push, textBytes: number): BatchEntry {
  return { push, to: expoToken(push.token), textBytes };
}

/** Returns the title and body, shortened to fit `textBytes`. */
export function messageIn({ push, textBytes }: BatchEntry): Message {
  return messageOf(push, textBytes);
}

/**
 * The message in the form of Expo's API. Its tag is the notification's id, so Android shows a message that is sent
 * twice only once. It has no collapseId, which would do the same on iOS: FCM keeps messages of only four such ids for a
 * phone that is offline.
 */
export function expoMessage(entry: BatchEntry, data: object) {
  const isUrgent = entry.push.level === "ONE";
  return {
    to: entry.to,
    ...messageIn(entry),
    data,
    ttl: timeToLive(entry.push),
    priority: isUrgent ? "high" : "normal",
    sound: "default",
    interruptionLevel: isUrgent ? "time-sensitive" : "active",
    tag: `notification-${entry.push.notificationId}`,
  };
}

/** Splits a batch into two of the same size. */
export function splitInHalf(batch: BatchEntry[]): BatchEntry[][] {
  const middle = Math.ceil(batch.length / 2);
  return [batch.slice(0, middle), batch.slice(middle)];
}

/**
 * Splits a batch by project, or in half if all tokens belong to one. Tokens without a project are a batch of their own.
 */
export function splitByProject(batch: BatchEntry[], projects: string[][]): BatchEntry[][] {
  const projectOf = new Map(projects.flatMap((tokens, at) => tokens.map((token) => [token, at])));
  const batches = [...Map.groupBy(batch, ({ to }) => projectOf.get(to)).values()];
  return batches.length > 1 ? batches : splitInHalf(batch);
}
