/** The operations of the document that the first clients were written for. A schema sorted by name hides them. */
const ORIGINAL_OPERATIONS: Record<string, readonly string[]> = {
  Query: ["apiVersion", "users", "user", "positions", "alerts", "notifications"],
  Mutation: [
    "login",
    "registerDevice",
    "userPasswordEdit",
    "userEdit",
    "newPosition",
    "newAlert",
    "notificationUpdate",
  ],
};

/** Marks the original operations in their descriptions, and lists them in that of their root type. */
export const OriginalOperationsPlugin: GraphileConfig.CheckedPlugin = {
  name: "OriginalOperationsPlugin",
  description: "Marks the operations of the original API",
  after: ["GeneratedDescriptionsPlugin", "OwnNotificationsPlugin"],
  schema: {
    hooks: {
      GraphQLObjectType(type) {
        const names = ORIGINAL_OPERATIONS[type.name];
        return names
          ? { ...type, description: `${type.description} The original API: ${names.join(", ")}.` }
          : type;
      },
      GraphQLObjectType_fields_field: (field, _build, { Self, scope }) =>
        ORIGINAL_OPERATIONS[Self.name]?.includes(scope.fieldName)
          ? { ...field, description: `${field.description} Part of the original API.` }
          : field,
    },
  },
};
