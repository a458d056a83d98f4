/** The most texts that are prepared. Each takes memory in the backend of every connection. */
const MOST = 200;

const names = new Map<string, string>();

/**
 * Returns the name to prepare a statement under, the same for the same text. Later texts than the
 * first 200 get none, and run unprepared.
 */
export function statementName(text: string): string | undefined {
  let name = names.get(text);
  if (name === undefined && names.size < MOST) {
    name = `statement-${names.size + 1}`;
    names.set(text, name);
  }
  return name;
}
