import { LRU } from "@graphile/lru";

/** The most texts that are prepared. Each takes memory in the backend of every connection. */
const MOST = 200;

/** The names of texts that others have displaced. */
const spare: string[] = [];
const names = new LRU<string, string>({
  maxLength: MOST - 1,
  dispose: (_text, name) => spare.push(name),
});

/**
 * Returns the name to prepare a statement under. The first 200 texts get one each. Then a new text takes the name of the one
 * that nobody has asked for longest. A connection closes what it has prepared under that name for another text:
 * `ExtendedQuery`.
 */
export function statementName(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = spare.pop() ?? `statement-${names.length + 1}`;
    names.set(text, name);
  }
  return name;
}
