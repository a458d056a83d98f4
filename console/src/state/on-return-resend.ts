import { onReturn } from "./connection.ts";

/** The least time between two retries of what was not sent. */
const RETRY_INTERVAL_MS = 20_000;

/**
 * As onReturn, for what could not be sent. A request that never gets an answer of its own, such as a very large one, looks
 * like a lost connection, and the next answer to another like its return: without a pause, the retries would not end.
 */
export function onReturnResend(send: () => void): () => void {
  let triedAt = Number.NEGATIVE_INFINITY;
  return onReturn(() => {
    if (performance.now() - triedAt < RETRY_INTERVAL_MS) return;
    triedAt = performance.now();
    send();
  });
}
