import type { PgResource, PgSelectQueryBuilder, PgSelectStep } from "postgraphile/@dataplan/pg";
import type { GraphQLInputType } from "postgraphile/graphql";
import { type SQL, sql } from "postgraphile/pg-sql2";
import { narrow } from "./offset.ts";

/** The condition of each state, as `app_public.alerts_state()` decides it. */
const STATES: Readonly<Record<string, (row: SQL) => SQL>> = {
  // Does not call the function, so that an index of active alerts can be used.
  ACTIVE: (row) => sql`${row}.active and ${row}.expires_at > now()`,
  CANCELLED: (row) => sql`${row}.cancelled_at is not null`,
  EXPIRED: (row) => sql`app_public.alerts_state(${row}) = 'EXPIRED'`,
};

/** Gives the list of alerts the argument `state`. */
export const StateFilterPlugin: GraphileConfig.CheckedPlugin = {
  name: "StateFilterPlugin",
  description: "Filters alerts by their state",
  schema: {
    hooks: {
      GraphQLObjectType_fields_field_args(args, build, { scope }) {
        const { isRootQuery, isPgFieldSimpleCollection, fieldName } = scope;
        const codec = (scope.pgFieldResource as PgResource | undefined)?.codec;
        if (!isRootQuery || !isPgFieldSimpleCollection || codec?.name !== "alerts") return args;
        const state = {
          description:
            "Only alerts in this state. Leave it out to follow alerts by since, so that you see them end.",
          type: build.getTypeByName("AlertState") as GraphQLInputType,
          applyPlan(_$parent: unknown, $list: PgSelectStep, arg: { apply: CallableFunction }) {
            arg.apply($list, (query: PgSelectQueryBuilder, value: string | null | undefined) => {
              const condition = STATES[value ?? ""];
              if (condition) narrow(query, condition);
            });
          },
        };
        return build.extend(args, { state }, `Adding state to ${fieldName}`);
      },
    },
  },
};
