import type { PgSelectQueryBuilder, PgSelectStep } from "postgraphile/@dataplan/pg";
import { lambda, list } from "postgraphile/grafast";
import { type Condition, declareCondition } from "../declared-sql.ts";
import { extendPlan, narrow, rootListOf } from "./root-list.ts";

/**
 * Limits the root list `notifications` to the caller's own. With `id` or `alertId` the limit is off, and
 * row-level security decides: only administrators see notifications of others.
 */
export const OwnNotificationsPlugin: GraphileConfig.CheckedPlugin = {
  name: "OwnNotificationsPlugin",
  description: "Limits the list notifications to the caller's own by default",
  after: ["PlainListsPlugin", "GeneratedDescriptionsPlugin"],
  schema: {
    hooks: {
      GraphQLObjectType_fields_field(field, build, context) {
        if (rootListOf(context.scope)?.fieldName !== "notifications") return field;
        const { sql } = build;
        const isOwn: Condition = (alias) => sql`${alias}.user_id = app_public.current_user_id()`;
        const description =
          "Your notifications, newest first. For an administrator, id and alertId widen this to those of everyone.";
        const narrowed = extendPlan({ ...field, description }, ($list: PgSelectStep, args) => {
          const $own = lambda(
            list([args.getRaw("id"), args.getRaw("alertId")]),
            ([id, alertId]) =>
              (query: PgSelectQueryBuilder) => {
                if (id == null && alertId == null) narrow(query, isOwn);
              },
          );
          $list.apply($own);
        });
        return declareCondition(narrowed, isOwn);
      },
    },
  },
};
