import { LRU } from "@graphile/lru";
import type { Outcome, Push } from "./provider.ts";

const ELLIPSIS = "…";
const ELLIPSIS_BYTES = Buffer.byteLength(ELLIPSIS);
const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The bytes of UTF-8 that a text takes inside JSON, without its quotes. */
function jsonBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}

/** The whole text, or as many of its pieces as fit with an ellipsis. */
function beginning(
  text: string,
  pieces: Iterable<string>,
  maxBytes: number,
  maxPieces: number,
): string {
  let end = 0;
  let size = 0;
  let count = 0;
  let kept = 0;
  for (const piece of pieces) {
    size += jsonBytes(piece);
    count += 1;
    if (size > maxBytes || count > maxPieces) return text.slice(0, kept).trimEnd() + ELLIPSIS;
    end += piece.length;
    if (size + ELLIPSIS_BYTES <= maxBytes && count < maxPieces) kept = end;
  }
  return text;
}

function* graphemes(text: string): Generator<string> {
  for (const { segment } of segmenter.segment(text)) yield segment;
}

/**
 * Cuts a text that is too long at the end of a grapheme and adds an ellipsis. A text that fits stays whole.
 * If even the first grapheme does not fit, it is cut between characters of Unicode.
 * @param maxBytes As `jsonBytes` counts them. The ellipsis alone takes 3.
 * @param maxGraphemes Counts the ellipsis as one.
 */
export function shorten(
  text: string,
  maxBytes: number,
  maxGraphemes = Number.POSITIVE_INFINITY,
): string {
  if (text.length <= maxGraphemes && jsonBytes(text) <= maxBytes) return text;
  const short = beginning(text, graphemes(text), maxBytes, maxGraphemes);
  return short === ELLIPSIS ? beginning(text, text, maxBytes, maxGraphemes) : short;
}

/** What the phone shows. */
export interface Message {
  /** Absent if it would repeat the body. Phones then show the name of the app. */
  title?: string;
  body: string;
}

const MAX_TITLE_GRAPHEMES = 60;
const MAX_TITLE_BYTES = 256;
/** A message with fewer bytes would say nothing. */
const MIN_TEXT_BYTES = 32;

/** Caches messages by size, title and text. The three texts of an alert serve any number of pushes. */
const messages = new LRU<string, Message>({ maxLength: 100 });

function firstLineOf(text: string): string {
  const [line] = text.trimStart().match(/^[^\r\n\v\f\x85\u2028\u2029]*/) ?? [];
  return line?.trimEnd() || "…";
}

/** What a message says. */
export type Content = Pick<Push, "title" | "text">;

/**
 * Makes the message of an alert's text. The body is the text, and never empty. The title is the alert's, or else the
 * beginning of the first line, unless that is all of the text. Both are cut if they do not fit.
 * @param maxBytes Bytes that title and body may take together inside JSON.
 */
export function messageOf({ title: ownTitle, text }: Content, maxBytes: number): Message {
  const key = JSON.stringify([maxBytes, ownTitle, text]);
  let message = messages.get(key);
  if (message) return message;
  const title = shorten(
    ownTitle ?? firstLineOf(text),
    Math.min(MAX_TITLE_BYTES, Math.floor(maxBytes / 4)),
    MAX_TITLE_GRAPHEMES,
  );
  message =
    title === text.trim()
      ? { body: title }
      : { title, body: shorten(text, maxBytes - jsonBytes(title)) || "…" };
  messages.set(key, message);
  return message;
}

/** The data beside a message. The app uses it to find the notification. */
export function dataOf({ notificationId, alertId, isBare, path, ...push }: Push) {
  if (path !== undefined) return { path };
  const ids = { notificationId, alertId };
  const { level, kind, status, language } = push;
  return isBare ? ids : { ...ids, level, kind, status, language };
}

/** How many bytes title and body may take if title, body and data together may take `limit` bytes of JSON. */
export function textBytesBeside(data: object, limit: number): number {
  return limit - Buffer.byteLength(JSON.stringify({ title: "", body: "", data }));
}

/** Half the size of a message that the provider found too big. Undefined if that is too small to say anything. */
export function halfTextBytes({ title = "", body }: Message): number | undefined {
  const half = Math.floor((jsonBytes(title) + jsonBytes(body)) / 2);
  return half < MIN_TEXT_BYTES ? undefined : half;
}

/** The outcome of a message that the provider finds too big at any length. */
export const TOO_BIG: Outcome = {
  state: "failed",
  why: "too big for the provider, however short the text",
};

/** Sends a text, and sends it again at half the size each time the provider finds it too big. */
export async function sendShortening(
  content: Content,
  maxBytes: number,
  send: (message: Message) => Promise<Outcome | "too big">,
): Promise<Outcome> {
  for (let bytes: number | undefined = maxBytes; bytes !== undefined; ) {
    const message = messageOf(content, bytes);
    const outcome = await send(message);
    if (outcome !== "too big") return outcome;
    bytes = halfTextBytes(message);
  }
  return TOO_BIG;
}
