import type { Task } from "graphile-worker";
import type { Provider } from "../provider.ts";

/**
 * Makes the task that asks a provider whether the pushes it accepted were delivered. app_private.queue_receipts()
 * queues it. If the provider does not answer, the task fails and runs again.
 * @param providers By their names in the database.
 */
export function makeCheckReceipts(providers: ReadonlyMap<string, Provider>): Task {
  return async (payload, { query }) => {
    const { provider: storedName, receipts } = payload as { provider: string; receipts: string[] };
    const provider = providers.get(storedName);
    if (!provider?.receipts) return;
    const outcomes = [...(await provider.receipts(receipts))].map(([receipt, outcome]) => ({
      receipt,
      state: outcome.state,
      ...("why" in outcome && { why: outcome.why }),
    }));
    await query("select app_private.record_receipts($1, $2, $3)", [
      storedName,
      receipts,
      JSON.stringify(outcomes),
    ]);
  };
}
