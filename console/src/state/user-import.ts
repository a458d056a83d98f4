import { UsersImportDocument } from "../api/operations.ts";
import { RequestError, request } from "../api/request.ts";
import { inWords } from "../words/refusals.ts";
import { t } from "../words/translate.ts";
import type { Entry, LineFault } from "./read-people.ts";

/** The ids of new users, or what is wrong with the entries. */
export interface Imported {
  userIds: number[];
  faults: LineFault[];
}

const MAY_BE_IMPORTED = t(
  "The service does not answer. These people may have been imported all the same: look in the list before you try again.",
);

/** Returns the error to show: an import without an answer may have succeeded. */
function importError(error: unknown): unknown {
  const { code } = error as RequestError;
  return code === "UNREACHABLE" ? new RequestError(code, MAY_BE_IMPORTED) : error;
}

/** Imports people, all of them or nobody. A dry run only checks them. */
export async function importPeople(entries: Entry[], dryRun: boolean): Promise<Imported> {
  const users = entries.map(({ user }) => user);
  const asked = request(UsersImportDocument, { users, dryRun });
  const { usersImport } = await asked.catch((error) => {
    throw dryRun ? error : importError(error);
  });
  const userIds: number[] = [];
  const faults: LineFault[] = [];
  for (const { index, userId, error, reason } of usersImport ?? []) {
    if (userId !== null) userIds.push(userId);
    if (error === null) continue;
    const fault = inWords({ message: error, reason });
    faults.push({ line: entries[index]?.line ?? 0, fault, isKnown: reason === "USERS_EMAIL_KEY" });
  }
  return { userIds, faults };
}
