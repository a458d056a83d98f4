import type { Provider, ProviderName } from "./provider.ts";

/**
 * Makes the provider that stands in if there are no credentials. Its pushes wait, and fail when their alert ends.
 * So pushes reach everyone if an administrator sets the credentials in time.
 */
export function makeDisabledProvider(name: ProviderName, why: string): Provider {
  return {
    name,
    batchSize: 1000,
    concurrency: 1,
    send: async (pushes) =>
      pushes.map(() => ({ state: "retry", why, everyone: true, unsent: true })),
  };
}
