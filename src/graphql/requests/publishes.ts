import { type DocumentNode, getOperationAST, Kind, OperationTypeNode } from "postgraphile/graphql";
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
