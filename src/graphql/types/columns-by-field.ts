import type { PgCodec, PgCodecWithAttributes } from "postgraphile/@dataplan/pg";

/** True for the codec of a table or composite type. */
export function hasAttributes(codec: PgCodec): codec is PgCodecWithAttributes {
  return codec.attributes !== undefined;
}

/** Maps the field names of an input type to the attributes of its composite type. */
export function columnsByField(
  codec: PgCodec | undefined,
  { inflection }: GraphileBuild.Build,
): Record<string, string> | undefined {
  if (!codec || !hasAttributes(codec)) return undefined;
  return Object.fromEntries(
    Object.keys(codec.attributes).map((attributeName) => [
      inflection.attribute({ codec, attributeName }),
      attributeName,
    ]),
  );
}
