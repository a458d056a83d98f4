import { type DocumentNode, Kind, type SelectionNode } from "postgraphile/graphql";

/** The most root fields that are named. */
const MOST = 5;

/** The names of an operation's root fields, each once. They are the schema's, as the document was validated. */
export function rootFields(
  document: DocumentNode,
  selections: readonly SelectionNode[],
  names = new Set<string>(),
): Set<string> {
  for (const node of selections) {
    if (names.size > MOST) return names;
    if (node.kind === Kind.FIELD) names.add(node.name.value);
    else if (node.kind === Kind.INLINE_FRAGMENT) {
      rootFields(document, node.selectionSet.selections, names);
    } else {
      const fragment = document.definitions.find(
        (one) => one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === node.name.value,
      );
      if (fragment?.kind === Kind.FRAGMENT_DEFINITION) {
        rootFields(document, fragment.selectionSet.selections, names);
      }
    }
  }
  return names;
}
