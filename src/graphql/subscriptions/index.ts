import { SubscriptionsPlugin } from "./subscriptions.ts";

/** Live updates over websockets. */
export const SubscriptionsPreset: GraphileConfig.Preset = {
  plugins: [SubscriptionsPlugin],
};
