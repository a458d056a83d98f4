import {
  AuthoritiesDocument,
  type AuthoritiesQuery,
  AuthorityAreaDocument,
} from "../api/operations.ts";
import { request } from "../api/request.ts";
import type { Area } from "../geo/area.ts";
import { authorityName, ROLE_NAMES } from "../words/role-words.ts";
import { loaded } from "./loaded.ts";

export type Authority = NonNullable<AuthoritiesQuery["authorities"]>[number];

/** All authorities by name, with the members of those that the user manages. */
export const authorities = loaded(
  async (signal) => (await request(AuthoritiesDocument, {}, { signal })).authorities ?? [],
);

/** Loads the area of an authority; undefined if it warns everywhere. */
export async function authorityArea(id: number): Promise<Area | undefined> {
  const [found] = (await request(AuthorityAreaDocument, { id })).authorities ?? [];
  return (found?.areaGeoJson as Area | null) ?? undefined;
}

/** Returns what a user may do, with the authority if there are several. */
export function rolesOf(userId: number): string[] {
  const all = authorities.data.value ?? [];
  return all.flatMap(({ name, memberships }) =>
    memberships
      .filter((one) => one.userId === userId)
      .map(({ role }) =>
        all.length > 1 ? `${ROLE_NAMES[role]}: ${authorityName(name)}` : ROLE_NAMES[role],
      ),
  );
}

/** Returns authorities in the order of a tree, each with its depth: those below follow the one above. */
export function treeOf(
  all: readonly Authority[],
  parentId: number | null = null,
  depth = 0,
): [Authority, number][] {
  return all
    .filter((one) => one.parentId === parentId)
    .flatMap((one) => [[one, depth], ...treeOf(all, one.id, depth + 1)]);
}
