/** Messages that run as one request: all up to a Sync or Flush, or a simple query. */
export interface Batch {
  kind: "sync" | "flush" | "query" | "copy";
  parts: Buffer[];
  /** The last Parse of an unnamed statement in it. */
  unnamedParse: Buffer | undefined;
  /** True if it uses the unnamed statement of an earlier batch. */
  needsUnnamed: boolean;
  /** Its short statements. Some of them need inspection. */
  texts: string[];
}

/** A batch without messages. */
export function emptyBatch(): Batch {
  return { kind: "sync", parts: [], unnamedParse: undefined, needsUnnamed: false, texts: [] };
}

/** Its length in bytes. */
export function size(batch: Batch): number {
  return batch.parts.reduce((sum, part) => sum + part.length, 0);
}
