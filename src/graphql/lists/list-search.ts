import type { PgSelectQueryBuilder, PgSelectStep } from "postgraphile/@dataplan/pg";
import { narrow } from "./offset.ts";
import { rootListWith } from "./root-list.ts";

/** Returns a LIKE pattern that matches lower-case texts that begin with this text. */
const prefixPattern = (text: string) => `${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;

/**
 * Adds the argument `search` to root lists. One of the columns in the table's smart tag `@searchBy` must
 * begin with the text; upper and lower case are the same. Each column needs an index on
 * `lower(column) text_pattern_ops`.
 *
 * @example
 *     comment on table users is '@searchBy email name';
 *     -- query { users(search: "ri") { name } }
 */
export const ListSearchPlugin: GraphileConfig.Plugin = {
  name: "ListSearchPlugin",
  description: "Adds an argument that searches columns to lists",
  after: ["ListFiltersPlugin"],
  schema: {
    hooks: {
      GraphQLObjectType_fields_field_args(args, build, context) {
        const list = rootListWith("searchBy", context.scope);
        if (!list) return args;
        const { codec, words: columns } = list;
        const { sql } = build;
        return build.extend(
          args,
          {
            search: {
              description: `Only rows whose ${columns.join(" or ")} begins with this text, whatever its case.`,
              type: build.graphql.GraphQLString,
              applyPlan(_$parent, $list: PgSelectStep, arg) {
                arg.apply($list, (query: PgSelectQueryBuilder, text: string | null | undefined) => {
                  if (!text) return undefined;
                  const pattern = sql`${sql.value(prefixPattern(text))}::text`;
                  narrow(query, (row) => {
                    const conditions = columns.map(
                      (column) => sql`lower(${row}.${sql.identifier(column)}) like ${pattern}`,
                    );
                    return sql`(${sql.join(conditions, " or ")})`;
                  });
                  return undefined;
                });
              },
            },
          },
          `Adding search to the list of ${codec.name}`,
        );
      },
    },
  },
};
