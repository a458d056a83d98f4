import "postgraphile";
import type { Pool } from "pg";
import { makePgService } from "postgraphile/adaptors/pg";
import { PostGraphileAmberPreset } from "postgraphile/presets/amber";
import type { Tokens } from "./auth/tokens.ts";
import * as requestAdaptor from "./database/request-adaptor.ts";
import type { ConstraintMessages } from "./graphql/errors/database-errors.ts";
import { makeErrorsPreset } from "./graphql/errors/index.ts";
import { type FastPath, makeFastPathPreset } from "./graphql/fast-path/index.ts";
import { ListsPreset } from "./graphql/lists/index.ts";
import { MutationsPreset } from "./graphql/mutations/index.ts";
import { RequestsPreset } from "./graphql/requests/index.ts";
import { requestContext } from "./graphql/requests/request-context.ts";
import { makeServicePreset } from "./graphql/service/index.ts";
import { SubscriptionsPreset } from "./graphql/subscriptions/index.ts";
import { TypesPreset } from "./graphql/types/index.ts";
import type { Live } from "./live/index.ts";

/** What the preset needs of the running service. */
export interface Parts {
  pool: Pool;
  tokens: Tokens;
  /** What subscriptions follow; absent where only the schema is asked for. */
  live?: Live;
  /** Absent if Grafast is to execute everything. */
  fastPath?: FastPath | undefined;
  constraintMessages: ConstraintMessages;
  isProduction: boolean;
  /** What browsers subscribe to Web Push with; undefined where that is off. */
  vapidPublicKey?: string | undefined;
  log(line: string): void;
}

/** The product's GraphQL: generated from `app_public`, then shaped into the documented API. */
export function makePreset(parts: Parts): GraphileConfig.Preset {
  return {
    extends: [
      PostGraphileAmberPreset,
      TypesPreset,
      ListsPreset,
      MutationsPreset,
      SubscriptionsPreset,
      makeServicePreset(parts.vapidPublicKey),
      makeErrorsPreset(parts.constraintMessages, parts.log),
      RequestsPreset,
      ...(parts.fastPath ? [makeFastPathPreset(parts.fastPath)] : []),
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
      // Queries only; grafserv refuses others by status 405.
      graphqlOverGET: true,
      graphiql: !parts.isProduction,
      websockets: false,
      outputDataAsString: true,
      // A thousand positions, or an area of ten thousand corners, and then some.
      maxRequestLength: 2_000_000,
    },
    grafast: {
      explain: false,
      // Milliseconds: refuses a document of thousands of fields, and no other on a busy machine.
      timeouts: { planning: 3000 },
      context: (request) => requestContext(request, parts.tokens, parts.live) as never,
    },
  };
}
