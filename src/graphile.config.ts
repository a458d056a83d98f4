import "postgraphile";
import { makePgService } from "postgraphile/adaptors/pg";
import { PostGraphileAmberPreset } from "postgraphile/presets/amber";
import type { Cells } from "./cells/index.ts";
import type { HostDatabase } from "./database/index.ts";
import type { AnswerTurns } from "./database/large-answers.ts";
import * as requestAdaptor from "./database/request-adaptor.ts";
import type { PushChannel } from "./delivery/push/index.ts";
import { AuditedReadsPlugin } from "./graphql/audit/audited-reads.ts";
import { makeErrorsPreset } from "./graphql/errors/index.ts";
import type { MaskError } from "./graphql/errors/mask-error.ts";
import { type FastPath, makeFastPathPreset } from "./graphql/fast-path/index.ts";
import { ListsPreset } from "./graphql/lists/index.ts";
import { makeMutationsPreset } from "./graphql/mutations/index.ts";
import { requestOf } from "./graphql/requests/door.ts";
import { makeRequestsPreset } from "./graphql/requests/index.ts";
import { requestContext } from "./graphql/requests/request-context.ts";
import { makeServicePreset } from "./graphql/service/index.ts";
import { SubscriptionsPreset } from "./graphql/subscriptions/index.ts";
import { TypesPreset } from "./graphql/types/index.ts";
import type { TakeQuota } from "./limits/quotas.ts";
import type { Live } from "./live/index.ts";
import type { Mail } from "./mail/index.ts";
import type { People } from "./people/index.ts";
import type { Config } from "./settings/config.ts";

/** What the preset needs of the rooms of the service. What is optional is absent if only the schema is built. */
export interface Parts {
  config: Pick<
    Config,
    | "tokenLifetimeSeconds"
    | "sessions"
    | "push"
    | "joiningLacks"
    | "organisation"
    | "publicUrl"
    | "cap"
    | "translate"
    | "limits"
    | "isProduction"
  >;
  database: Pick<HostDatabase, "hostPool"> &
    Partial<Pick<HostDatabase, "publicationPool" | "publication">>;
  maskError: MaskError;
  people: Pick<People, "tokens"> & Partial<Pick<People, "erasures" | "oidc" | "tickets" | "seal">>;
  takeQuota: TakeQuota;
  answerTurns?: AnswerTurns;
  /** The events that subscriptions follow. */
  live?: Live;
  push?: Pick<PushChannel, "status" | "vapidPublicKey" | "ntfyUrl">;
  mail?: Pick<Mail, "status">;
  cells?: Cells;
  /** Absent too if Grafast executes every request. */
  fastPath?: FastPath | undefined;
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
  const { config, database, people, push, mail } = parts;
  const { tokens } = people;
  const pgService = makePgService({
    pool: database.hostPool,
    schemas: ["app_public"],
    // The schema shows what the host's roles may use, whichever login reads it.
    pgSettingsForIntrospection: { role: "app_host" },
  });
  // A variable, because the type lacks what our adaptor takes beside the settings of PostGraphile's own.
  const adaptorSettings = {
    ...pgService.adaptorSettings,
    publicationPool: database.publicationPool,
    answerTurns: parts.answerTurns,
    onSessionEnd: tokens.noteEnd,
  };
  return {
    extends: [
      PostGraphileAmberPreset,
      TypesPreset,
      ListsPreset,
      makeMutationsPreset(config, parts.takeQuota, people, mail),
      SubscriptionsPreset,
      makeServicePreset(push, mail, parts.cells),
      makeErrorsPreset(parts.maskError),
      makeRequestsPreset(
        database.hostPool,
        { ...parts, limits: config.limits, isProduction: config.isProduction },
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
        // The types know the settings of PostGraphile's own adaptor only.
        adaptor: { ...requestAdaptor, makePgService } as never,
        adaptorSettings,
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
      graphiql: !config.isProduction,
      websockets: false,
      outputDataAsString: true,
      // In bytes: enough for a thousand positions, or for an area of ten thousand corners.
      maxRequestLength: 2_000_000,
    },
    grafast: {
      explain: false,
      // No time limit for plans: on a busy machine it would refuse good documents, and Grafast would go on refusing
      // them for a minute. Document limits bound what a plan takes.
      context: (context, args) =>
        requestContext(requestOf(context), args, {
          ...parts,
          tokens,
          publication: database.publication,
        }),
    },
  };
}
