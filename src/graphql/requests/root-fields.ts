import {
  type DocumentNode,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionNode,
  valueFromASTUntyped,
} from "postgraphile/graphql";
import { PUBLISHING } from "../../limits/count-fields.ts";

/** True if an operation publishes with a field that is directly in it, not in a fragment. */
export function publishes(
  document: DocumentNode,
  operationName: string | null | undefined,
): boolean {
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== OperationTypeNode.MUTATION) return false;
  return operation.selectionSet.selections.some(
    (field) => field.kind === Kind.FIELD && PUBLISHING.has(field.name.value),
  );
}

type Values = Readonly<Record<string, unknown>>;

/**
 * The variables that an operation declares, with their default values. The object inherits nothing: a client can name a
 * variable `constructor`.
 */
export function withDefaults(
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Values,
): Values {
  const values: Record<string, unknown> = Object.create(null);
  for (const { variable, defaultValue } of variableDefinitions) {
    const name = variable.name.value;
    if (Object.hasOwn(given, name)) values[name] = given[name];
    else if (defaultValue) values[name] = valueFromASTUntyped(defaultValue);
  }
  return values;
}

const MAX_ROOT_FIELDS = 5;

/**
 * Returns the names of an operation's root fields, each once. The schema has them all, because the document was
 * validated. Takes linear time, however often fragments use others.
 */
export function rootFields(
  document: DocumentNode,
  selections: readonly SelectionNode[],
): Set<string> {
  const names = new Set<string>();
  const visited = new Set<string>();

  function visit(nodes: readonly SelectionNode[]): void {
    for (const node of nodes) {
      if (names.size >= MAX_ROOT_FIELDS) return;
      if (node.kind === Kind.FIELD) names.add(node.name.value);
      else if (node.kind === Kind.INLINE_FRAGMENT) visit(node.selectionSet.selections);
      else if (!visited.has(node.name.value)) {
        visited.add(node.name.value);
        const fragment = document.definitions.find(
          (one) => one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === node.name.value,
        );
        if (fragment?.kind === Kind.FRAGMENT_DEFINITION) visit(fragment.selectionSet.selections);
      }
    }
  }

  visit(selections);
  return names;
}
