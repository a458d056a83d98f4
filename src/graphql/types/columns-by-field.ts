import type { PgCodec } from "postgraphile/@dataplan/pg";

/** Maps the field names of an input type to the attributes of its composite type. */
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
