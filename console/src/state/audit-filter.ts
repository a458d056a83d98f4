import type { AuditAction } from "../api/operations.ts";
import { ACTIONS } from "../words/audit.ts";
import { isDay } from "./days.ts";

/** An action, all of them, or (empty) all but views of people, which would hide what people did. */
export type AuditChoice = AuditAction | "ANY" | "";

/** The filter of the audit log. The address contains it. An empty text elsewhere means no condition. */
export interface AuditFilter {
  /** The id of the user who acted. */
  actor: string;
  action: AuditChoice;
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
    action: field(
      "action",
      (value) => value === "ANY" || Object.hasOwn(ACTIONS, value),
    ) as AuditChoice,
    from: field("from", isDay),
    to: field("to", isDay),
  };
}

/** Returns the query of an address with a filter; empty for the usual filter. */
export const queryOf = (filter: AuditFilter): string =>
  new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== "")).toString();
