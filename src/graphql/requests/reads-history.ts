import { type DocumentNode, getOperationAST, OperationTypeNode } from "postgraphile/graphql";
import { rootFields } from "./root-fields.ts";

/** The only root fields that a standby may answer: administrators' lists of what others did, without relations. */
const HISTORY: ReadonlySet<string> = new Set(["positionsConnection"]);

/** True if an operation reads history and nothing else. */
export function readsHistory(
  document: DocumentNode,
  operationName: string | null | undefined,
): boolean {
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== OperationTypeNode.QUERY) return false;
  const fields = rootFields(document, operation.selectionSet.selections);
  return [...fields].every((field) => HISTORY.has(field));
}
