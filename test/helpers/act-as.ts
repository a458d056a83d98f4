import type { PoolClient } from "pg";
import type { Role } from "./database.ts";

// As requests do, so that the claim and the role reach the worker nodes of a cluster too.
const CLAIM =
  "select app_private.claim_user($1), set_config('jwt.claims.session_id', $2, true), set_config('role', $3, true)";

/** Who acts: a role, with the claims of a token. */
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
  const taken = role === "owner" ? "none" : role;
  await client.query(CLAIM, [String(userId ?? ""), String(sessionId ?? ""), taken]);
}
