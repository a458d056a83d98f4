import { type FunctionResource, isFunctionResource } from "./function-resource.ts";
import { itemsNotNull } from "./items-not-null.ts";

/** The functions with @itemsNotNull of each schema. They are found once, because every field asks for them. */
const marked = new WeakMap<GraphileBuild.Build["pgResources"], FunctionResource[]>();

function markedFunctions({ pgResources }: GraphileBuild.Build): FunctionResource[] {
  const functions =
    marked.get(pgResources) ??
    Object.values(pgResources)
      .filter(isFunctionResource)
      .filter(({ extensions }) => extensions?.tags?.itemsNotNull);
  marked.set(pgResources, functions);
  return functions;
}

/**
 * Reads two smart tags. `@itemsNotNull` makes the items of a list non-null, on a function that returns an array or on
 * an attribute of a composite type. `@emptyByDefault` makes such an attribute optional, with an empty list as its
 * default.
 */
export const NotNullPlugin: GraphileConfig.CheckedPlugin = {
  name: "NotNullPlugin",
  description: "Makes array items non-null",
  schema: {
    hooks: {
      GraphQLObjectType_fields_field(field, build, context) {
        const { scope } = context;
        if (scope.pgFieldAttribute?.extensions?.tags?.itemsNotNull) {
          return { ...field, type: itemsNotNull(field.type) };
        }
        const isOfFunction = markedFunctions(build).some((resource) => {
          const details = { resource };
          const [row] = resource.parameters;
          return scope.isRootQuery
            ? build.inflection.customQueryField(details) === scope.fieldName
            : row !== undefined &&
                row.codec === scope.pgCodec &&
                build.inflection.computedAttributeField(details) === scope.fieldName;
        });
        return isOfFunction ? { ...field, type: itemsNotNull(field.type) } : field;
      },
      GraphQLInputObjectType_fields_field(field, _build, context) {
        const tags = context.scope.pgAttribute?.extensions?.tags;
        if (tags?.emptyByDefault) field = { ...field, defaultValue: [] };
        return tags?.itemsNotNull ? { ...field, type: itemsNotNull(field.type) } : field;
      },
    },
  },
};
