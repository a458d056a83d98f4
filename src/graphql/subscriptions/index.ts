import { LastPositionChangesPlugin } from "./last-position-changes.ts";
import { OnlyWebsocketsPlugin } from "./only-websockets.ts";
import { PacedResultsPlugin } from "./paced-results.ts";
import { SubscriptionsPlugin } from "./subscriptions.ts";

/** Live updates over websockets. */
export const SubscriptionsPreset: GraphileConfig.Preset = {
  plugins: [
    SubscriptionsPlugin,
    LastPositionChangesPlugin,
    OnlyWebsocketsPlugin,
    PacedResultsPlugin,
  ],
};
