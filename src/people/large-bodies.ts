import { askingUser, quotaExceeded, type TakeQuota } from "../limits/quotas.ts";
import type { Identity } from "./tokens.ts";

/** In bytes: the largest body or message of a client without a valid token. A user's counts only if it is larger. */
export const LARGEST_OF_STRANGERS = 65_536;
/** How many bytes count as a root field. Parsing 2 MB may take a second: by default a user may send them every 8 s. */
const BYTES_A_FIELD = 5_000;

/**
 * True if a body, or a message, must be admitted before it is parsed. Administrators publish large areas, and never
 * wait for that.
 */
export const mustBeAdmitted = (
  identity: Identity | undefined,
  bytes: number,
): identity is Identity =>
  identity !== undefined && !identity.isAdmin && bytes > LARGEST_OF_STRANGERS;

/** Takes a large body from its user's quota. Fails if the quota is used up. */
export async function admitBody(
  takeQuota: TakeQuota,
  { userId }: Identity,
  bytes: number,
): Promise<void> {
  const others = Math.ceil(bytes / BYTES_A_FIELD);
  const wait = await takeQuota(askingUser(userId), { reports: 0, others });
  if (wait > 0) throw await quotaExceeded(wait);
}
