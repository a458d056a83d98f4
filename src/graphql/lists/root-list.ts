import type { PgResource, PgSelectQueryBuilder, PgSelectStep } from "postgraphile/@dataplan/pg";
import type { FieldArg, FieldArgs, GrafastFieldConfig, Step } from "postgraphile/grafast";
import type { GraphQLInputType } from "postgraphile/graphql";
import type { Condition } from "../declared-sql.ts";

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

/** Lets the plan of a field go on with `then`, which gets the step that it returns. */
export function extendPlan<$Planned extends Step>(
  field: GrafastFieldConfig<Step>,
  then: ($planned: $Planned, args: FieldArgs) => void,
): GrafastFieldConfig<Step> {
  const { plan } = field;
  if (!plan) return field;
  return {
    ...field,
    plan($parent, args, info) {
      const $planned = plan($parent, args, info) as $Planned;
      then($planned, args);
      return $planned;
    },
  };
}

/**
 * The conditions that arguments have added to a list. They apply to the rows that its offset skips too. Grafast applies
 * the values of variables to the query, and literals to the list's step when it plans.
 */
const narrowed = new WeakMap<PgSelectQueryBuilder | PgSelectStep, Condition[]>();
export const narrowedOf = (list: PgSelectQueryBuilder | PgSelectStep) => narrowed.get(list) ?? [];

/** Adds a condition to a list, and to the rows that its offset skips. */
export function narrow(query: PgSelectQueryBuilder, condition: Condition): void {
  query.where(condition(query.alias));
  narrowed.set(query, [...narrowedOf(query), condition]);
}

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
