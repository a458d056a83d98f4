import type { Variables } from "./variables.ts";

/** What a GraphQL document may ask for. Fragments count each time they are spread. */
export interface DocumentLimits {
  /** Characters of the text of `query`. Variables do not count. */
  length: number;
  /** Words, names, numbers and signs of the text. */
  tokens: number;
  /** Fields, without those of introspection. */
  fields: number;
  /** Fields with a selection of their own, such as lists. Each is planned, and most are joined in SQL. */
  objects: number;
  /** Levels of fields, and of literals inside each other. */
  depth: number;
  /** Aliases of one field. */
  aliases: number;
  /** Mutations. */
  mutations: number;
  /** Directives such as `@include`. */
  directives: number;
  /** Operations and fragments. */
  definitions: number;
}

/** What an answer may hold, in bytes. */
export interface AnswerLimits {
  /** What the database sends for it, and its keys, without sounds. */
  bytes: number;
  /** The same for an administrator. */
  adminBytes: number;
  /** All its sounds, as MP3. */
  sounds: number;
  /** What waits to be sent to all clients of a host. */
  unsent: number;
}

export interface Limits {
  document: DocumentLimits;
  answer: AnswerLimits;
}

/** Reads the limits on requests. */
export function readLimits(variables: Variables): Limits {
  const count = (name: string, fallback: number) =>
    variables.integer(name, fallback, 1, 1_000_000_000);
  return {
    document: {
      // DOCUMENT_LENGTH: the longest text of `query`, in characters.
      length: count("DOCUMENT_LENGTH", 20_000),
      // DOCUMENT_TOKENS: the most tokens of a document.
      tokens: count("DOCUMENT_TOKENS", 4000),
      // DOCUMENT_FIELDS: the most fields that a document asks for.
      fields: count("DOCUMENT_FIELDS", 500),
      // DOCUMENT_OBJECTS: the most fields with a selection.
      objects: count("DOCUMENT_OBJECTS", 50),
      // DOCUMENT_DEPTH: the most levels of a document.
      depth: count("DOCUMENT_DEPTH", 16),
      // DOCUMENT_ALIASES: the most aliases of one field.
      aliases: count("DOCUMENT_ALIASES", 20),
      // DOCUMENT_MUTATIONS: the most mutations of a document. One of them may be `login`.
      mutations: count("DOCUMENT_MUTATIONS", 20),
      // DOCUMENT_DIRECTIVES: the most directives of a document.
      directives: count("DOCUMENT_DIRECTIVES", 100),
      // DOCUMENT_DEFINITIONS: the most operations and fragments of a document.
      definitions: count("DOCUMENT_DEFINITIONS", 50),
    },
    answer: {
      // ANSWER_SIZE: the most bytes of an answer, without sounds.
      bytes: count("ANSWER_SIZE", 8_000_000),
      // ADMIN_ANSWER_SIZE: the same for an administrator.
      adminBytes: count("ADMIN_ANSWER_SIZE", 32_000_000),
      // ANSWER_SOUNDS: the most bytes of an answer's sounds, as MP3. Three minutes for each of 20 alerts take
      // 10.8 million.
      sounds: count("ANSWER_SOUNDS", 12_600_000),
      // UNSENT_SIZE: the most bytes that wait for all clients. The clients with the most lose their connections.
      unsent: count("UNSENT_SIZE", 200_000_000),
    },
  };
}
