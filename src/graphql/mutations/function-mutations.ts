import type { PgResource, PgResourceParameter } from "postgraphile/@dataplan/pg";
import type { GrafastFieldConfig, Step } from "postgraphile/grafast";
import { declareSql, type RowInput } from "../declared-sql.ts";
import { columnsByField } from "../types/columns-by-field.ts";
import { isFunctionResource } from "../types/function-resource.ts";
import { itemsNotNull } from "../types/items-not-null.ts";

/** Returns the composite type of a function's only argument; undefined for other functions. */
function rowInputOf(
  parameters: readonly PgResourceParameter[],
  build: GraphileBuild.Build,
): RowInput | undefined {
  const codec = parameters[0]?.codec;
  if (!codec || parameters.length !== 1 || codec.arrayOfCodec) return undefined;
  const columns = columnsByField(codec, build);
  return columns && { codec, columns };
}

/**
 * Adds a mutation for each volatile database function. It takes the function's arguments and returns the
 * function's row or rows directly, without Relay's payload types. `@behavior -mutationField` hides a function.
 */
export const FunctionMutationsPlugin: GraphileConfig.CheckedPlugin = {
  name: "FunctionMutationsPlugin",
  description: "Shows database functions as mutations that return their row",
  schema: {
    hooks: {
      GraphQLObjectType_fields(fields, build, context) {
        if (!context.scope.isRootMutation) return fields;
        const { GraphQLList, GraphQLNonNull } = build.graphql;
        for (const resource of Object.values(build.pgResources)) {
          if (!isFunctionResource(resource) || !resource.isMutation) continue;
          if (String(resource.extensions?.tags?.behavior ?? "").includes("-mutationField"))
            continue;
          const rowType = build.getOutputTypeByName(build.inflection.tableType(resource.codec));
          const { makeFieldArgs, makeArgs } = build.pgGetArgDetailsFromParameters(resource);
          const fieldName = build.inflection.customMutationField({ resource });
          const input = rowInputOf(resource.parameters, build);
          fields = build.extend(
            fields,
            {
              [fieldName]: context.fieldWithHooks({ fieldName }, () => {
                const field: GrafastFieldConfig<Step> = {
                  description: resource.description,
                  type: resource.isUnique ? rowType : new GraphQLList(new GraphQLNonNull(rowType)),
                  args: Object.fromEntries(
                    Object.entries(makeFieldArgs()).map(([name, arg]) => [
                      name,
                      { ...arg, type: itemsNotNull(arg.type) },
                    ]),
                  ),
                  plan: (_$root, args) => resource.execute(makeArgs(args), "mutation"),
                };
                return input && resource.isUnique
                  ? declareSql(field, { kind: "function", resource: resource as PgResource, input })
                  : field;
              }),
            },
            `Adding the mutation ${fieldName} for ${resource.name}`,
          );
        }
        return fields;
      },
    },
  },
};
