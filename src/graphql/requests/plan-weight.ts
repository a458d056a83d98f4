import type { DocumentNode } from "postgraphile/graphql";
import type { DocumentSize } from "./document-size.ts";
import { knownSize } from "./request-validation.ts";

/** Bytes that a parsed document takes for each character of its text, at most. */
const A_CHARACTER = 150;
/** Bytes of a plan, as measured: of any, for each field with fields of its own, and for each other field. */
const A_PLAN = 20_000;
const AN_OBJECT = 25_000;
const A_FIELD = 500;

const UNKNOWN = { objects: 0, fields: 0 };

/** About how many bytes an operation takes with so many plans. */
export function weightOf(
  document: DocumentNode,
  plans: number,
  { objects, fields }: Pick<DocumentSize, "objects" | "fields"> = knownSize(document) ?? UNKNOWN,
): number {
  const plan = A_PLAN + AN_OBJECT * objects + A_FIELD * fields;
  return A_CHARACTER * (document.loc?.end ?? 0) + plans * plan;
}
