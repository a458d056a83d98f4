import { PgAggregatesPreset } from "@graphile/pg-aggregates";
import { AdministratorsOnlyPlugin } from "./administrators-only.ts";
import { AggregatesPlugin } from "./aggregates.ts";
import { ConnectionOrderPlugin } from "./connection-order.ts";
import { ConnectionsPlugin } from "./connections.ts";
import { ListFiltersPlugin } from "./list-filters.ts";
import { ListSearchPlugin } from "./list-search.ts";
import { ListedFromPlugin } from "./listed-from.ts";
import { NotificationCursorPlugin } from "./notification-cursor.ts";
import { OffsetPlugin } from "./offset.ts";
import { OwnNotificationsPlugin } from "./own-notifications.ts";
import { PlainListsPlugin } from "./plain-lists.ts";
import { SincePlugin } from "./since.ts";
import { StateFilterPlugin } from "./state-filter.ts";
import { ViewsFilterPlugin } from "./views-filter.ts";

/** Lists with `limit` and `offset`, their filters, and connections with aggregates. */
export const ListsPreset: GraphileConfig.Preset = {
  extends: [PgAggregatesPreset],
  // Without orderBy, connections have the order of the lists.
  disablePlugins: [
    "PgConnectionArgOrderByDefaultValuePlugin",
  ] satisfies GraphileConfig.PluginName[],
  plugins: [
    ListedFromPlugin,
    PlainListsPlugin,
    SincePlugin,
    StateFilterPlugin,
    ViewsFilterPlugin,
    NotificationCursorPlugin,
    ListFiltersPlugin,
    ListSearchPlugin,
    OffsetPlugin,
    OwnNotificationsPlugin,
    ConnectionsPlugin,
    ConnectionOrderPlugin,
    AdministratorsOnlyPlugin,
    AggregatesPlugin,
  ],
};
