import type { Outcome, Provider, Push } from "./provider.ts";

/** What became of a push, and when that was known, by performance.now(). */
export interface Sent {
  outcome: Outcome;
  at: number;
}

/** Sends pushes in batches as large, and as many at once, as the provider takes; tells of each in their order. Begins no more after the signal. */
export async function sendAll(
  provider: Provider,
  pushes: readonly Push[],
  signal?: AbortSignal,
): Promise<Sent[]> {
  const sent: Sent[] = [];
  let next = 0;
  /** Set where the provider refuses whomever one asks for: what was not sent yet waits too. */
  let refusal: Outcome | undefined;

  async function sendOneAfterAnother(): Promise<void> {
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
  await Promise.all(Array.from({ length: provider.concurrency }, sendOneAfterAnother));
  return sent;
}
