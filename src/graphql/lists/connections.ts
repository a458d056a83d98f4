import type { PgSelectStep } from "postgraphile/@dataplan/pg";
import { type ConnectionStep, lambda, list } from "postgraphile/grafast";
import { orderByArgument } from "./connection-order.ts";
import { capped, MAX_ROWS, notNegative } from "./paging.ts";
import { extendPlan } from "./root-list.ts";

type Count = number | null | undefined;

/**
 * Limits the page size of connections: without `first` and `last`, PostGraphile would return every row. Their rows are
 * in the order of `orderBy`, or else of lists.
 */
export const ConnectionsPlugin: GraphileConfig.CheckedPlugin = {
  name: "ConnectionsPlugin",
  description: "Limits the page size of connections, and orders them",
  after: ["PgFirstLastBeforeAfterArgsPlugin", "PgConnectionArgOrderByPlugin"],
  schema: {
    hooks: {
      GraphQLObjectType_fields_field(field, build, context) {
        const { isPgFieldConnection, pgFieldResource } = context.scope;
        if (!isPgFieldConnection || !pgFieldResource) return field;
        return extendPlan(field, ($connection: ConnectionStep<unknown>, args) => {
          orderByArgument(
            build,
            $connection.getSubplan() as PgSelectStep,
            pgFieldResource.codec,
            args,
          );
          const $first = args.getRaw("first");
          const $last = args.getRaw("last");
          $connection.setFirst(
            lambda(list([$first, $last]), ([first, last]: readonly Count[]) =>
              first == null && last != null ? null : capped("first", first ?? MAX_ROWS),
            ),
          );
          $connection.setOffset(
            lambda(args.getRaw("offset"), (offset: Count) =>
              offset == null ? null : notNegative("offset", offset),
            ),
          );
          $connection.setLast(
            lambda($last, (last: Count) => (last == null ? null : capped("last", last))),
          );
        });
      },
      GraphQLObjectType_fields_field_args(args, build, context) {
        if (!context.scope.isPgFieldConnection) return args;
        const { orderBy, ...others } = args;
        if (orderBy) {
          const { applyPlan: _applyPlan, ...plain } = orderBy;
          others.orderBy = plain;
        }
        for (const name of ["first", "last", "offset"] as const) {
          const { applyPlan: _applyPlan, ...plain } = others[name] ?? {
            type: build.graphql.GraphQLInt,
          };
          others[name] = plain;
        }
        return others;
      },
    },
  },
};
