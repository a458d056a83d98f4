import type { DocumentNode } from "postgraphile/graphql";
import { PlannedOperations } from "./planned-operations.ts";
import { WeightedCache } from "./weighted-cache.ts";

/**
 * The most characters of all texts together. Strangers choose the texts, and a parsed document takes up to two hundred
 * bytes for each character.
 */
const MAX_CACHED_CHARACTERS = 500_000;

/** The documents that were validated, by their text, and which of their operations are planned. */
export class KnownDocuments {
  readonly planned: PlannedOperations;
  readonly #documents = new WeightedCache<string, DocumentNode>(MAX_CACHED_CHARACTERS);

  constructor(planned = new PlannedOperations()) {
    this.planned = planned;
  }

  get(text: string): DocumentNode | undefined {
    return this.#documents.get(text);
  }

  set(text: string, document: DocumentNode): void {
    this.#documents.set(text, document, text.length);
  }
}
