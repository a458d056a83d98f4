import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "postgraphile/graphql";
import type { Counts } from "./quotas.ts";

/** The mutations that publish, or stop a publication. They never wait for a quota or for connections of the public. */
export const PUBLISHING = new Set([
  "newAlert",
  "alertUpdate",
  "alertCancel",
  "publicationHold",
  "publicationTakeBack",
]);

/** The mutations that check a password. They have their own limits, which spare users who are known at an address. */
export const LOGINS: ReadonlySet<string> = new Set(["login", "sessionBegin"]);

/** The mutations with their own limits. Those of sessionRefresh are in `Secrets`, and spare known sessions. */
const LIMITED_ELSEWHERE: ReadonlySet<string> = new Set([...LOGINS, "sessionRefresh"]);

type Variables = Readonly<Record<string, unknown>>;

/** The number of items in a field's argument `input`, which may be one item instead of a list. */
function itemsOf({ arguments: given }: FieldNode, variables: Variables): number {
  const value = given?.find(({ name }) => name.value === "input")?.value;
  if (value?.kind === Kind.LIST) return value.values.length;
  const items = value?.kind === Kind.VARIABLE ? variables[value.name.value] : undefined;
  return Array.isArray(items) ? items.length : 1;
}

/** Counts one root field. A batch counts as its positions, but at least as one. */
export function countField(field: FieldNode, variables: Variables, isAdmin: boolean): Counts {
  const name = field.name.value;
  if (name === "newPosition") return { reports: 1, others: 0 };
  if (name === "newPositions") {
    return { reports: Math.max(1, itemsOf(field, variables)), others: 0 };
  }
  const isFree = LIMITED_ELSEWHERE.has(name) || (isAdmin && PUBLISHING.has(name));
  return { reports: 0, others: isFree ? 0 : 1 };
}

/**
 * Counts the root fields of an operation, each alias and each use of a fragment. Takes linear time, however often
 * fragments use others.
 */
export function countFields(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
  isAdmin: boolean,
): Counts {
  const fragments = new Map<string, Counts>();

  function ofFragment(name: string): Counts {
    let counts = fragments.get(name);
    if (!counts) {
      // Ends the recursion if a fragment uses itself, which no valid document has.
      fragments.set(name, { reports: 0, others: 0 });
      const isNamed = (node: { kind: Kind }): node is FragmentDefinitionNode =>
        node.kind === Kind.FRAGMENT_DEFINITION &&
        (node as FragmentDefinitionNode).name.value === name;
      const fragment = document.definitions.find(isNamed);
      counts = fragment ? ofSelections(fragment.selectionSet) : { reports: 0, others: 0 };
      fragments.set(name, counts);
    }
    return counts;
  }

  function ofSelections({ selections }: SelectionSetNode): Counts {
    const sum = { reports: 0, others: 0 };
    for (const node of selections) {
      let counts: Counts;
      if (node.kind === Kind.FRAGMENT_SPREAD) counts = ofFragment(node.name.value);
      else if (node.kind === Kind.INLINE_FRAGMENT) counts = ofSelections(node.selectionSet);
      else counts = countField(node, variables, isAdmin);
      sum.reports += counts.reports;
      sum.others += counts.others;
    }
    return sum;
  }

  return ofSelections(operation.selectionSet);
}
