import { SharedBuckets } from "../limits/shared-buckets.ts";
import type { QuotaStore } from "../limits/token-buckets.ts";
import type { Rate } from "../settings/quota-settings.ts";
import type { Taken } from "./messages.ts";
import { onParent, tellParent } from "./parent.ts";

/**
 * Returns a function that makes the quota stores of one of several hosts. The parent tells the other hosts what each
 * host lets its users take.
 */
export function makeSharedStores(hosts: number): (rate: Rate, name: string) => QuotaStore {
  const stores = new Map<string, SharedBuckets>();
  let taken: Taken[] = [];
  function tell(...entry: Taken): void {
    taken.push(entry);
    if (taken.length > 1) return;
    // Sends all entries of this turn of the event loop together.
    setImmediate(() => {
      tellParent({ kind: "taken", taken });
      taken = [];
    });
  }
  onParent("taken", (message) => {
    for (const [name, key, count] of message.taken) stores.get(name)?.charge(key, count);
  });
  return (rate, name) => {
    const store = new SharedBuckets(rate, hosts, (key, count) => tell(name, key, count));
    stores.set(name, store);
    return store;
  };
}
