/** Writes a column's text, as PostgreSQL sent it, as JSON; undefined for one that its type must look at. */
export type ColumnWriter = (text: string) => string | undefined;

const MINUS = 45;
const ZERO = 48;
const NINE = 57;
/** Digits of which any whole number is exact in JavaScript. */
const EXACT_DIGITS = 15;

/** A number in both languages; not NaN or Infinity, which JSON does not know. */
const number: ColumnWriter = (text) => {
  const first = text.charCodeAt(0);
  const digit = first === MINUS ? text.charCodeAt(1) : first;
  return digit >= ZERO && digit <= NINE ? text : undefined;
};

const WRITERS: Record<string, ColumnWriter> = {
  "int4 as Int": number,
  "int8 as Int64": (text) => (text.length <= EXACT_DIGITS ? number(text) : undefined),
  "epochSeconds as Int64": (text) => (text.length <= EXACT_DIGITS ? number(text) : undefined),
  "float8 as Float": number,
  "bool as Boolean": (text) => (text === "true" || text === "false" ? text : undefined),
  "text as String": (text) => JSON.stringify(text),
};

/** How a column of this codec is written where GraphQL shows it as this type, without being read first. */
export function columnWriter(codec: string, type: string): ColumnWriter | undefined {
  return WRITERS[`${codec} as ${type}`];
}
