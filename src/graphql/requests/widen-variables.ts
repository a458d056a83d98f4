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
  print,
  TypeInfo,
  type TypeNode,
  ValidationContext,
  type VariableDefinitionNode,
  visit,
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

/** Returns the declared type, changed to fit its uses. It is unchanged if they need different types. */
function widenedForAll(declared: TypeNode, uses: readonly GraphQLInputType[]): TypeNode {
  const [type = declared, ...others] = uses.map((use) => widened(declared, use));
  return others.every((other) => print(other) === print(type)) ? type : declared;
}

/**
 * Changes the declared types of a document's variables by two rules that existing clients need: a variable declared Int
 * may be used as Int64, and one declared as a single value may be used as a list. Each operation has variables of its
 * own.
 */
export function widenVariables(schema: GraphQLSchema, document: DocumentNode): DocumentNode {
  const context = new ValidationContext(schema, document, new TypeInfo(schema), () => {});
  const uses = new Map<string, GraphQLInputType[]>();
  return visit(document, {
    FragmentDefinition: () => false,
    SelectionSet: () => false,
    OperationDefinition(operation) {
      uses.clear();
      for (const { node, type } of context.getRecursiveVariableUsages(operation)) {
        if (!type) continue;
        const name = node.name.value;
        const known = uses.get(name);
        if (known) known.push(type);
        else uses.set(name, [type]);
      }
    },
    VariableDefinition(node): VariableDefinitionNode | undefined {
      const type = widenedForAll(node.type, uses.get(node.variable.name.value) ?? []);
      return type === node.type ? undefined : { ...node, type };
    },
  });
}
