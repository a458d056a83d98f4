import {
  type PgCodec,
  type PgSelectQueryBuilder,
  type PgSelectStep,
  TYPES,
} from "postgraphile/@dataplan/pg";
import { lambda, list } from "postgraphile/grafast";
import { type SQL, sql } from "postgraphile/pg-sql2";
import { AppError } from "../../ops/app-error.ts";
import { type DeclaredSql, declareSql } from "../declared-sql.ts";
import { orderOf } from "./paging.ts";
import { extendPlan, narrow, rootListOf } from "./root-list.ts";

/** How the changes of a table's rows are numbered. */
interface Numbers {
  /** The number of a row's last change. */
  of(row: SQL): SQL;
  /** The condition that a row is new or has changed since a cursor. */
  after(row: SQL, since: SQL): SQL;
}

/** The number of a notification's last change. */
export const numberOfNotification = (row: SQL): SQL => sql`coalesce(${row}.seen_change, ${row}.id)`;

const FOLLOWED: Readonly<Record<string, Numbers>> = {
  notifications: {
    of: numberOfNotification,
    after: (row, since) =>
      sql`${row}.user_id = app_public.current_user_id() and ${numberOfNotification(row)} > (select app_private.notifications_since(${since}))`,
  },
  alerts: {
    of: (row) =>
      sql`(select max(c.number) from app_public.alert_changes c where c.alert_id = ${row}.id)`,
    // A list of ids, so that PostgreSQL plans for few rows, whatever its statistics say.
    after: (row, since) =>
      sql`${row}.id = any ((select app_private.alerts_since(${since}))::int[])`,
  },
};

type Since = string | null | undefined;

/** True if a root list of such rows can be followed by cursors. */
export const isFollowed = (codec: PgCodec): boolean => codec.name in FOLLOWED;

/** Limits a list to the rows that changed after a cursor, the first change first. */
function follow(query: PgSelectQueryBuilder, numbers: Numbers, since: string): void {
  narrow(query, (row) => numbers.after(row, sql`${sql.value(since)}::text`));
  query.orderBy({ fragment: numbers.of(query.alias), codec: TYPES.bigint, direction: "ASC" });
}

/**
 * Gives the lists of notifications and alerts the argument `since`, for clients that poll. The order of such a list
 * depends on it, so `PlainListsPlugin` leaves the order to this plugin.
 */
export const SincePlugin: GraphileConfig.CheckedPlugin = {
  name: "SincePlugin",
  description: "Lists what has changed since a cursor",
  after: ["PlainListsPlugin"],
  schema: {
    hooks: {
      GraphQLObjectType_fields_field(field, _build, { scope }) {
        const { codec } = rootListOf(scope)?.resource ?? {};
        const numbers = FOLLOWED[codec?.name ?? ""];
        if (!codec || !numbers) return field;
        const followed = extendPlan(field, ($list: PgSelectStep, args) => {
          const $asked = list([args.getRaw("since"), args.getRaw("offset")]);
          const inOrder = ([since, offset]: readonly [Since, number | null | undefined]) => {
            if (since != null && offset) {
              throw new AppError(
                "BAD_USER_INPUT",
                "offset does not go with since: send the cursor of the last row that you got.",
              );
            }
            return (query: PgSelectQueryBuilder) =>
              since == null ? query.orderBy(orderOf(codec)) : follow(query, numbers, since);
          };
          $list.apply(lambda($asked, inOrder));
          $list.setOrderIsUnique();
        });
        const declared = field.extensions?.declaredSql as DeclaredSql | undefined;
        return declared ? declareSql(followed, declared) : followed;
      },
      GraphQLObjectType_fields_field_args(args, build, { scope }) {
        const list = rootListOf(scope);
        if (!list || !isFollowed(list.resource.codec)) return args;
        const since = {
          description:
            "Only rows that are new or have changed since the row with this cursor, the first change first. An empty text begins at the start. Go on with the cursor of the last row until there are no more.",
          type: build.graphql.GraphQLString,
        };
        return build.extend(args, { since }, `Adding since to ${list.fieldName}`);
      },
    },
  },
};
