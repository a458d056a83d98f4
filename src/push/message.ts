import type { Outcome, Push } from "./provider.ts";
import { jsonBytes, shorten } from "./shorten.ts";

/** What the phone shows. */
export interface Message {
  title: string;
  body: string;
}

const MOST_TITLE_GRAPHEMES = 60;
const MOST_TITLE_BYTES = 256;
/** With less room than this a message says nothing any more. */
const LEAST_ROOM = 32;
/** How many messages are remembered: an alert has three, for any number of pushes. */
const MOST_REMEMBERED = 100;

const remembered = new Map<string, Message>();

/**
 * Makes the message of an alert's text: its first line or the beginning of it as the title, and the text as the body,
 * cut where they do not fit. Never an empty body.
 * @param room Bytes that title and body may take together inside JSON.
 */
export function messageOf(text: string, room: number): Message {
  const key = `${room} ${text}`;
  let message = remembered.get(key);
  if (message) return message;
  const line =
    text
      .trimStart()
      .match(/^[^\r\n\v\f\x85\u2028\u2029]*/)?.[0]
      .trimEnd() || "…";
  const title = shorten(
    line,
    Math.min(MOST_TITLE_BYTES, Math.floor(room / 4)),
    MOST_TITLE_GRAPHEMES,
  );
  message = { title, body: shorten(text, room - jsonBytes(title)) || "…" };
  if (remembered.size === MOST_REMEMBERED) remembered.clear();
  remembered.set(key, message);
  return message;
}

/** The data beside a message, by which the app finds what it is about. */
export function dataOf({ notificationId, alertId, level, kind }: Push) {
  return { notificationId, alertId, level, kind };
}

/** The room that `limit` bytes of JSON leave to title and body, beside the data. */
export function roomBeside(data: object, limit: number): number {
  return limit - Buffer.byteLength(JSON.stringify({ title: "", body: "", data }));
}

/** The room to try next where the provider finds a message too big; undefined where no less makes sense. */
export function lessRoom({ title, body }: Message): number | undefined {
  const room = Math.floor((jsonBytes(title) + jsonBytes(body)) / 2);
  return room < LEAST_ROOM ? undefined : room;
}

/** What becomes of a message that is too big for its provider, however short. */
export const TOO_BIG: Outcome = {
  state: "failed",
  why: "too big for the provider, however short the text",
};

/** Sends a text, shorter by half each time that it is too big. */
export async function sendShortening(
  text: string,
  room: number,
  send: (message: Message) => Promise<Outcome | "too big">,
): Promise<Outcome> {
  for (let left: number | undefined = room; left !== undefined; ) {
    const message = messageOf(text, left);
    const outcome = await send(message);
    if (outcome !== "too big") return outcome;
    left = lessRoom(message);
  }
  return TOO_BIG;
}
