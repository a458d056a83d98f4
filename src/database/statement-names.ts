/** How many texts are prepared; each costs memory in every connection's backend. */
const MOST = 200;

const names = new Map<string, string>();

/**
 * The name to prepare a statement under, the same for the same text; undefined for texts that come
 * after the first many, which run unprepared.
 */
export function statementName(text: string): string | undefined {
  let name = names.get(text);
  if (name === undefined && names.size < MOST) {
    name = `statement-${names.size + 1}`;
    names.set(text, name);
  }
  return name;
}
