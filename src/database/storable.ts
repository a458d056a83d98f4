/** Returns a text without what PostgreSQL stores in none: NUL, and halves of a pair of surrogates. */
export function storable(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}

/** Writes JSON whose texts PostgreSQL can store. One that it cannot would make it refuse all others too. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner) =>
    typeof inner === "string" ? storable(inner) : inner,
  );
}
