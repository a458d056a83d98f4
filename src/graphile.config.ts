import "postgraphile";
import { PgAggregatesPreset } from "@graphile/pg-aggregates";
import type { Pool } from "pg";
import { makePgService } from "postgraphile/adaptors/pg";
import { PostGraphileAmberPreset } from "postgraphile/presets/amber";
import type { Tokens } from "./auth/tokens.ts";
import * as requestAdaptor from "./database/request-adaptor.ts";
import { AdministratorsOnlyPlugin } from "./graphql/administrators-only.ts";
import { AggregatesPlugin } from "./graphql/aggregates.ts";
import { AlertMutationsPlugin } from "./graphql/alert-mutations.ts";
import { ApiVersionPlugin } from "./graphql/api-version.ts";
import { ConnectionsPlugin } from "./graphql/connections.ts";
import { DataAsTextPlugin } from "./graphql/data-as-text.ts";
import type { ConstraintMessages } from "./graphql/database-errors.ts";
import { DirectRowsPlugin } from "./graphql/direct-rows.ts";
import { EpochSecondsPlugin } from "./graphql/epoch-seconds.ts";
import { FunctionMutationsPlugin } from "./graphql/function-mutations.ts";
import { GeometryPlugin } from "./graphql/geometry.ts";
import { HiddenPasswordPlugin } from "./graphql/hidden-password.ts";
import { HttpErrorsPlugin } from "./graphql/http-errors.ts";
import { Int64Plugin } from "./graphql/int64.ts";
import { ListFiltersPlugin } from "./graphql/list-filters.ts";
import { ListSearchPlugin } from "./graphql/list-search.ts";
import { LiveResultsPlugin } from "./graphql/live-results.ts";
import { LoginPlugin } from "./graphql/login.ts";
import { makeMaskError } from "./graphql/mask-error.ts";
import { NamesPlugin } from "./graphql/names.ts";

import { NotNullPlugin } from "./graphql/not-null.ts";
import { OwnNotificationsPlugin } from "./graphql/own-notifications.ts";
import { PasswordsPlugin } from "./graphql/passwords.ts";
import { PlainListsPlugin } from "./graphql/plain-lists.ts";
import { ReplaysPlugin } from "./graphql/replays.ts";
import { requestContext } from "./graphql/request-context.ts";
import { RequestValidationPlugin } from "./graphql/request-validation.ts";
import { SubscriptionsPlugin } from "./graphql/subscriptions.ts";
import { makeWebPushKeyPlugin } from "./graphql/web-push-key.ts";
import type { Live } from "./live/index.ts";

/** What the preset needs of the running service. */
export interface Parts {
  pool: Pool;
  tokens: Tokens;
  /** What subscriptions follow; absent where only the schema is asked for. */
  live?: Live;
  constraintMessages: ConstraintMessages;
  isProduction: boolean;
  /** What browsers subscribe to Web Push with; undefined where that is off. */
  vapidPublicKey?: string | undefined;
  log(line: string): void;
}

/** The product's GraphQL: generated from `app_public`, then shaped into the documented API. */
export function makePreset(parts: Parts): GraphileConfig.Preset {
  return {
    extends: [PostGraphileAmberPreset, PgAggregatesPreset],
    plugins: [
      // Types and names
      Int64Plugin,
      EpochSecondsPlugin,
      GeometryPlugin,
      NamesPlugin,
      NotNullPlugin,
      // Lists and connections
      PlainListsPlugin,
      ListFiltersPlugin,
      ListSearchPlugin,
      OwnNotificationsPlugin,
      ConnectionsPlugin,
      AdministratorsOnlyPlugin,
      AggregatesPlugin,
      // Mutations
      FunctionMutationsPlugin,
      LoginPlugin,
      PasswordsPlugin,
      AlertMutationsPlugin,
      // Subscriptions
      SubscriptionsPlugin,
      // The rest
      ApiVersionPlugin,
      makeWebPushKeyPlugin(parts.vapidPublicKey),
      HiddenPasswordPlugin,
      RequestValidationPlugin,
      HttpErrorsPlugin,
      DataAsTextPlugin,
      DirectRowsPlugin,
      ReplaysPlugin,
      LiveResultsPlugin,
    ],
    disablePlugins: [
      // Can drop the whole Mutation type on a clash of names, and start.
      "SwallowErrorsPlugin",
      // Relay's global ids, payloads and edges: the contract has none.
      "NodePlugin",
      "NodeAccessorPlugin",
      "AddNodeInterfaceToSuitableTypesPlugin",
      "RegisterQueryNodePlugin",
      "PgTableNodePlugin",
      "PgNodeIdAttributesPlugin",
      "QueryQueryPlugin",
      "MutationPayloadQueryPlugin",
      "PgMutationPayloadEdgePlugin",
      "PgMutationCreatePlugin",
      "PgMutationUpdateDeletePlugin",
      "PgRowByUniquePlugin",
      // Groups by columns without an index too.
      "PgIndexBehaviorsPlugin",
    ],
    pgServices: [
      {
        ...makePgService({
          pool: parts.pool,
          schemas: ["app_public"],
          // What is shown is what the host's roles may use, whoever logs in to the database.
          pgSettingsForIntrospection: { role: "app_host" },
        }),
        adaptor: { ...requestAdaptor, makePgService } as never,
      },
    ],
    schema: {
      defaultBehavior:
        "-resource:insert -resource:update -resource:delete -mutationField connection list -list:filter -list:order -manyRelation:resource:connection",
      pgJwtSecret: undefined,
    },
    grafserv: {
      graphqlPath: "/graphql",
      graphiql: !parts.isProduction,
      websockets: false,
      outputDataAsString: true,
      // A thousand positions, or an area of ten thousand corners, and then some.
      maxRequestLength: 2_000_000,
      maskError: makeMaskError(() => parts.constraintMessages, parts.log),
    },
    grafast: {
      explain: false,
      // Milliseconds: refuses a document of thousands of fields, and no other on a busy machine.
      timeouts: { planning: 3000 },
      context: (request) => requestContext(request, parts.tokens, parts.live) as never,
    },
  };
}
