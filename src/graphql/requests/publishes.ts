import { type DocumentNode, getOperationAST, Kind, OperationTypeNode } from "postgraphile/graphql";

const PUBLISHING = new Set(["newAlert", "alertUpdate", "alertCancel"]);

/** True if an operation publishes, with a field that stands directly in it. */
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
