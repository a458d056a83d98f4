/** Returns a text without what PostgreSQL cannot store: removes NUL, and replaces halves of surrogate pairs. */
export function storable(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}

/** Writes JSON whose texts PostgreSQL can store. One text that it cannot store would make it refuse all the others. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner) =>
    typeof inner === "string" ? storable(inner) : inner,
  );
}
