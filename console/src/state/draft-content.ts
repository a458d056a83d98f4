import { RequestError } from "../api/request.ts";
import { t } from "../words/translate.ts";
import type { Draft } from "./draft-fields.ts";

/** The fields of a draft that administrators share. The others belong to one browser. */
const SHARED = [
  "shapes",
  "level2Distance",
  "level3Distance",
  "title",
  "texts",
  "sameAsOne",
  "templateId",
  "values",
  "hours",
  "status",
  "positionAge",
  "positionAgeUnit",
  "event",
  "severity",
  "urgency",
  "certainty",
  "language",
] as const satisfies (keyof Draft)[];

/** Returns the shared fields of a draft as text. The same draft always gives the same text. */
export const contentOf = (draft: Draft): string =>
  JSON.stringify(Object.fromEntries(SHARED.map((name) => [name, draft[name]])));

const OTHER_PROGRAM = t("Another program has written this draft: it cannot be opened here.");

/**
 * Reads the content of a shared draft. Absent fields are set to undefined, so that they are cleared in a draft into
 * which the result is merged.
 * @throws RequestError if another program wrote it.
 */
export function readContent(content: string): Partial<Draft> {
  let read: Partial<Draft> | null = null;
  try {
    read = JSON.parse(content);
  } catch {
    // Handled below.
  }
  const isDraft =
    Array.isArray(read?.shapes) &&
    Array.isArray(read.texts) &&
    read.texts.length === 3 &&
    read.texts.every((text) => typeof text === "string") &&
    ["event", "language", "positionAge"].every(
      (name) => typeof read?.[name as "event"] === "string",
    ) &&
    ["string", "undefined"].includes(typeof read.title) &&
    (read.sameAsOne === undefined || Array.isArray(read.sameAsOne));
  if (!isDraft) throw new RequestError("BAD_USER_INPUT", OTHER_PROGRAM);
  return Object.fromEntries(SHARED.map((name) => [name, read?.[name]])) as Partial<Draft>;
}
