import "postgraphile";
import type { Pool } from "pg";
import { makePgService } from "postgraphile/adaptors/pg";
import { PostGraphileAmberPreset } from "postgraphile/presets/amber";
import type { ConstraintMessages } from "./database/constraint-messages.ts";
import type { AnswerTurns } from "./database/large-answers.ts";
import type { Publication } from "./database/publication.ts";
import * as requestAdaptor from "./database/request-adaptor.ts";
import { AuditedReadsPlugin } from "./graphql/audit/audited-reads.ts";
import { makeErrorsPreset } from "./graphql/errors/index.ts";
import { type FastPath, makeFastPathPreset } from "./graphql/fast-path/index.ts";
import { ListsPreset } from "./graphql/lists/index.ts";
import { makeMutationsPreset } from "./graphql/mutations/index.ts";
import { makeRequestsPreset } from "./graphql/requests/index.ts";
import { requestContext } from "./graphql/requests/request-context.ts";
import { makeServicePreset } from "./graphql/service/index.ts";
import { SubscriptionsPreset } from "./graphql/subscriptions/index.ts";
import { TypesPreset } from "./graphql/types/index.ts";
import type { ClientAddress } from "./limits/client-address.ts";
import type { TakeQuota } from "./limits/quotas.ts";
import type { Live } from "./live/index.ts";
import type { Log } from "./ops/log.ts";
import type { Erasures } from "./people/erasures.ts";
import type { Tickets } from "./people/tickets.ts";
import type { Tokens } from "./people/tokens.ts";
import type { Config } from "./settings/config.ts";

/** What the preset needs from the running service. */
export interface Parts {
  pool: Pool;
  /** The connections of publications. Absent, like `publication`, if only the schema is built. */
  publicationPool?: Pool;
  publication?: Publication;
  /** Absent if large answers need no turn. */
  answerTurns?: AnswerTurns;
  tokens: Tokens;
  clientAddress: ClientAddress;
  takeQuota: TakeQuota;
  /** The events that subscriptions follow. */
  live?: Live;
  /** Absent if Grafast executes every request. */
  fastPath?: FastPath | undefined;
  constraintMessages: ConstraintMessages;
  isProduction: boolean;
  config: Pick<Config, "tokenLifetimeSeconds" | "sessions" | "push" | "limits">;
  /** The key that browsers subscribe to Web Push with. Undefined if Web Push is off. */
  vapidPublicKey?: string | undefined;
  /** Lists erasures outside of the database. Absent if only the schema is built. */
  erasures?: Erasures;
  /** Opens downloads. Absent if only the schema is built. */
  tickets?: Tickets;
  /** The state of each push provider: "on", or "off" and what to set. Absent if only the schema is built. */
  pushStatus?: Readonly<Record<string, string>>;
  /** The state of mail: "on", or "off" and what to set. Absent if only the schema is built. */
  mailStatus?: string;
  log: Log;
}

/** Plugins that add nothing to the schema. Without them it is built in a fifth less time. */
export const UNUSED_PLUGINS = [
  "PgAggregatesFilterRelationalAggregatesPlugin",
  "PgAggregatesOrderByAggregatesPlugin",
  "PgConditionCustomFieldsPlugin",
  "PgEnumDomainsPlugin",
  "PgEnumTablesPlugin",
  "PgInterfaceModeUnionAllRowsPlugin",
  "PgJWTPlugin",
  "PgLtreePlugin",
  "PgOrderByPrimaryKeyPlugin",
  "PgOrderCustomFieldsPlugin",
  "PgPolymorphismOnlyArgumentPlugin",
  "PgRefsPlugin",
] satisfies GraphileConfig.PluginName[];

/** The product's GraphQL: generated from `app_public`, then shaped into the documented API. */
export function makePreset(parts: Parts): GraphileConfig.Preset {
  const pgService = makePgService({
    pool: parts.pool,
    schemas: ["app_public"],
    // The schema shows what the host's roles may use, whichever login reads it.
    pgSettingsForIntrospection: { role: "app_host" },
  });
  return {
    extends: [
      PostGraphileAmberPreset,
      TypesPreset,
      ListsPreset,
      makeMutationsPreset(parts.config, parts),
      SubscriptionsPreset,
      makeServicePreset(parts.vapidPublicKey, parts.pushStatus ?? {}, parts.mailStatus ?? "off"),
      makeErrorsPreset(parts.constraintMessages, parts.log),
      makeRequestsPreset(
        parts.pool,
        { ...parts, limits: parts.config.limits },
        parts.fastPath?.documents,
      ),
      ...(parts.fastPath ? [makeFastPathPreset(parts.fastPath)] : []),
    ],
    plugins: [AuditedReadsPlugin],
    disablePlugins: [
      ...UNUSED_PLUGINS,
      // It can drop the whole Mutation type if two names clash, and the service would start anyway.
      "SwallowErrorsPlugin",
      // The contract has none of Relay's global ids, payloads and edges.
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
      // It hides columns without an index, which aggregates may group by.
      "PgIndexBehaviorsPlugin",
    ] satisfies GraphileConfig.PluginName[],
    pgServices: [
      {
        ...pgService,
        // The adaptor's types want the settings of PostGraphile's own adaptor.
        adaptor: { ...requestAdaptor, makePgService } as never,
        adaptorSettings: {
          ...pgService.adaptorSettings,
          publicationPool: parts.publicationPool,
          answerTurns: parts.answerTurns,
          onSessionEnd: parts.tokens.noteEnd,
        } as never,
      },
    ],
    schema: {
      defaultBehavior:
        "-resource:insert -resource:update -resource:delete -mutationField connection list -list:filter -list:order -manyRelation:resource:connection",
      pgJwtSecret: undefined,
    },
    grafserv: {
      graphqlPath: "/graphql",
      // For queries only: grafserv refuses other operations with status 405.
      graphqlOverGET: true,
      graphiql: !parts.isProduction,
      websockets: false,
      outputDataAsString: true,
      // In bytes: enough for a thousand positions, or for an area of ten thousand corners.
      maxRequestLength: 2_000_000,
    },
    grafast: {
      explain: false,
      // No time limit for plans: on a busy machine it would refuse good documents, and Grafast would go on refusing
      // them for a minute. Document limits bound what a plan takes.
      context: (request, args) => requestContext(request, args, parts),
    },
  };
}
