import type { PgSelectQueryBuilder, PgSelectStep } from "postgraphile/@dataplan/pg";
import type { GraphQLInputType } from "postgraphile/graphql";
import { narrow } from "./offset.ts";
import { rootListWith } from "./root-list.ts";

/**
 * Adds a filter argument to a root list for each column in the table's smart tag `@filterBy`. It compares
 * for equality. A column with `[]` after its name takes a list, and one of its values must match.
 *
 * @example
 *     comment on table positions is '@filterBy moving_activity[]';
 *     -- query { positions(movingActivity: [STILL, WALKING]) { id } }
 */
export const ListFiltersPlugin: GraphileConfig.Plugin = {
  name: "ListFiltersPlugin",
  description: "Adds arguments that filter by columns to lists",
  schema: {
    hooks: {
      GraphQLObjectType_fields_field_args(args, build, context) {
        const list = rootListWith("filterBy", context.scope);
        if (!list) return args;
        const { codec, words } = list;
        const { sql } = build;
        for (const word of words) {
          const column = word.replace("[]", "");
          const isList = word.endsWith("[]");
          const attribute = codec.attributes?.[column];
          if (!attribute) throw new Error(`@filterBy of ${codec.name}: no column ${column}`);
          const field = build.inflection.attribute({ codec, attributeName: column });
          const type = build.getGraphQLTypeByPgCodec(attribute.codec, "input") as GraphQLInputType;
          const valueCodec = isList
            ? // The type of listOfCodec refuses codecs that may be lists. A column to filter by is not a list.
              build.dataplanPg.listOfCodec(attribute.codec as never)
            : attribute.codec;
          args = build.extend(
            args,
            {
              [field]: {
                description: isList
                  ? `Only rows whose ${field} is one of these.`
                  : `Only rows with this value of ${field}.`,
                type: isList ? new build.graphql.GraphQLList(type) : type,
                applyPlan(_$parent, $list: PgSelectStep, arg) {
                  arg.apply($list, (query: PgSelectQueryBuilder, value: unknown) => {
                    if (value == null) return undefined;
                    const values = isList && !Array.isArray(value) ? [value] : value;
                    const right = build.dataplanPg.sqlValueWithCodec(values, valueCodec);
                    narrow(query, (row) => {
                      const left = sql`${row}.${sql.identifier(column)}`;
                      return isList ? sql`${left} = any (${right})` : sql`${left} = ${right}`;
                    });
                    return undefined;
                  });
                },
              },
            },
            `Adding the filter ${column} to the list of ${codec.name}`,
          );
        }
        return args;
      },
    },
  },
};
