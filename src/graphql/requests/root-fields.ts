import { type DocumentNode, Kind, type SelectionNode } from "postgraphile/graphql";

/** The most names that are returned. */
const MOST = 5;

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
      if (names.size >= MOST) return;
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
