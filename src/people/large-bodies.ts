import { askingUser, pay, type TakeQuota } from "../limits/quotas.ts";
import type { Identity } from "./tokens.ts";

/** Of a body or message without a valid token. A user's counts only if it is larger. */
export const MAX_STRANGER_BYTES = 65_536;
/** Parsing 2 MB may take a second: by default a user may send them every 8 s. */
const BYTES_PER_FIELD = 5_000;

/**
 * True if a body, or a message, must be admitted before it is parsed. Administrators publish large areas, and never
 * wait for that.
 */
export const mustBeAdmitted = (
  identity: Identity | undefined,
  bytes: number,
): identity is Identity =>
  identity !== undefined && !identity.isAdmin && bytes > MAX_STRANGER_BYTES;

/** Takes a body from its user's quota if it is large. Fails if the quota is used up. */
export async function admitBody(
  takeQuota: TakeQuota,
  identity: Identity | undefined,
  bytes: number,
): Promise<void> {
  if (!mustBeAdmitted(identity, bytes)) return;
  const others = Math.ceil(bytes / BYTES_PER_FIELD);
  await pay(takeQuota, askingUser(identity.userId), { reports: 0, others });
}
