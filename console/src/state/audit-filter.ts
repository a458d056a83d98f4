import type { AuditAction } from "../api/operations.ts";
import { ACTIONS } from "../words/audit.ts";
import { isDay } from "./days.ts";

/** The filter of the audit log. The address contains it. An empty text means no condition. */
export interface AuditFilter {
  /** The id of the user who acted. */
  actor: string;
  action: AuditAction | "";
  /** Days in the viewer's time zone, such as 2026-11-22: the first and the last. */
  from: string;
  to: string;
}

const MAX_ID = 2 ** 31 - 1;

const isId = (text: string) => /^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX_ID;

/** Reads a filter from the query of an address. Unknown values count as absent. */
export function parseFilter(query: string): AuditFilter {
  const fields = new URLSearchParams(query);
  const field = (name: string, isKnown: (value: string) => boolean) => {
    const value = fields.get(name) ?? "";
    return isKnown(value) ? value : "";
  };
  return {
    actor: field("actor", isId),
    action: field("action", (value) => Object.hasOwn(ACTIONS, value)) as AuditFilter["action"],
    from: field("from", isDay),
    to: field("to", isDay),
  };
}

/** Returns the query of an address with a filter; empty if the filter shows all entries. */
export const queryOf = (filter: AuditFilter): string =>
  new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== "")).toString();
