import type { PgCodec } from "postgraphile/@dataplan/pg";
import { type GraphQLLeafType, isEnumType } from "postgraphile/graphql";

/** Writes one column's text, as PostgreSQL sent it, as JSON. Throws what the type's `serialize` throws. */
export type CellWriter = (text: string) => string;

/** True if a whole number has so few digits that JavaScript represents it exactly. */
const isExact = (text: string) => text.length <= 15;

/** The types whose texts usually are valid JSON already, each with the test for it. */
const DIRECT: Record<string, (text: string) => boolean> = {
  "int4 as Int": isExact,
  "int8 as Int64": isExact,
  "epochSeconds as Int64": isExact,
  // JavaScript writes exponents, NaN, Infinity and minus zero in another way.
  "float8 as Float": (text) => /^-?\d+(\.\d+)?$/.test(text) && text !== "-0",
  "bool as Boolean": (text) => text === "true" || text === "false",
};

/** The writer for a column of this codec, shown in GraphQL as this type. */
export function cellWriter(codec: PgCodec, type: GraphQLLeafType): CellWriter {
  const write: CellWriter = (text) => JSON.stringify(type.serialize(codec.fromPg(text)));
  const isDirect = DIRECT[`${codec.name} as ${type.name}`];
  if (isDirect) return (text) => (isDirect(text) ? text : write(text));
  if (codec.name === "text" && type.name === "String") return JSON.stringify;
  if (!isEnumType(type)) return write;
  const known = new Map<string, string>();
  return (text) => {
    const json = known.get(text) ?? write(text);
    known.set(text, json);
    return json;
  };
}
