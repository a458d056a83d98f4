import type { Identity } from "../auth/tokens.ts";
import { quotaExceeded, type TakeQuota } from "./quotas.ts";

/** In bytes: a body that counts for nothing. Strangers send no larger ones. */
const SMALL = 65_536;
/** Parsing 2 MB may take a second. Counted so, a user may send them again eight seconds later. */
const BYTES_A_FIELD = 5_000;

/**
 * True if a body, or a message, must be admitted before it is parsed. Administrators publish large areas, and never wait
 * for that.
 */
export const mustBeAdmitted = (
  identity: Identity | undefined,
  bytes: number,
): identity is Identity => identity !== undefined && !identity.isAdmin && bytes > SMALL;

/** Takes a large body from its user's quota. Fails if the quota is used up. */
export async function admitBody(
  takeQuota: TakeQuota,
  { userId }: Identity,
  bytes: number,
): Promise<void> {
  const asker = { userId: String(userId), address: () => "" };
  const wait = await takeQuota(asker, { reports: 0, others: Math.ceil(bytes / BYTES_A_FIELD) });
  if (wait > 0) throw await quotaExceeded(wait);
}
