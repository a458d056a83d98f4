import { gatherConfig } from "postgraphile/graphile-build";
import { sql } from "postgraphile/pg-sql2";

/**
 * Reads a table's rows from the view in its smart tag `@listedFrom`, which has the same columns. It applies to lists,
 * connections and subscriptions, not to the rows that functions return.
 */
export const ListedFromPlugin: GraphileConfig.CheckedPlugin = {
  name: "ListedFromPlugin",
  description: "Reads rows of a table from a view",
  gather: gatherConfig({
    hooks: {
      pgTables_PgResourceOptions(_info, { pgClass, resourceOptions }) {
        const { listedFrom } = pgClass.getTagsAndDescription().tags;
        if (typeof listedFrom !== "string") return;
        resourceOptions.from = sql.identifier(...listedFrom.split("."));
      },
    },
  }),
};
