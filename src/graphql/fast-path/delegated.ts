import { type Delegate, declareSql } from "../declared-sql.ts";

/**
 * On a cluster of Citus, a report and a list of one's own notifications run as a whole on the worker node of their user. The
 * coordinator then does next to nothing for them.
 */
export const DelegatedPlugin: GraphileConfig.Plugin = {
  name: "DelegatedPlugin",
  description: "Sends the most frequent requests to the worker nodes of a cluster",
  after: ["OwnNotificationsPlugin"],
  schema: {
    hooks: {
      GraphQLObjectType_fields_field(field, build, { scope }) {
        const declared = field.extensions?.declaredSql;
        const { isRootMutation, isRootQuery, fieldName } = scope;
        const { sql } = build;
        if (isRootMutation && fieldName === "newPosition" && declared?.kind === "function") {
          const delegate: Delegate<"positionId" | "input"> = (of) =>
            sql`app_private.report_position(${of.userId}, ${of.sessionId}, ${of.positionId}, ${of.input})`;
          return declareSql(field, { ...declared, delegate });
        }
        if (isRootQuery && fieldName === "notifications" && declared?.kind === "list") {
          const delegate: Delegate<"limit"> = (of) =>
            sql`app_private.own_notifications(${of.userId}, ${of.sessionId}, ${of.limit})`;
          return declareSql(field, { ...declared, delegate });
        }
        return field;
      },
    },
  },
};
