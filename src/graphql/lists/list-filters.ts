import type { GraphQLInputType } from "postgraphile/graphql";
import type { SQL } from "postgraphile/pg-sql2";
import { hasAttributes } from "../types/columns-by-field.ts";
import { narrowingArgument, rootListOf } from "./root-list.ts";

/**
 * Adds a filter argument to a root list for each column in the table's smart tag `@filterBy`. It compares for equality.
 * A column with `[]` after its name takes a list, and one of its values must match. A moment with `..` after its name
 * gets two arguments: since when, and before when.
 *
 * @example
 *     comment on table positions is '@filterBy moving_activity[] created_at..';
 *     -- query {
 *     --   positions(movingActivity: [STILL, WALKING], createdSince: 1700000000, createdBefore: 1700003600) { id }
 *     -- }
 */
export const ListFiltersPlugin: GraphileConfig.CheckedPlugin = {
  name: "ListFiltersPlugin",
  description: "Adds arguments that filter by columns to lists",
  schema: {
    hooks: {
      GraphQLObjectType_fields_field_args(args, build, context) {
        const list = rootListOf(context.scope);
        const codec = list?.resource.codec;
        if (!list?.tags.filterBy || !codec || !hasAttributes(codec)) return args;
        const { sql } = build;
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
          const comparing = (
            description: string,
            compare: (left: SQL, right: SQL) => SQL,
            argumentType = type,
          ) =>
            narrowingArgument(description, argumentType, (value) => {
              const right = build.dataplanPg.sqlValueWithCodec(value, valueCodec);
              return (row) => compare(sql`${row}.${sql.identifier(column)}`, right);
            });
          const what = field.replace(/At$/, "");
          const added = word.endsWith("..")
            ? {
                [`${what}Since`]: comparing(
                  `Only rows whose ${field} is this or later.`,
                  (left, right) => sql`${left} >= ${right}`,
                ),
                [`${what}Before`]: comparing(
                  `Only rows whose ${field} is before this.`,
                  (left, right) => sql`${left} < ${right}`,
                ),
              }
            : {
                [field]: isList
                  ? comparing(
                      `Only rows whose ${field} is one of these.`,
                      (left, right) => sql`${left} = any (${right})`,
                      new build.graphql.GraphQLList(type),
                    )
                  : comparing(
                      `Only rows with this value of ${field}.`,
                      (left, right) => sql`${left} = ${right}`,
                    ),
              };
          args = build.extend(
            args,
            added,
            `Adding the filter ${column} to the list of ${codec.name}`,
          );
        }
        return args;
      },
    },
  },
};
