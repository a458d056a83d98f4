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
 * Returns the name to prepare a statement under. The first 200 texts get one each. After that a new text takes the name
 * of the least recently used one. `ExtendedQuery` closes the other text's statement on each connection that has it.
 */
export function statementName(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = spare.pop() ?? `statement-${names.length + 1}`;
    names.set(text, name);
  }
  return name;
}
