import type { PgCodec, PgCodecWithAttributes } from "postgraphile/@dataplan/pg";
import { hasAttributes } from "../types/columns-by-field.ts";

/** Returns the row codec of a root list and the words of its table's smart tag; undefined for others, or without it. */
export function rootListWith(
  tagName: string,
  scope: object,
): { codec: PgCodecWithAttributes; words: string[] } | undefined {
  const { isPgFieldSimpleCollection, isRootQuery, pgFieldResource } = scope as {
    isPgFieldSimpleCollection?: boolean;
    isRootQuery?: boolean;
    pgFieldResource?: { codec: PgCodec };
  };
  const codec = pgFieldResource?.codec;
  const tag = (codec?.extensions?.tags as Record<string, unknown> | undefined)?.[tagName];
  if (!isPgFieldSimpleCollection || !isRootQuery || !codec || !hasAttributes(codec) || !tag)
    return undefined;
  return { codec, words: String(tag).split(/\s+/) };
}
