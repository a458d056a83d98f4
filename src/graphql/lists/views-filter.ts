import { sql } from "postgraphile/pg-sql2";
import { narrowingArgument, rootListOf } from "./root-list.ts";

/** Gives the list of audit entries the argument `views`. */
export const ViewsFilterPlugin: GraphileConfig.CheckedPlugin = {
  name: "ViewsFilterPlugin",
  description: "Filters the audit log by whether entries are views",
  schema: {
    hooks: {
      GraphQLObjectType_fields_field_args(args, build, { scope }) {
        const list = rootListOf(scope);
        if (list?.resource.codec.name !== "auditEntries") return args;
        const views = narrowingArgument(
          "False leaves out who looked at people (PEOPLE_READ and PEOPLE_FOLLOWED), true all else.",
          build.graphql.GraphQLBoolean,
          (is: boolean) => (row) =>
            sql`(${row}.action in ('PEOPLE_READ', 'PEOPLE_FOLLOWED')) = ${sql.value(is)}`,
        );
        return build.extend(args, { views }, `Adding views to ${list.fieldName}`);
      },
    },
  },
};
