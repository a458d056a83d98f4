import type { PgCodec } from "postgraphile/@dataplan/pg";
import { gatherConfig } from "postgraphile/graphile-build";

/** A PostgreSQL type, its codec, and the GraphQL type that shows it. */
interface ShownType {
  pgType: string;
  codec: PgCodec;
  graphqlType(build: GraphileBuild.Build): string;
}

/** Returns the parts of a plugin that give a PostgreSQL type a codec of ours, in place of PostGraphile's own. */
export function codecOfType({ pgType, codec, graphqlType }: ShownType) {
  return {
    // Runs first, or PostGraphile would choose its codec.
    before: ["PgCodecsPlugin"],
    gather: gatherConfig({
      hooks: {
        pgCodecs_findPgCodec(_info, event) {
          if (!event.pgCodec && event.pgType.typname === pgType) event.pgCodec = codec;
        },
      },
    }),
    schema: {
      hooks: {
        init(_, build) {
          // PostGraphile requires a type for each codec, even if no field uses it.
          const used = build.pgCodecs[codec.name];
          if (used) build.setGraphQLTypeForPgCodec(used, ["input", "output"], graphqlType(build));
          return _;
        },
      },
    },
  } satisfies Partial<GraphileConfig.CheckedPlugin>;
}
