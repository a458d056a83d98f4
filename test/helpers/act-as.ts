import type { PoolClient } from "pg";
import type { Role } from "./database.ts";

/** The role and the token claims that statements run with. */
interface Acting {
  role: Role | "owner";
  userId?: number | undefined;
  sessionId?: number | undefined;
}

/** Takes a role and claims for the rest of a transaction, or until `reset role`. */
export async function actAs(
  client: PoolClient,
  { role, userId, sessionId }: Acting,
): Promise<void> {
  await client.query(
    `select set_config('jwt.claims.user_id', $1, true), set_config('jwt.claims.session_id', $2, true),
        set_config('role', $3, true)`,
    [String(userId ?? ""), String(sessionId ?? ""), role === "owner" ? "none" : role],
  );
}
