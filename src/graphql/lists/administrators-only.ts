import type { PgSelectStep } from "postgraphile/@dataplan/pg";
import type { ConnectionStep } from "postgraphile/grafast";
import { declareCondition } from "../declared-sql.ts";

/**
 * Refuses connections, and the lists of tables with the smart tag `@listForAdmins`, to everyone but
 * administrators: the database's `app_public.require_admin()` becomes a condition of the query.
 * Row-level security would only leave rows out.
 */
export const AdministratorsOnlyPlugin: GraphileConfig.Plugin = {
  name: "AdministratorsOnlyPlugin",
  description: "Makes connections and tagged lists refuse who is no administrator",
  after: ["PlainListsPlugin"],
  schema: {
    hooks: {
      GraphQLObjectType_fields_field(field, build, context) {
        const { isRootQuery, isPgFieldConnection, isPgFieldSimpleCollection, pgFieldResource } =
          context.scope;
        const plan = field.plan;
        const isAdminList =
          isPgFieldSimpleCollection && pgFieldResource?.codec.extensions?.tags?.listForAdmins;
        if (!isRootQuery || !plan || !(isPgFieldConnection || isAdminList)) return field;
        const isAdmin = build.sql`app_public.require_admin()`;
        const restricted: typeof field = {
          ...field,
          plan($parent, args, info) {
            const $result = plan($parent, args, info);
            const $select = isPgFieldConnection
              ? ($result as ConnectionStep<never, never, never, never>).getSubplan()
              : $result;
            ($select as unknown as PgSelectStep).where(isAdmin);
            return $result;
          },
        };
        return declareCondition(restricted, () => isAdmin);
      },
    },
  },
};
