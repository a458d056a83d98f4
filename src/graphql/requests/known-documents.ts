import type { DocumentNode } from "postgraphile/graphql";
import { DocumentCache } from "./document-cache.ts";
import { PlannedOperations } from "./planned-operations.ts";

/** The documents that were validated, by their text, and which of their operations are planned. */
export class KnownDocuments extends DocumentCache<DocumentNode> {
  readonly planned = new PlannedOperations();
}
