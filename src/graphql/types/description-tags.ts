import type { PgCodec } from "postgraphile/@dataplan/pg";
import { isFunctionResource } from "./function-resource.ts";

/** Maps the first word of each text of a smart tag to the rest: `@value ONE Inside the area.` */
function textsByName(tag: unknown): Map<string, string> {
  const lines = Array.isArray(tag) ? tag : tag === undefined ? [] : [tag];
  return new Map(
    lines.map((line) => {
      const [, name = "", text = ""] = String(line).match(/^(\S+)\s+(.*)$/s) ?? [];
      return [name, text];
    }),
  );
}

/** The custom types of the database by the names of their GraphQL types. */
function codecsByType(build: GraphileBuild.Build): Map<string, PgCodec> {
  const codecs = new Map<string, PgCodec>();
  for (const codec of Object.values(build.pgCodecs) as PgCodec[]) {
    if (codec.arrayOfCodec || codec.extensions?.pg?.schemaName !== "app_public") continue;
    const name = build.getGraphQLTypeNameByPgCodec(codec, "output");
    if (name) codecs.set(name, codec);
  }
  return codecs;
}

/** The smart tags of the database functions by their field: `Query.user`. */
function functionTagsByField(build: GraphileBuild.Build): Map<string, Record<string, unknown>> {
  const tags = new Map<string, Record<string, unknown>>();
  for (const resource of Object.values(build.pgResources)) {
    if (!isFunctionResource(resource)) continue;
    const details = { resource };
    const field = resource.isMutation
      ? `Mutation.${build.inflection.customMutationField(details)}`
      : `Query.${build.inflection.customQueryField(details)}`;
    tags.set(field, (resource.extensions?.tags ?? {}) as Record<string, unknown>);
  }
  return tags;
}

/** Computes something once for each build of a schema. */
function once<T>(compute: (build: GraphileBuild.Build) => T): (build: GraphileBuild.Build) => T {
  const known = new WeakMap<object, T>();
  return (build) => {
    if (!known.has(build)) known.set(build, compute(build));
    return known.get(build) as T;
  };
}

const codecOf = once(codecsByType);
const functionTagsOf = once(functionTagsByField);

/**
 * Describes enum values by the smart tag `@value`, the arguments of functions by `@argument`, and
 * domains by their comments. PostgreSQL has no comments on enum values and arguments.
 *
 * @example
 *     comment on type level_alert is E'@value ONE Inside the area.\nHow close someone is.';
 *     comment on function find_user(integer) is E'@argument id The id of the user.\nA user.';
 */
export const DescriptionTagsPlugin: GraphileConfig.CheckedPlugin = {
  name: "DescriptionTagsPlugin",
  description: "Describes enum values, arguments and domains by smart tags",
  schema: {
    hooks: {
      GraphQLScalarType(config, build) {
        const description = config.description ?? codecOf(build).get(config.name)?.description;
        return description ? { ...config, description } : config;
      },
      GraphQLEnumType_values_value(value, build, { Self, scope }) {
        const tags = codecOf(build).get(Self.name)?.extensions?.tags;
        const description = textsByName(tags?.value).get(scope.valueName);
        return description ? { ...value, description } : value;
      },
      GraphQLObjectType_fields_field_args_arg(arg, build, { Self, scope }) {
        const tags = functionTagsOf(build).get(`${Self.name}.${scope.fieldName}`);
        const description = textsByName(tags?.argument).get(scope.argName);
        return description ? { ...arg, description } : arg;
      },
    },
  },
};
