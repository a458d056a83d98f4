import { UsersImportDocument } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { inWords } from "../words/refusals.ts";
import type { Entry, LineFault } from "./read-people.ts";

/** The ids of new users, or what is wrong with the entries. */
export interface Imported {
  userIds: number[];
  faults: LineFault[];
}

/** Imports people, all of them or nobody. A dry run only checks them. */
export async function importPeople(entries: Entry[], dryRun: boolean): Promise<Imported> {
  const users = entries.map(({ user }) => user);
  const { usersImport } = await request(UsersImportDocument, { users, dryRun });
  const userIds: number[] = [];
  const faults: LineFault[] = [];
  for (const { index, userId, error } of usersImport ?? []) {
    if (userId !== null) userIds.push(userId);
    if (error !== null) faults.push({ line: entries[index]?.line ?? 0, fault: inWords(error) });
  }
  return { userIds, faults };
}
