import type { Sequences, Table } from "./tables.ts";

/**
 * A file of data is gzip. Its lines are: the head; for each table its description, its rows as COPY writes them, and
 * the end of COPY; the foot. A file without a foot is not complete.
 */
export interface Head {
  format: typeof FORMAT;
  schemaVersion: string;
}
export const FORMAT = "data of a location alert service, version 1";

export interface TableHead {
  table: Table;
}

export interface Foot {
  rows: Record<string, number>;
  sequences: Sequences;
}

export const END_OF_COPY = "\\.";
