import {
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  Kind,
  type NamedTypeNode,
  type NonNullTypeNode,
  TypeInfo,
  type TypeNode,
  type VariableDefinitionNode,
  visit,
  visitWithTypeInfo,
} from "postgraphile/graphql";

/** Returns the declared type, changed to fit its use by the two rules of `widenVariables` only. */
function widened(declared: TypeNode, used: GraphQLInputType): TypeNode {
  if (declared.kind === Kind.NON_NULL_TYPE) {
    const type = widened(declared.type, used) as NonNullTypeNode["type"];
    return type === declared.type ? declared : { ...declared, type };
  }
  const usedType = getNullableType(used);
  if (declared.kind === Kind.LIST_TYPE) {
    if (!isListType(usedType)) return declared;
    const type = widened(declared.type, usedType.ofType);
    return type === declared.type ? declared : { ...declared, type };
  }
  const named: NamedTypeNode =
    declared.name.value === "Int" && getNamedType(used).name === "Int64"
      ? { ...declared, name: { ...declared.name, value: "Int64" } }
      : declared;
  return isListType(usedType) ? { kind: Kind.LIST_TYPE, type: named, loc: declared.loc } : named;
}

/**
 * Changes the declared types of a document's variables by two rules that existing clients need: a variable
 * declared Int may be used as Int64, and one declared as a single value may be used as a list.
 */
export function widenVariables(schema: GraphQLSchema, document: DocumentNode): DocumentNode {
  const typeInfo = new TypeInfo(schema);
  const uses = new Map<string, GraphQLInputType>();
  visit(
    document,
    visitWithTypeInfo(typeInfo, {
      VariableDefinition: () => false,
      Variable(node) {
        const type = typeInfo.getInputType();
        if (type) uses.set(node.name.value, type);
      },
    }),
  );
  return visit(document, {
    VariableDefinition(node): VariableDefinitionNode | undefined {
      const use = uses.get(node.variable.name.value);
      const type = use ? widened(node.type, use) : node.type;
      return type === node.type ? undefined : { ...node, type };
    },
  });
}
