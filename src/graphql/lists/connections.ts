import type { PgSelectStep } from "postgraphile/@dataplan/pg";
import { type ConnectionStep, lambda, list } from "postgraphile/grafast";
import { capped, MOST_ROWS, notNegative, orderById } from "./paging.ts";

type Count = number | null | undefined;

/**
 * Limits the page size of connections: without `first` and `last`, PostGraphile would return every row.
 * Removes `orderBy`: connections have the order of the lists, because others would sort whole tables.
 */
export const ConnectionsPlugin: GraphileConfig.Plugin = {
  name: "ConnectionsPlugin",
  description: "Limits the page size of connections, and fixes their order",
  after: ["PgFirstLastBeforeAfterArgsPlugin", "PgConnectionArgOrderByPlugin"],
  schema: {
    hooks: {
      GraphQLObjectType_fields_field(field, _build, context) {
        const plan = field.plan;
        const { isPgFieldConnection, pgFieldResource } = context.scope;
        if (!isPgFieldConnection || !pgFieldResource || !plan) return field;
        return {
          ...field,
          plan($parent, args, info) {
            const $connection = plan($parent, args, info) as ConnectionStep<unknown>;
            orderById($connection.getSubplan() as PgSelectStep, pgFieldResource.codec);
            const $first = args.getRaw("first");
            const $last = args.getRaw("last");
            $connection.setFirst(
              lambda(list([$first, $last]), ([first, last]: readonly Count[]) =>
                first == null && last != null ? null : capped("first", first ?? MOST_ROWS),
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
            return $connection;
          },
        };
      },
      GraphQLObjectType_fields_field_args(args, build, context) {
        if (!context.scope.isPgFieldConnection) return args;
        const { orderBy: _orderBy, ...others } = args;
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
