import type { GraphQLInputType } from "postgraphile/graphql";
import { type SQL, sql } from "postgraphile/pg-sql2";
import { narrowingArgument, rootListOf } from "./root-list.ts";

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
        const list = rootListOf(scope);
        if (list?.resource.codec.name !== "alerts") return args;
        const state = narrowingArgument(
          "Only alerts in this state. Leave it out to follow alerts by since, so that you see them end.",
          build.getTypeByName("AlertState") as GraphQLInputType,
          (value: string) => STATES[value],
        );
        return build.extend(args, { state }, `Adding state to ${list.fieldName}`);
      },
    },
  },
};
