import type { PgResource, PgSelectQueryBuilder, PgSelectStep } from "postgraphile/@dataplan/pg";
import type { FieldArg } from "postgraphile/grafast";
import type { GraphQLInputType } from "postgraphile/graphql";
import type { Condition } from "../declared-sql.ts";
import { narrow } from "./offset.ts";

/** A field that lists rows. */
interface List {
  resource: PgResource;
  fieldName: string;
  /** The smart tags of the table. */
  tags: Readonly<Record<string, unknown>>;
}

/** Returns the list that a hook's scope is about; undefined for connections and other fields. */
export function listOf(scope: object): List | undefined {
  const { isPgFieldSimpleCollection, pgFieldResource, fieldName } = scope as {
    isPgFieldSimpleCollection?: boolean;
    pgFieldResource?: PgResource;
    fieldName: string;
  };
  if (!isPgFieldSimpleCollection || !pgFieldResource) return undefined;
  return {
    resource: pgFieldResource,
    fieldName,
    tags: pgFieldResource.codec.extensions?.tags ?? {},
  };
}

/** Returns the list that a hook's scope is about, if it is a root list. */
export const rootListOf = (scope: object): List | undefined =>
  (scope as { isRootQuery?: boolean }).isRootQuery ? listOf(scope) : undefined;

/** Makes an argument of a root list that narrows it, unless its value is null or has no condition. */
export const narrowingArgument = <Value>(
  description: string,
  type: GraphQLInputType,
  conditionOf: (value: Value) => Condition | undefined,
) => ({
  description,
  type,
  applyPlan(_$parent: unknown, $list: PgSelectStep, arg: FieldArg) {
    arg.apply($list, (query: PgSelectQueryBuilder, value: Value | null | undefined) => {
      const condition = value == null ? undefined : conditionOf(value);
      if (condition) narrow(query, condition);
      return undefined;
    });
  },
});
