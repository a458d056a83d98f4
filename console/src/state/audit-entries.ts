import { AuditEntriesDocument, type AuditEntriesQuery } from "../api/operations.ts";
import { request } from "../api/request.ts";
import type { AuditFilter } from "./audit-filter.ts";
import { beginning } from "./days.ts";
import type { Page } from "./pages.ts";

export type AuditEntry = NonNullable<AuditEntriesQuery["auditEntries"]>[number];

/** The most entries in a file, because the browser keeps them in memory. */
export const MAX_FILE_ENTRIES = 100_000;
const PAGE_SIZE = 1000;
/** Loads a page of entries, the newest first. */
export async function readEntries(
  { actor, action, from, to }: AuditFilter,
  page: Page,
  signal: AbortSignal,
): Promise<AuditEntry[]> {
  const variables = {
    actorId: actor ? Number(actor) : null,
    action: action === "ANY" || action === "" ? null : action,
    views: action === "" ? false : null,
    createdSince: from ? beginning(from) : null,
    createdBefore: to ? beginning(to, 1) : null,
    ...page,
  };
  return (await request(AuditEntriesDocument, variables, { signal })).auditEntries ?? [];
}

/**
 * Loads the newest entries, up to a limit, and returns them with the oldest first, as `npm run audit -- export` does.
 * @param onProgress Gets the number of entries so far.
 */
export async function readAllEntries(
  filter: AuditFilter,
  onProgress: (entries: number) => void,
  signal: AbortSignal,
): Promise<AuditEntry[]> {
  // New entries shift the offsets, so a page may repeat some.
  const entries = new Map<number, AuditEntry>();
  for (let offset = 0; entries.size < MAX_FILE_ENTRIES; offset += PAGE_SIZE) {
    const page = await readEntries(filter, { limit: PAGE_SIZE, offset }, signal);
    for (const entry of page) entries.set(entry.id, entry);
    onProgress(Math.min(entries.size, MAX_FILE_ENTRIES));
    if (page.length < PAGE_SIZE) break;
  }
  return [...entries.values()].slice(0, MAX_FILE_ENTRIES).reverse();
}
