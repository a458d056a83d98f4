import { PgSelectSingleStep, PgSelectStep } from "postgraphile/@dataplan/pg";
import type { Step } from "postgraphile/grafast";

/**
 * On a cluster of Citus, reads rows of another table with a separate statement: some tables are on the coordinator, and
 * others on worker nodes, so that a join would copy one of them.
 */
export const NoJoinsPlugin: GraphileConfig.Plugin = {
  name: "NoJoinsPlugin",
  description: "Reads related rows by statements of their own on a cluster",
  schema: {
    hooks: {
      GraphQLObjectType_fields_field(field, _build, context) {
        const { isRootQuery, isRootMutation, isRootSubscription, pgFieldAttribute } = context.scope;
        const { plan } = field;
        if (!plan || isRootQuery || isRootMutation || isRootSubscription) return field;
        // A column joins nothing. With its own plan it stays on the fast path.
        if (pgFieldAttribute) return field;
        return {
          ...field,
          plan($parent, args, info) {
            const $result = plan($parent, args, info) as Step;
            const $select =
              $result instanceof PgSelectSingleStep ? $result.getClassStep() : $result;
            if ($select instanceof PgSelectStep && !$select.resource.parameters) {
              $select.setInliningForbidden();
            }
            return $result;
          },
        };
      },
    },
  },
};
