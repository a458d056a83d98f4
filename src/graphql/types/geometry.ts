import { gatherConfig } from "postgraphile/graphile-build";

/**
 * Makes PostGIS's geometry known, though no field has it: rows that are handed to database
 * functions whole carry it along. What is shown of it comes from functions, as text.
 */
export const GeometryPlugin: GraphileConfig.Plugin = {
  name: "GeometryPlugin",
  description: "Passes geometry through between database functions",
  gather: gatherConfig({
    initialState(_cache, { lib }) {
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
          event.pgCodec = info.state.codec as never;
        }
      },
    },
  }),
  schema: {
    hooks: {
      init(_, build) {
        const codec = build.pgCodecs.geometry;
        // Asked for though no field is made of it.
        if (codec) build.setGraphQLTypeForPgCodec(codec, ["input", "output"], "String");
        return _;
      },
    },
  },
};
