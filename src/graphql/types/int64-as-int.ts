import { gatherConfig } from "postgraphile/graphile-build";

/**
 * Shows a bigint column with the smart tag `@asInt` as Int, because existing clients expect that. A value of more than
 * 32 bits becomes an error in the answer.
 */
export const Int64AsIntPlugin: GraphileConfig.CheckedPlugin = {
  name: "Int64AsIntPlugin",
  description: "Shows bigint columns tagged @asInt as Int",
  gather: gatherConfig({
    hooks: {
      pgCodecs_attribute({ lib }, { pgAttribute, attribute }) {
        if (pgAttribute.getTagsAndDescription().tags.asInt) {
          attribute.codec = lib.dataplanPg.TYPES.int;
        }
      },
    },
  }),
};
