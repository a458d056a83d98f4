import type { Task } from "graphile-worker";
import type { Provider, ProviderName } from "../push/provider.ts";

/**
 * Makes the task that asks what became of pushes that a provider accepted; app_private.queue_receipts() queues it.
 * It fails, and is run again, where the provider does not answer.
 */
export function makePushReceipts(providers: readonly Provider[]): Task {
  return async (payload, { query }) => {
    const { provider: name, receipts } = payload as { provider: ProviderName; receipts: string[] };
    const provider = providers.find((one) => one.name === name);
    if (!provider?.receipts) return;
    const outcomes = [...(await provider.receipts(receipts))].map(([receipt, outcome]) => ({
      receipt,
      state: outcome.state,
      ...("why" in outcome && { why: outcome.why }),
    }));
    await query("select app_private.record_receipts($1, $2, $3)", [
      name,
      receipts,
      JSON.stringify(outcomes),
    ]);
  };
}
