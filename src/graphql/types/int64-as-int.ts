import type { PgCodec } from "postgraphile/@dataplan/pg";
import { gatherConfig } from "postgraphile/graphile-build";

/**
 * Shows a bigint column with the smart tag `@asInt` as Int. Existing clients know the ids of notifications as Int, and
 * the database counts on when they no longer fit. GraphQL then answers with an error for the field.
 */
export const Int64AsIntPlugin: GraphileConfig.Plugin = {
  name: "Int64AsIntPlugin",
  description: "Shows bigint columns tagged @asInt as Int",
  gather: gatherConfig({
    initialState(_cache, { lib }): { codec: PgCodec } {
      const { bigint } = lib.dataplanPg.TYPES;
      return { codec: { ...bigint, name: "int8AsInt", fromPg: Number } as PgCodec };
    },
    hooks: {
      pgCodecs_attribute(info, { pgAttribute, attribute }) {
        if (pgAttribute.getTagsAndDescription().tags.asInt) attribute.codec = info.state.codec;
      },
    },
  }),
  schema: {
    hooks: {
      init(_, build) {
        const codec = build.pgCodecs.int8AsInt;
        if (codec) build.setGraphQLTypeForPgCodec(codec, ["input", "output"], "Int");
        return _;
      },
    },
  },
};
