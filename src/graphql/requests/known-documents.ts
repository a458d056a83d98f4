import type { DocumentNode } from "postgraphile/graphql";
import type { Selected } from "../audit/people-fields.ts";
import type { FastOperation } from "../fast-path/compile.ts";
import { type DocumentSize, sizeOf } from "./document-size.ts";

/** A document that was validated. */
export interface KnownDocument {
  document: DocumentNode;
  size: DocumentSize;
  /** The operations in their fast form, by their names; undefined for those that Grafast has to take. */
  fast: Map<string, FastOperation | undefined>;
  /** What the operations read of people, by their names. */
  people: Map<string, readonly Selected[]>;
}

/** What is known of a document that is good. */
export const knownDocument = (document: DocumentNode, size = sizeOf(document)): KnownDocument => ({
  document,
  size,
  fast: new Map(),
  people: new Map(),
});

/** Of all texts together. Clients choose the texts, and a parsed document takes up to 200 bytes for each character. */
const MAX_CACHED_CHARACTERS = 500_000;

/**
 * The documents that were validated, by their text: to parse and validate that of `newPosition` takes 0.3 ms, as long as
 * the rest of its request on the fast path. It drops the least recently used documents first.
 */
export class KnownDocuments {
  readonly #known = new Map<string, KnownDocument>();
  #characters = 0;

  get(text: string): KnownDocument | undefined {
    const known = this.#known.get(text);
    if (known && this.#characters * 2 >= MAX_CACHED_CHARACTERS) {
      // The cache is getting full: from now on, the first of the map is the one that was used longest ago.
      this.#known.delete(text);
      this.#known.set(text, known);
    }
    return known;
  }

  set(text: string, known: KnownDocument): void {
    if (!this.#known.has(text)) this.#characters += text.length;
    this.#known.set(text, known);
    for (const [oldest] of this.#known) {
      if (this.#characters <= MAX_CACHED_CHARACTERS) return;
      this.#known.delete(oldest);
      this.#characters -= oldest.length;
    }
  }
}
