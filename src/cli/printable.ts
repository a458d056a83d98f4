/** A text for the terminal, without control characters that a user may have written. */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, " ");
}
