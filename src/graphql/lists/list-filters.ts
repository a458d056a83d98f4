import { sqlValueWithCodec } from "postgraphile/@dataplan/pg";
import type { GraphQLInputType } from "postgraphile/graphql";
import { type SQL, sql } from "postgraphile/pg-sql2";
import { hasAttributes } from "../types/columns-by-field.ts";
import { narrowingArgument, rootListOf } from "./root-list.ts";

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

/** The two limits of a range of a moment's field: the name, how a row's moment compares, and the words for it. */
function rangeOf(field: string) {
  const what = field.replace(/At$/, "");
  return [
    [`${what}Since`, sql`>=`, `${field} is this or later.`],
    [`${what}Before`, sql`<`, `${field} is before this.`],
  ] as const;
}

/**
 * Adds a filter argument to a root list for each column in the table's smart tag `@filterBy`. It compares for equality.
 * A column with `[]` after its name takes a list, and one of its values must match. A moment with `..` after its name
 * gets two arguments: since when, and before when. The conditions of connections get both for each moment.
 *
 * @example
 *     comment on table positions is '@filterBy moving_activity[] created_at..';
 *     -- query {
 *     --   positions(movingActivity: [STILL, WALKING], createdSince: 1700000000, createdBefore: 1700003600) { id }
 *     --   positionsConnection(condition: { createdSince: 1700000000, createdBefore: 1700003600 }) { totalCount }
 *     -- }
 */
export const ListFiltersPlugin: GraphileConfig.CheckedPlugin = {
  name: "ListFiltersPlugin",
  description: "Adds arguments that filter by columns to lists, and ranges of time to conditions",
  schema: {
    hooks: {
      GraphQLObjectType_fields_field_args(args, build, context) {
        const list = rootListOf(context.scope);
        const codec = list?.resource.codec;
        if (!list?.tags.filterBy || !codec || !hasAttributes(codec)) return args;
        for (const word of String(list.tags.filterBy).split(/\s+/)) {
          const column = word.replace(/(\[\]|\.\.)$/, "");
          const isList = word.endsWith("[]");
          const attribute = codec.attributes[column];
          if (!attribute) throw new Error(`@filterBy of ${codec.name}: no column ${column}`);
          const field = build.inflection.attribute({ codec, attributeName: column });
          const type = build.getGraphQLTypeByPgCodec(attribute.codec, "input") as GraphQLInputType;
          const valueCodec = isList
            ? // The type of listOfCodec refuses codecs that may be lists. A column to filter by is not a list.
              build.dataplanPg.listOfCodec(attribute.codec as never)
            : attribute.codec;
          /** Makes an argument that compares the column with its value. */
          const comparing = (words: string, compare: (value: SQL) => SQL) =>
            narrowingArgument(
              `Only rows ${words}`,
              isList ? new build.graphql.GraphQLList(type) : type,
              (value) => {
                const compared = compare(sqlValueWithCodec(value, valueCodec));
                return (row) => sql`${row}.${sql.identifier(column)} ${compared}`;
              },
            );
          const added = word.endsWith("..")
            ? rangeOf(field).map(
                ([name, comparison, words]) =>
                  [
                    name,
                    comparing(`whose ${words}`, (value) => sql`${comparison} ${value}`),
                  ] as const,
              )
            : [
                [
                  field,
                  isList
                    ? comparing(`whose ${field} is one of these.`, (value) => sql`= any (${value})`)
                    : comparing(`with this value of ${field}.`, (value) => sql`= ${value}`),
                ] as const,
              ];
          const reason = `Adding the filter ${column} to the list of ${codec.name}`;
          args = build.extend(args, Object.fromEntries(added), reason);
        }
        return args;
      },
      GraphQLInputObjectType_fields(fields, build, { scope, fieldWithHooks }) {
        const { isPgCondition, pgCodec: codec } = scope;
        if (!isPgCondition || !codec || !hasAttributes(codec)) return fields;
        for (const [attribute, { codec: type }] of Object.entries(codec.attributes)) {
          const field = build.inflection.attribute({ codec, attributeName: attribute });
          if (type.name !== "epochSeconds" || !(field in fields)) continue;
          const inputType = build.getGraphQLTypeByPgCodec(type, "input") as GraphQLInputType;
          for (const [name, comparison, words] of rangeOf(field)) {
            const range = fieldWithHooks(
              { fieldName: name, isRangeOf: field },
              {
                description: `The row's ${words}`,
                type: inputType,
                apply(condition: Condition, value: unknown) {
                  // As in lists, null adds no condition.
                  if (value === null) return;
                  const compared = sql`${comparison} ${sqlValueWithCodec(value, type)}`;
                  const callback = (moment: SQL) => sql`${moment} ${compared}`;
                  condition.where({ type: "attribute", attribute, callback });
                },
              },
            );
            const reason = `Adding the range ${name} to the condition of ${codec.name}`;
            fields = build.extend(fields, { [name]: range }, reason);
          }
        }
        return fields;
      },
    },
  },
};
