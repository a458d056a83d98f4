import type { Request } from "./local-server.ts";
import { LONGEST_LIFE } from "./longest-life.ts";

/** A length of base64url, at most 32 characters, as Apple reads a topic (RFC 8030 allows any length up to 32). */
function isTopic(topic: string): boolean {
  return /^[A-Za-z0-9_-]{1,32}$/.test(topic) && topic.length % 4 !== 1;
}

/**
 * Checks the headers and the size of a push as the strictest push service does.
 * @returns The error, or undefined.
 */
export function findPushError({ headers, body }: Request): string | undefined {
  const { ttl = "", urgency, topic } = headers;
  if (!/^\d+$/.test(String(ttl)) || Number(ttl) > LONGEST_LIFE) return "BadTtl";
  if (urgency !== undefined && !/^(very-low|low|normal|high)$/.test(String(urgency))) {
    return "BadUrgency";
  }
  if (topic !== undefined && !isTopic(String(topic))) return "BadWebPushTopic";
  if (headers["content-encoding"] !== "aes128gcm") return "BadContentEncoding";
  if (body.length === 0) return "PayloadEmpty";
  return undefined;
}
