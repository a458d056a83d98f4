import type { PgSelectQueryBuilder, PgSelectStep } from "postgraphile/@dataplan/pg";
import { lambda, list } from "postgraphile/grafast";

/**
 * Narrows the root list of notifications to the reader's own unless `id` or `alertId` asks for
 * others', which row-level security grants to administrators only.
 */
export const OwnNotificationsPlugin: GraphileConfig.Plugin = {
  name: "OwnNotificationsPlugin",
  description: "Lists one's own notifications by default, an administrator's too",
  after: ["PlainListsPlugin", "GeneratedDescriptionsPlugin"],
  schema: {
    hooks: {
      GraphQLObjectType_fields_field(field, build, context) {
        const { isRootQuery, isPgFieldSimpleCollection, fieldName } = context.scope;
        const plan = field.plan;
        if (!isRootQuery || !isPgFieldSimpleCollection || fieldName !== "notifications" || !plan) {
          return field;
        }
        const { sql } = build;
        return {
          ...field,
          description:
            "Your notifications, newest first. For an administrator, id and alertId widen this to those of everyone.",
          plan($parent, args, info) {
            const $list = plan($parent, args, info) as PgSelectStep;
            const $own = lambda(
              list([args.getRaw("id"), args.getRaw("alertId")]),
              ([id, alertId]) =>
                (query: PgSelectQueryBuilder) => {
                  if (id == null && alertId == null) {
                    query.where(sql`${query.alias}.user_id = app_public.current_user_id()`);
                  }
                },
            );
            $list.apply($own as never);
            return $list;
          },
        };
      },
    },
  },
};
