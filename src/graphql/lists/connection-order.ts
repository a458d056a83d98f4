import {
  type PgCodec,
  type PgSelectQueryBuilder,
  type PgSelectStep,
  TYPES,
} from "postgraphile/@dataplan/pg";
import { type FieldArgs, lambda } from "postgraphile/grafast";
import { type SQL, sql } from "postgraphile/pg-sql2";
import { hasAttributes } from "../types/columns-by-field.ts";
import { orderOf } from "./paging.ts";

interface Order {
  attribute: string;
  direction: "ASC" | "DESC";
  /** Replaces a missing value. Rows are first ordered by whether the value is missing. Undefined if none can be. */
  missing?: SQL | undefined;
}

const isMoment = (codec: PgCodec) => codec.name === "epochSeconds";

/** Returns some value of a type. Undefined for types whose columns can be ordered by only if no value is missing. */
function anyValue(codec: PgCodec): SQL | undefined {
  if (isMoment(codec)) return sql`timestamptz 'epoch'`;
  if (codec === TYPES.text) return sql`''`;
  return codec.extensions?.isNumberLike ? sql`0` : undefined;
}

/** The orders of a table's rows, by their names in the API: each column that clients see, ascending and descending. */
function ordersOf(build: GraphileBuild.Build, codec: PgCodec): Map<string, Order> {
  const orders = new Map<string, Order>();
  if (!hasAttributes(codec)) return orders;
  for (const [attribute, { codec: type, notNull }] of Object.entries(codec.attributes)) {
    const isSeen = build.behavior.pgCodecAttributeMatches([codec, attribute], "attribute:select");
    const missing = notNull ? undefined : anyValue(type);
    if (!isSeen || type.arrayOfCodec || !(notNull || missing)) continue;
    const field = build.inflection.attribute({ codec, attributeName: attribute });
    const name = build.inflection.constantCase(field);
    for (const direction of ["ASC", "DESC"] as const)
      orders.set(`${name}_${direction}`, { attribute, direction, missing });
  }
  return orders;
}

/** Orders rows by a column. PgSelect's own cursors would lose rows without a value, and the microseconds of moments. */
function order(query: PgSelectQueryBuilder, { attribute, direction, missing }: Order): void {
  if (missing) {
    const fragment = sql`(${query.alias}.${sql.identifier(attribute)} is null)`;
    query.orderBy({ fragment, codec: TYPES.boolean, direction, nullable: false });
  }
  query.orderBy({
    attribute,
    direction,
    callback: (expression: SQL, codec: PgCodec) => [
      missing ? sql`coalesce(${expression}, ${missing})` : expression,
      isMoment(codec) ? TYPES.timestamptz : codec,
      false,
    ],
  });
}

/** Orders the rows of a connection by its argument `orderBy`, then in the order of lists. */
export function orderByArgument(
  build: GraphileBuild.Build,
  $rows: PgSelectStep,
  codec: PgCodec,
  args: FieldArgs,
): void {
  const orders = ordersOf(build, codec);
  const usual = orderOf(codec);
  $rows.apply(
    lambda(args.getRaw("orderBy"), (names: string | string[] | null | undefined) => {
      const asked = [names ?? []].flat().map((name) => orders.get(name) as Order);
      return (query: PgSelectQueryBuilder) => {
        // Naming a column a second time has no effect.
        const columns = new Set<string>();
        for (const each of [...asked, usual]) {
          if (!columns.has(each.attribute)) order(query, each);
          columns.add(each.attribute);
        }
        query.setOrderIsUnique();
      };
    }),
  );
}

/** Names the orders of connections: each column, ascending and descending. */
export const ConnectionOrderPlugin: GraphileConfig.CheckedPlugin = {
  name: "ConnectionOrderPlugin",
  description: "Lets connections be ordered by columns",
  after: [
    "PgOrderAllAttributesPlugin",
    "PgOrderByPrimaryKeyPlugin",
    "PgOrderCustomFieldsPlugin",
    "PgAggregatesOrderByAggregatesPlugin",
  ],
  schema: {
    hooks: {
      GraphQLEnumType_values(values, build, { scope }) {
        const codec = scope.pgCodec as PgCodec | undefined;
        if (!scope.isPgRowSortEnum || !codec || !hasAttributes(codec)) return values;
        return Object.fromEntries(
          [...ordersOf(build, codec)].map(([name, { attribute, direction }]) => {
            const field = build.inflection.attribute({ codec, attributeName: attribute });
            const way = direction === "ASC" ? "lowest" : "highest";
            return [name, { description: `By ${field}, the ${way} first.` }];
          }),
        );
      },
    },
  },
};
