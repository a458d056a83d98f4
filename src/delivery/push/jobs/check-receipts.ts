import type { Task } from "graphile-worker";
import { storableJson } from "../../../database/storable.ts";
import type { Outcome, Provider } from "../provider.ts";

/** A provider, and a function that gets the outcomes of its receipts once they are recorded. */
export interface WatchedProvider {
  provider: Provider;
  watch: (outcomes: readonly Outcome[]) => void;
}

/**
 * Makes the task that asks a provider whether the pushes it accepted were delivered. app_private.queue_receipts()
 * queues it. If the provider does not answer, the task fails and runs again.
 * @param providers By their names in the database.
 */
export function makeCheckReceipts(providers: ReadonlyMap<string, WatchedProvider>): Task {
  return async (payload, { query }) => {
    const { provider: storedName, receipts } = payload as { provider: string; receipts: string[] };
    const watched = providers.get(storedName);
    if (!watched?.provider.receipts) return;
    const outcomes = await watched.provider.receipts(receipts);
    await query("select app_private.record_receipts($1, $2, $3)", [
      storedName,
      receipts,
      storableJson(Array.from(outcomes, ([receipt, outcome]) => ({ ...outcome, receipt }))),
    ]);
    watched.watch([...outcomes.values()]);
  };
}
