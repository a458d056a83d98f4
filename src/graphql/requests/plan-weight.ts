import type { DocumentNode } from "postgraphile/graphql";
import type { DocumentSize } from "./document-size.ts";
import { knownSize } from "./request-validation.ts";

/** Bytes that a parsed document takes for each character of its text, at most. */
const A_CHARACTER = 150;
/** Measured bytes of a plan: for any plan, for each field with a selection of its own, and for each field. */
const A_PLAN = 20_000;
const AN_OBJECT = 25_000;
const A_FIELD = 500;

const UNKNOWN = { objects: 0, fields: 0 };

/** Returns about how many bytes an operation with `plans` plans takes. */
export function weightOf(
  document: DocumentNode,
  plans: number,
  { objects, fields }: Pick<DocumentSize, "objects" | "fields"> = knownSize(document) ?? UNKNOWN,
): number {
  const plan = A_PLAN + AN_OBJECT * objects + A_FIELD * fields;
  return A_CHARACTER * (document.loc?.end ?? 0) + plans * plan;
}
