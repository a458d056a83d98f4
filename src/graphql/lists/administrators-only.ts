import type { PgSelectStep } from "postgraphile/@dataplan/pg";
import type { ConnectionStep } from "postgraphile/grafast";
import { declareCondition } from "../declared-sql.ts";
import { extendPlan } from "./root-list.ts";

/**
 * Makes connections, and lists of tables with the smart tag `@listForAdmins`, fail for everyone but
 * administrators. It adds `app_public.require_viewer()` to the query's conditions, because row-level
 * security would return an empty list instead of an error.
 */
export const AdministratorsOnlyPlugin: GraphileConfig.CheckedPlugin = {
  name: "AdministratorsOnlyPlugin",
  description: "Makes connections and tagged lists fail for users who are not administrators",
  after: ["PlainListsPlugin"],
  schema: {
    hooks: {
      GraphQLObjectType_fields_field(field, build, context) {
        const { isRootQuery, isPgFieldConnection, isPgFieldSimpleCollection, pgFieldResource } =
          context.scope;
        const isAdminList =
          isPgFieldSimpleCollection && pgFieldResource?.codec.extensions?.tags?.listForAdmins;
        if (!isRootQuery || !(isPgFieldConnection || isAdminList)) return field;
        const isAdmin = build.sql`app_public.require_viewer()`;
        const restricted = extendPlan(field, ($rows: ConnectionStep<unknown> | PgSelectStep) => {
          const $select = isPgFieldConnection
            ? ($rows as ConnectionStep<unknown>).getSubplan()
            : $rows;
          ($select as PgSelectStep).where(isAdmin);
        });
        return declareCondition(restricted, () => isAdmin);
      },
    },
  },
};
