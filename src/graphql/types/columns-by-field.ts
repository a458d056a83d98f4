import type { PgCodec } from "postgraphile/@dataplan/pg";

/** The attributes of a composite type, by the names of its input type's fields. */
export function columnsByField(
  codec: PgCodec | undefined,
  { inflection }: GraphileBuild.Build,
): Record<string, string> | undefined {
  return (
    codec?.attributes &&
    Object.fromEntries(
      Object.keys(codec.attributes).map((attributeName) => [
        inflection.attribute({ codec: codec as never, attributeName }),
        attributeName,
      ]),
    )
  );
}
