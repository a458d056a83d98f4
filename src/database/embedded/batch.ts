/** Messages that run as one request: up to a Sync or Flush, or a simple query. */
export interface Batch {
  kind: "sync" | "flush" | "query" | "copy";
  parts: Buffer[];
  /** The last Parse of the unnamed statement in it. */
  unnamedParse: Buffer | undefined;
  /** It uses an unnamed statement of an earlier batch. */
  needsUnnamed: boolean;
  /** The short ones of its statements, for the few that need looking into. */
  texts: string[];
}

/** A batch to be filled. */
export function emptyBatch(): Batch {
  return { kind: "sync", parts: [], unnamedParse: undefined, needsUnnamed: false, texts: [] };
}

/** Its length in bytes. */
export function size(batch: Batch): number {
  return batch.parts.reduce((sum, part) => sum + part.length, 0);
}
