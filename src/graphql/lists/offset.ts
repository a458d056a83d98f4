import type {
  PgCodec,
  PgResource,
  PgSelectQueryBuilder,
  PgSelectStep,
} from "postgraphile/@dataplan/pg";
import { lambda } from "postgraphile/grafast";
import { type SQL, sql } from "postgraphile/pg-sql2";
import type { Condition, DeclaredList } from "../declared-sql.ts";
import { notNegative, orderOf } from "./paging.ts";
import { listOf, narrowedOf } from "./root-list.ts";

/** The conditions and the order of a table's rows in lists. */
function inOrder(codec: PgCodec, row: SQL, conditions: readonly SQL[]): SQL {
  const { attribute, direction } = orderOf(codec);
  const order = direction === "ASC" ? sql`asc` : sql`desc`;
  return sql`where ${sql.join([sql`true`, ...conditions], " and ")} order by ${row}.${sql.identifier(attribute)} ${order}`;
}

/**
 * The condition that a row comes after those that an offset skips. Its subquery finds the first such row in an index
 * alone. OFFSET in the statement itself would fetch each skipped row, and compute its fields.
 */
function offsetCondition(
  { from, codec }: PgResource,
  row: SQL,
  conditions: readonly Condition[],
  offset: number,
): SQL {
  if (typeof from === "function") throw new Error(`${codec.name}: a function's rows have no index`);
  const { attribute, direction } = orderOf(codec);
  const column = sql.identifier(attribute);
  const operator = direction === "ASC" ? sql`>=` : sql`<=`;
  const skipped = sql.identifier("skipped");
  const rows = inOrder(
    codec,
    skipped,
    conditions.map((condition) => condition(skipped)),
  );
  return sql`${row}.${column} ${operator} (select ${skipped}.${column} from ${from} ${skipped} ${rows} limit 1 offset ${sql.literal(offset)})`;
}

/** The conditions and the order of a declared list's rows, from an offset on. */
export function rowsFrom({ resource, conditions }: DeclaredList, row: SQL, offset: number): SQL {
  const all = conditions.map((condition) => condition(row));
  if (offset > 0) all.push(offsetCondition(resource, row, conditions, offset));
  return inOrder(resource.codec, row, all);
}

/**
 * Gives lists the argument `offset`. In a root list of a table it becomes a condition, and the other arguments must add
 * their conditions with `narrow`. It is the last argument, because it repeats the conditions of the others.
 */
export const OffsetPlugin: GraphileConfig.CheckedPlugin = {
  name: "OffsetPlugin",
  description: "Gives lists an offset that skips rows in an index",
  after: [
    "PlainListsPlugin",
    "ListFiltersPlugin",
    "ListSearchPlugin",
    "StateFilterPlugin",
    "ViewsFilterPlugin",
  ],
  schema: {
    hooks: {
      GraphQLObjectType_fields_field_args(args, build, context) {
        const list = listOf(context.scope);
        if (!list) return args;
        const { resource, fieldName } = list;
        const offsetOf = (offset: number | null | undefined) => notNegative("offset", offset ?? 0);
        const skipsInIndex = context.scope.isRootQuery && typeof resource.from !== "function";
        return build.extend(
          args,
          {
            offset: {
              description: "The number of rows to skip.",
              type: build.getInputTypeByName("Int64"),
              applyPlan(_$parent, $list: PgSelectStep, arg) {
                const $offset = lambda(arg.getRaw(), offsetOf);
                if (!skipsInIndex) {
                  $list.setOffset($offset);
                  return;
                }
                const skip = (offset: number) => (query: PgSelectQueryBuilder) => {
                  if (offset === 0) return;
                  const conditions = [...narrowedOf($list), ...narrowedOf(query)];
                  query.where(offsetCondition(resource, query.alias, conditions, offset));
                };
                $list.apply(lambda($offset, skip));
              },
            },
          },
          `Adding offset to ${fieldName}`,
        );
      },
    },
  },
};
