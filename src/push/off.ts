import type { Provider, ProviderName } from "./provider.ts";

/**
 * Stands for a provider without credentials: each push waits, and fails when its alert ends, so that one who sets
 * them meanwhile still warns everybody.
 */
export function makeOff(name: ProviderName, why: string): Provider {
  return {
    name,
    batchSize: 1000,
    concurrency: 1,
    send: async (pushes) =>
      pushes.map(() => ({ state: "retry", why, everyone: true, unsent: true })),
  };
}
