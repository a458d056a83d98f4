import type { PgCodec } from "postgraphile/@dataplan/pg";

/** The rows' type of a field that is a root list, and what its table's smart tag of this name says; undefined for other fields, and without the tag. */
export function rootListWith(
  tagName: string,
  scope: object,
): { codec: PgCodec; words: string[] } | undefined {
  const { isPgFieldSimpleCollection, isRootQuery, pgFieldResource } = scope as {
    isPgFieldSimpleCollection?: boolean;
    isRootQuery?: boolean;
    pgFieldResource?: { codec: PgCodec };
  };
  const codec = pgFieldResource?.codec;
  const tag = (codec?.extensions?.tags as Record<string, unknown> | undefined)?.[tagName];
  if (!isPgFieldSimpleCollection || !isRootQuery || !codec || !tag) return undefined;
  return { codec, words: String(tag).split(/\s+/) };
}
