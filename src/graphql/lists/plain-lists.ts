import type { PgSelectStep } from "postgraphile/@dataplan/pg";
import { lambda } from "postgraphile/grafast";
import { declareSql } from "../declared-sql.ts";
import { capped, MAX_ROWS, orderById } from "./paging.ts";
import { extendPlan, listOf } from "./root-list.ts";
import { isFollowed } from "./since.ts";

/** How many rows a root list returns if the request has no `limit`. */
const DEFAULT_ROWS = 20;

type Count = number | null | undefined;

const rootLimit = (limit: Count) => capped("limit", limit ?? DEFAULT_ROWS);
const relationLimit = (limit: Count) => capped("limit", limit ?? MAX_ROWS);

/**
 * Replaces Relay's arguments of lists by `limit`, which has a default and a maximum. The order is that of `orderById`.
 */
export const PlainListsPlugin: GraphileConfig.CheckedPlugin = {
  name: "PlainListsPlugin",
  description: "Gives lists limit, a maximum and an order",
  after: ["PgFirstLastBeforeAfterArgsPlugin", "PgConnectionArgOrderByPlugin"],
  schema: {
    hooks: {
      GraphQLObjectType_fields_field(field, _build, context) {
        const { isRootQuery } = context.scope;
        const { resource } = listOf(context.scope) ?? {};
        if (!resource) return field;
        const ordered = extendPlan(field, ($list: PgSelectStep) => {
          if (!isRootQuery || !isFollowed(resource.codec)) orderById($list, resource.codec);
        });
        return isRootQuery
          ? declareSql(ordered, { kind: "list", resource, conditions: [] })
          : ordered;
      },
      GraphQLObjectType_fields_field_args(args, build, context) {
        const { isRootQuery } = context.scope;
        const list = listOf(context.scope);
        if (!list) return args;
        const { first: _first, offset: _offset, orderBy: _orderBy, ...others } = args;
        const Int64 = build.getInputTypeByName("Int64");
        const limit = isRootQuery ? rootLimit : relationLimit;
        return build.extend(
          others,
          {
            limit: {
              description: `The most rows to return. More than ${MAX_ROWS} is cut to ${MAX_ROWS}.`,
              type: Int64,
              // Without a default, Grafast does not plan a missing argument, and every row comes back.
              defaultValue: isRootQuery ? DEFAULT_ROWS : MAX_ROWS,
              applyPlan(_$parent, $list: PgSelectStep, arg) {
                $list.setFirst(lambda(arg.getRaw(), limit));
              },
            },
          },
          `Adding limit to ${list.fieldName}`,
        );
      },
    },
  },
};
