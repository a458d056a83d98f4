import { narrowingArgument, rootListOf } from "./root-list.ts";

/** Returns a LIKE pattern that matches lower-case texts that begin with this text. */
const prefixPattern = (text: string) => `${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;

/** Returns the column of `words(column)`; undefined for other words of the smart tag. */
const columnOfWords = (word: string) => /^words\((\w+)\)$/.exec(word)?.[1];

/** Says what a word of the smart tag searches. */
function describe(word: string): string {
  const column = columnOfWords(word);
  return column
    ? `in whose ${column} each of its words begins a word`
    : `whose ${word} begins with this text`;
}

/**
 * Adds the argument `search` to root lists. One of the columns in the table's smart tag `@searchBy` must
 * begin with the text; upper and lower case are the same. Each column needs an index on
 * `lower(column) text_pattern_ops`. With `words(column)`, each word of the text must begin some word of the
 * column, which needs an index on `app_private.name_words(column)`.
 *
 * @example
 *     comment on table users is '@searchBy email words(name)';
 *     -- query { users(search: "lev") { name } }
 */
export const ListSearchPlugin: GraphileConfig.CheckedPlugin = {
  name: "ListSearchPlugin",
  description: "Adds an argument that searches columns to lists",
  after: ["ListFiltersPlugin"],
  schema: {
    hooks: {
      GraphQLObjectType_fields_field_args(args, build, context) {
        const list = rootListOf(context.scope);
        if (!list?.tags.searchBy) return args;
        const words = String(list.tags.searchBy).split(/\s+/);
        const { sql } = build;
        // app_private.words_beginning() refuses longer texts.
        const limit = words.some(columnOfWords) ? " At most 254 characters." : "";
        const search = narrowingArgument(
          `Only rows ${words.map(describe).join(", or ")}, whatever its case.${limit}`,
          build.graphql.GraphQLString,
          (text: string) => {
            if (text === "") return undefined;
            const pattern = sql`${sql.value(prefixPattern(text))}::text`;
            const beginnings = sql`app_private.words_beginning(${sql.value(text)}::text)`;
            return (row) => {
              const conditions = words.map((word) => {
                const column = sql`${row}.${sql.identifier(columnOfWords(word) ?? word)}`;
                return columnOfWords(word)
                  ? sql`app_private.name_words(${column}) @@ ${beginnings}`
                  : sql`lower(${column}) like ${pattern}`;
              });
              return sql`(${sql.join(conditions, " or ")})`;
            };
          },
        );
        return build.extend(args, { search }, `Adding search to ${list.fieldName}`);
      },
    },
  },
};
