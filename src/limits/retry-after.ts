/** A day: another's mistake must not keep warnings back for longer. */
const MAX_DELAY_MS = 86_400_000;

/**
 * Reads a Retry-After header, which holds seconds or an HTTP date.
 * @param now In milliseconds since 1970.
 * @returns Milliseconds from now, 0 for a date in the past, undefined if the header cannot be read.
 */
export function retryAfter(
  header: string | null | undefined,
  now = Date.now(),
): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), MAX_DELAY_MS);
}
