import type { QueryResultRow } from "pg";

/** What reads tables: a pool, or a client. */
export interface Reads {
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

/** The errors of a table that was not restored, or not whole, or belongs to another role. */
const UNREADABLE = new Set([
  "3F000", // invalid_schema_name
  "42501", // insufficient_privilege
  "42703", // undefined_column
  "42883", // undefined_function
  "42P01", // undefined_table
]);

/**
 * Reads on where a statement cannot be run.
 * @param unread Gets why not. The statement finds no rows.
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
