import { type Message, messageOf } from "../message.ts";
import type { Outcome, Push } from "../provider.ts";
import { timeToLive } from "../time-to-live.ts";
import { expoToken } from "./token.ts";

/** A push on its way, until it has an outcome. */
export interface Parcel {
  push: Push;
  to: string;
  /** Bytes that the text may take. */
  room: number;
  outcome?: Outcome;
}

/** The message of a parcel, in the room it has. */
export function messageIn({ push, room }: Parcel): Message {
  return messageOf(push.text, room);
}

/** What Expo's API takes for a parcel. */
export function written(parcel: Parcel, data: object) {
  const urgent = parcel.push.level === "ONE";
  return {
    to: parcel.to,
    ...messageIn(parcel),
    data,
    ttl: timeToLive(parcel.push),
    priority: urgent ? "high" : "normal",
    sound: "default",
    interruptionLevel: urgent ? "time-sensitive" : "active",
  };
}

/** Makes a parcel. */
export function pack(push: Push, room: number): Parcel {
  return { push, to: expoToken(push.token), room };
}

/** Two batches of one. */
export function halves(batch: Parcel[]): Parcel[][] {
  const middle = Math.ceil(batch.length / 2);
  return [batch.slice(0, middle), batch.slice(middle)];
}

/** A batch of each project, and one of those in none; halves where that divides nothing. */
export function byProject(batch: Parcel[], projects: string[][]): Parcel[][] {
  const projectOf = new Map(projects.flatMap((tokens, at) => tokens.map((token) => [token, at])));
  const batches = [...Map.groupBy(batch, ({ to }) => projectOf.get(to)).values()];
  return batches.length > 1 ? batches : halves(batch);
}
