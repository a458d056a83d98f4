/**
 * Returns how long to wait before the next try, in milliseconds. The random part keeps phones from coming back all at
 * once.
 * @param retryAfter The seconds that the service asks for.
 */
export function backoff(
  failures: number,
  longest = 60_000,
  retryAfter = 0,
  random = Math.random,
): number {
  return retryAfter * 1000 + random() * Math.min(longest, 500 * 2 ** Math.min(failures, 10));
}

/** Waits. An abort ends it early, without an error. */
export function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener("abort", done, { once: true });
    function done() {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
  });
}
