import type { Outcome, Provider, Push } from "./provider.ts";

/** The outcome of a push, and when it was known, by performance.now(). */
export interface Sent {
  outcome: Outcome;
  at: number;
}

/**
 * Sends pushes in the largest batches that the provider takes, as many at once as it allows.
 * Returns the outcomes in the same order. Starts no further batch after the signal.
 */
export async function sendAll(
  provider: Provider,
  pushes: readonly Push[],
  signal?: AbortSignal,
): Promise<Sent[]> {
  const sent: Sent[] = [];
  let next = 0;
  /** Set when the provider refuses everyone. The pushes that were not sent yet wait too. */
  let refusal: Outcome | undefined;

  async function sendBatches(): Promise<void> {
    while (next < pushes.length) {
      const first = next;
      const batch = pushes.slice(first, first + provider.batchSize);
      next += batch.length;
      if (signal?.aborted) refusal ??= { state: "retry", why: "The host was ending." };
      const outcomes = refusal
        ? batch.map(() => ({ ...refusal, unsent: true }) as Outcome)
        : await provider.send(batch);
      const at = performance.now();
      for (const [index, outcome] of outcomes.entries()) sent[first + index] = { outcome, at };
      refusal ??= outcomes.find((outcome) => outcome.state === "retry" && outcome.everyone);
    }
  }
  await Promise.all(Array.from({ length: provider.concurrency }, sendBatches));
  return sent;
}
