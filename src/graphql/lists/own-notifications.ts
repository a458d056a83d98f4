import type { PgSelectQueryBuilder, PgSelectStep } from "postgraphile/@dataplan/pg";
import { lambda, list } from "postgraphile/grafast";
import { type Condition, declareCondition } from "../declared-sql.ts";
import { narrow } from "./offset.ts";
import { rootListOf } from "./root-list.ts";

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
        const plan = field.plan;
        if (rootListOf(context.scope)?.fieldName !== "notifications" || !plan) return field;
        const { sql } = build;
        const isOwn: Condition = (alias) => sql`${alias}.user_id = app_public.current_user_id()`;
        const narrowed: typeof field = {
          ...field,
          description:
            "Your notifications, newest first. For an administrator, id and alertId widen this to those of everyone.",
          plan($parent, args, info) {
            const $list = plan($parent, args, info) as PgSelectStep;
            const $own = lambda(
              list([args.getRaw("id"), args.getRaw("alertId")]),
              ([id, alertId]) =>
                (query: PgSelectQueryBuilder) => {
                  if (id == null && alertId == null) narrow(query, isOwn);
                },
            );
            $list.apply($own);
            return $list;
          },
        };
        return declareCondition(narrowed, isOwn);
      },
    },
  },
};
