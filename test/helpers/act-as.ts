import type { PoolClient } from "pg";
import { isCluster, type Role } from "./database.ts";

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
  // Sets the claim as requests do on a cluster, so that it reaches the worker nodes. Databases before an upgrade have
  // no such function.
  const claim = isCluster
    ? "app_private.claim_user($1)"
    : "set_config('jwt.claims.user_id', $1, true)";
  await client.query(
    `select ${claim}, set_config('jwt.claims.session_id', $2, true), set_config('role', $3, true)`,
    [String(userId ?? ""), String(sessionId ?? ""), role === "owner" ? "none" : role],
  );
}
