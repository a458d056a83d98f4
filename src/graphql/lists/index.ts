import { PgAggregatesPreset } from "@graphile/pg-aggregates";
import { AdministratorsOnlyPlugin } from "./administrators-only.ts";
import { AggregatesPlugin } from "./aggregates.ts";
import { ConnectionsPlugin } from "./connections.ts";
import { ListFiltersPlugin } from "./list-filters.ts";
import { ListSearchPlugin } from "./list-search.ts";
import { OffsetPlugin } from "./offset.ts";
import { OwnNotificationsPlugin } from "./own-notifications.ts";
import { PlainListsPlugin } from "./plain-lists.ts";

/** Lists with `limit` and `offset`, their filters, and connections with aggregates. */
export const ListsPreset: GraphileConfig.Preset = {
  extends: [PgAggregatesPreset],
  plugins: [
    PlainListsPlugin,
    ListFiltersPlugin,
    ListSearchPlugin,
    OffsetPlugin,
    OwnNotificationsPlugin,
    ConnectionsPlugin,
    AdministratorsOnlyPlugin,
    AggregatesPlugin,
  ],
};
