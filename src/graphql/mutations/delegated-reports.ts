import { declareSql } from "../declared-sql.ts";

/** On a cluster of Citus, a report runs as a whole on the worker node of its user. The coordinator then does next to nothing for it. */
export const DelegatedReportsPlugin: GraphileConfig.Plugin = {
  name: "DelegatedReportsPlugin",
  description: "Sends reports of positions to the worker nodes of a cluster",
  schema: {
    hooks: {
      GraphQLObjectType_fields_field(field, build, { scope }) {
        const { isRootMutation, fieldName } = scope;
        const declared = field.extensions?.declaredSql;
        if (!isRootMutation || fieldName !== "newPosition" || declared?.kind !== "function")
          return field;
        const { sql } = build;
        return declareSql(field, {
          ...declared,
          delegate: ({ userId, sessionId, positionId, input }) =>
            sql`app_private.report_position(${userId}, ${sessionId}, ${positionId}, ${input})`,
        });
      },
    },
  },
};
