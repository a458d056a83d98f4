import { type PgSelectSingleStep, TYPES } from "postgraphile/@dataplan/pg";
import { sql } from "postgraphile/pg-sql2";
import { extendSchema, gql } from "postgraphile/utils";
import { numberOfNotification } from "./since.ts";

/** Adds `Notification.cursor`. */
export const NotificationCursorPlugin: GraphileConfig.Plugin = extendSchema({
  typeDefs: gql`
    extend type Notification {
      """The place of its last change among those of your notifications: what notifications(since:) takes."""
      cursor: String!
    }
  `,
  objects: {
    Notification: {
      plans: {
        cursor($notification: PgSelectSingleStep) {
          const row = $notification.getClassStep().alias;
          return $notification.select(
            sql`app_private.write_cursor('notification', ${numberOfNotification(row)}, ${row}.user_id, ${row}.id, ${row}.created_at)`,
            TYPES.text,
          );
        },
      },
    },
  },
});
