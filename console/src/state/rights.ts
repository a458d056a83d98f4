import type { AuthorityRole } from "../api/operations.ts";
import { type Right, session } from "./session.ts";

/** The roles. Each has all rights of the one before. */
export const ROLES = [
  "VIEWER",
  "AUTHOR",
  "APPROVER",
  "MANAGER",
] as const satisfies readonly AuthorityRole[];

const rank = (role: AuthorityRole | undefined) => (role ? ROLES.indexOf(role) : -1);

/**
 * Returns the role of a user in each of their authorities, and in all below. The one that acts unless another is named
 * comes first.
 */
export function rightsOf(
  memberships: readonly { authorityId: number; role: AuthorityRole }[],
  authorities: readonly { id: number; name: string; parentId: number | null }[],
): Right[] {
  const own = (id: number) => memberships.find(({ authorityId }) => authorityId === id)?.role;
  const roleIn = (id: number): AuthorityRole | undefined => {
    const parentId = authorities.find((one) => one.id === id)?.parentId;
    const above = parentId == null ? undefined : roleIn(parentId);
    return rank(above) > rank(own(id)) ? above : own(id);
  };
  return authorities
    .flatMap(({ id, name }): Right[] => {
      const role = roleIn(id);
      return role ? [{ id, name, role }] : [];
    })
    .sort((a, b) => rank(own(b.id)) - rank(own(a.id)) || a.id - b.id);
}

/** Returns the authorities in which the user has a role, or a higher one. */
export const mine = (least: AuthorityRole): readonly Right[] =>
  session.value?.rights?.filter(({ role }) => rank(role) >= rank(least)) ?? [];

/** True if the user has a role, or a higher one: in this authority, or in any. While rights are not known, true. */
export const may = (least: AuthorityRole, id?: number | null): boolean =>
  session.value?.rights === undefined || mine(least).some((one) => id == null || one.id === id);
