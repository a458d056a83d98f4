import type { QueryResultRow } from "pg";

/** Something that can run queries: a pool or a client. */
export interface Reads {
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

/** The error codes if a table was not restored, was not restored completely, or belongs to another role. */
const UNREADABLE = new Set([
  "3F000", // invalid_schema_name
  "42501", // insufficient_privilege
  "42703", // undefined_column
  "42883", // undefined_function
  "42P01", // undefined_table
]);

/**
 * Wraps a pool so that a statement that cannot be run returns no rows instead of an error.
 * @param unread Gets the reason for each such statement.
 */
export function readingOn(pool: Reads, unread: Set<string>): Reads {
  return {
    async query<Row extends QueryResultRow>(text: string, values?: unknown[]) {
      try {
        return await pool.query<Row>(text, values);
      } catch (error) {
        const { code, message } = error as Error & { code?: string };
        if (!UNREADABLE.has(code ?? "")) throw error;
        unread.add(`unread: ${message}`);
        return { rows: [] };
      }
    },
  };
}
