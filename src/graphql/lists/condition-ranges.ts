import { sqlValueWithCodec } from "postgraphile/@dataplan/pg";
import type { GraphQLInputType } from "postgraphile/graphql";
import type { SQL } from "postgraphile/pg-sql2";
import { hasAttributes } from "../types/columns-by-field.ts";

declare global {
  namespace GraphileBuild {
    interface ScopeInputObjectFieldsField {
      /** The field whose range this one limits. */
      isRangeOf?: string;
    }
  }
}

/** The condition of a query, to which `apply` adds its part. */
interface Condition {
  where(condition: {
    type: "attribute";
    attribute: string;
    callback: (expression: SQL) => SQL;
  }): void;
}

/**
 * Adds `…Since` and `…Before` for each moment to the conditions of connections, like the arguments of lists.
 *
 * @example
 *     query {
 *       notificationsConnection(condition: { createdSince: 1700000000, createdBefore: 1700003600 }) { totalCount }
 *     }
 */
export const ConditionRangesPlugin: GraphileConfig.CheckedPlugin = {
  name: "ConditionRangesPlugin",
  description: "Adds ranges of time to the conditions of connections",
  schema: {
    hooks: {
      GraphQLInputObjectType_fields(fields, build, { scope, fieldWithHooks }) {
        const { isPgCondition, pgCodec: codec } = scope;
        if (!isPgCondition || !codec || !hasAttributes(codec)) return fields;
        const { sql } = build;
        for (const [attribute, { codec: type }] of Object.entries(codec.attributes)) {
          const field = build.inflection.attribute({ codec, attributeName: attribute });
          if (type.name !== "epochSeconds" || !(field in fields)) continue;
          const what = field.replace(/At$/, "");
          const inputType = build.getGraphQLTypeByPgCodec(type, "input") as GraphQLInputType;
          const ranges = [
            [`${what}Since`, sql`>=`, `The row's ${field} is this or later.`],
            [`${what}Before`, sql`<`, `The row's ${field} is before this.`],
          ] as const;
          for (const [name, comparison, description] of ranges) {
            fields = build.extend(
              fields,
              {
                [name]: fieldWithHooks(
                  { fieldName: name, isRangeOf: field },
                  {
                    description,
                    type: inputType,
                    apply(condition: Condition, value: unknown) {
                      // As in lists, null adds no condition.
                      if (value === null) return;
                      condition.where({
                        type: "attribute",
                        attribute,
                        callback: (expression) =>
                          sql`${expression} ${comparison} ${sqlValueWithCodec(value, type)}`,
                      });
                    },
                  },
                ),
              },
              `Adding the range ${name} to the condition of ${codec.name}`,
            );
          }
        }
        return fields;
      },
    },
  },
};
