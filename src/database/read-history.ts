import type { Replica } from "./replica.ts";

/** PostgreSQL's code for a statement that took too long. The primary would take as long. */
const QUERY_CANCELED = "57014";

/**
 * Reads history from the standby if it is fresh, or else from the primary. The standby is no judge of rights, which may
 * have ended since, nor does it know what its reader has just written: `mayAsk` asks the primary for both.
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
    // The standby is gone or busy, does not know the session yet, or cancels what its replay conflicts with.
    return await fromPrimary();
  }
}
