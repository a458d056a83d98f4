import type { Replica } from "./replica.ts";

/** PostgreSQL's code for a statement that took too long. The primary would take as long. */
const QUERY_CANCELED = "57014";

/**
 * Reads history from the standby if it is fresh, and otherwise from the primary. The standby may not know yet that a
 * right has ended or what its reader has just written, so `mayAsk` asks the primary about both.
 */
export async function readHistory<T>(
  replica: Replica,
  mayAsk: () => Promise<boolean>,
  fromReplica: () => Promise<T>,
  fromPrimary: () => Promise<T>,
): Promise<T> {
  if (!replica.isFresh || !(await mayAsk())) return await fromPrimary();
  try {
    return await fromReplica();
  } catch (error) {
    if ((error as { code?: string }).code === QUERY_CANCELED) throw error;
    // The standby is gone or busy, does not know the session yet, or cancels a statement in conflict with its replay.
    return await fromPrimary();
  }
}
