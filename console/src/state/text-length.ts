/** The most characters of an alert's text. The API counts code points. */
export const MOST_CHARACTERS = 10_000;

/** Returns by how many characters a text is too long; 0 if it is not. */
export function excessCharacters(text: string): number {
  // A text has at least as many UTF-16 units as code points.
  return text.length <= MOST_CHARACTERS ? 0 : Math.max(0, [...text].length - MOST_CHARACTERS);
}
