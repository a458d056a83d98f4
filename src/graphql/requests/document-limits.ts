import type { DocumentNode } from "postgraphile/graphql";
import { AppError } from "../../ops/app-error.ts";
import type { DocumentLimits } from "../../settings/limits.ts";
import { type DocumentSize, sizeOf } from "./document-size.ts";

/** The most values of introspection. GraphiQL and code generators ask for a third of that. */
const MOST_INTROSPECTED = 1_000_000;
/** How many fields may be written beyond `limits.fields`. GraphiQL and code generators write 100 of introspection. */
const WRITTEN_BESIDE = 150;

/** Refuses a text that is too long, before it is parsed. */
export function checkLength(text: string, { length }: DocumentLimits): void {
  if (text.length <= length) return;
  throw new AppError(
    "BAD_USER_INPUT",
    `The query has ${text.length} characters, and may have ${length}. Move long values into variables.`,
  );
}

/** Refuses a document that asks for too much, before it is validated or planned. */
export function checkSize(document: DocumentNode, limits: DocumentLimits): DocumentSize {
  const size = sizeOf(document);
  const { aliases, mostAliased } = size;
  const counts: [count: number, most: number, of: string][] = [
    [size.definitions, limits.definitions, "operations and fragments"],
    [size.directives, limits.directives, "directives"],
    [size.depth, limits.depth, "levels"],
    [size.fields, limits.fields, "fields"],
    [size.objects, limits.objects, "fields with fields of their own"],
    [size.introspected, MOST_INTROSPECTED, "values of the schema"],
    [aliases, limits.aliases, `aliases of ${mostAliased}`],
    [size.mutations, limits.mutations, "mutations"],
    [size.logins, 1, "logins"],
    [size.written, limits.fields + WRITTEN_BESIDE, "fields as they are written"],
  ];
  for (const [count, most, of] of counts) {
    if (count > most) {
      throw new AppError(
        "BAD_USER_INPUT",
        `The document asks for ${Number.isFinite(count) ? count : "endless"} ${of}, and may ask for ${most}. Split it into several requests.`,
      );
    }
  }
  return size;
}
