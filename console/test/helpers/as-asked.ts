import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionSetNode,
  visit,
} from "postgraphile/graphql";

/** Returns the variables that the fields of a document use. It leaves out those that are only declared. */
export function usedVariables(
  document: DocumentNode,
  variables: Record<string, unknown> = {},
): Record<string, unknown> {
  const used = new Set<string>();
  visit(document, {
    VariableDefinition: () => false,
    Variable: ({ name }) => void used.add(name.value),
  });
  return Object.fromEntries(Object.entries(variables).filter(([name]) => used.has(name)));
}

/** Returns the part of `data` that a document selects, as the service would answer. */
export function askedFor(document: DocumentNode, data: object): unknown {
  const fragments = new Map<string, FragmentDefinitionNode>();
  let operation: SelectionSetNode | undefined;
  for (const one of document.definitions) {
    if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one);
    if (one.kind === Kind.OPERATION_DEFINITION) operation = one.selectionSet;
  }

  function select(value: unknown, set: SelectionSetNode | undefined): unknown {
    if (!set || typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => select(item, set));
    return Object.assign({}, ...set.selections.map((one) => part(value, one)));
  }
  function part(value: object, one: SelectionSetNode["selections"][number]): unknown {
    if (one.kind === Kind.INLINE_FRAGMENT) return select(value, one.selectionSet);
    if (one.kind === Kind.FRAGMENT_SPREAD)
      return select(value, fragments.get(one.name.value)?.selectionSet);
    const key = (one.alias ?? one.name).value;
    return key in value
      ? { [key]: select((value as Record<string, unknown>)[key], one.selectionSet) }
      : {};
  }
  return select(data, operation);
}
