import { itemsNotNull } from "./items-not-null.ts";

/**
 * Honours the smart tag `@itemsNotNull`, on a function that returns an array and on a composite
 * type's attribute, and makes lists of related rows non-null: none is an empty list.
 */
export const NotNullPlugin: GraphileConfig.Plugin = {
  name: "NotNullPlugin",
  description: "Makes array items and related lists non-null",
  schema: {
    hooks: {
      GraphQLObjectType_fields_field(field, build, context) {
        const { GraphQLNonNull, getNullableType } = build.graphql;
        const { scope } = context;
        if (scope.isPgManyRelationListField) {
          return { ...field, type: new GraphQLNonNull(getNullableType(field.type)) };
        }
        const computed = Object.values(build.pgResources).find(
          (resource) =>
            resource.parameters?.[0]?.codec === scope.pgCodec &&
            resource.extensions?.tags?.itemsNotNull &&
            build.inflection.computedAttributeField({ resource: resource as never }) ===
              scope.fieldName,
        );
        return computed ? { ...field, type: itemsNotNull(field.type) } : field;
      },
      GraphQLInputObjectType_fields_field(field, _build, context) {
        const tags = context.scope.pgAttribute?.extensions?.tags;
        return tags?.itemsNotNull ? { ...field, type: itemsNotNull(field.type) } : field;
      },
    },
  },
};
