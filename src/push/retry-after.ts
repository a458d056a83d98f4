/** No provider is waited for longer than a day: no alert lasts so long. */
const MOST = 86_400_000;

/**
 * Reads a Retry-After header: seconds, or a date of HTTP.
 * @param now In milliseconds since 1970.
 * @returns Milliseconds from now, 0 for a date that has passed; undefined where there is none to be read.
 */
export function retryAfter(
  header: string | null | undefined,
  now = Date.now(),
): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), MOST);
}
