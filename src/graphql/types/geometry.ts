import type { PgCodec } from "postgraphile/@dataplan/pg";
import { gatherConfig } from "postgraphile/graphile-build";

/**
 * Adds a codec for PostGIS's geometry. No field shows it: the API's areas come from functions, as text. But
 * computed fields pass whole rows to database functions, and the rows contain geometry.
 */
export const GeometryPlugin: GraphileConfig.Plugin = {
  name: "GeometryPlugin",
  description: "Passes geometry through between database functions",
  gather: gatherConfig({
    initialState(_cache, { lib }): { codec: PgCodec } {
      const { sql } = lib;
      return {
        codec: {
          name: "geometry",
          sqlType: sql`public.geometry`,
          toPg: String,
          fromPg: String,
          attributes: undefined,
          executor: null,
        },
      };
    },
    hooks: {
      pgCodecs_findPgCodec(info, event) {
        if (!event.pgCodec && event.pgType.typname === "geometry") {
          event.pgCodec = info.state.codec;
        }
      },
    },
  }),
  schema: {
    hooks: {
      init(_, build) {
        const codec = build.pgCodecs.geometry;
        // PostGraphile requires a type for each codec, even if no field uses it.
        if (codec) build.setGraphQLTypeForPgCodec(codec, ["input", "output"], "String");
        return _;
      },
    },
  },
};
