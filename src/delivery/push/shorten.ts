const ELLIPSIS = "…";
const ELLIPSIS_BYTES = Buffer.byteLength(ELLIPSIS);
const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The bytes of UTF-8 that a text takes inside JSON, without its quotes. */
export function jsonBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}

/** The whole text, or as many of its pieces as fit with an ellipsis. */
function beginning(
  text: string,
  pieces: Iterable<string>,
  maxBytes: number,
  maxPieces: number,
): string {
  let end = 0;
  let size = 0;
  let count = 0;
  let kept = 0;
  for (const piece of pieces) {
    size += jsonBytes(piece);
    count += 1;
    if (size > maxBytes || count > maxPieces) return text.slice(0, kept).trimEnd() + ELLIPSIS;
    end += piece.length;
    if (size + ELLIPSIS_BYTES <= maxBytes && count < maxPieces) kept = end;
  }
  return text;
}

function* graphemes(text: string): Generator<string> {
  for (const { segment } of segmenter.segment(text)) yield segment;
}

/**
 * Cuts a text that is too long at the end of a grapheme and adds an ellipsis. A text that fits stays whole.
 * If even the first grapheme does not fit, it is cut between characters of Unicode.
 * @param maxBytes As `jsonBytes` counts them. The ellipsis alone takes 3.
 * @param maxGraphemes Counts the ellipsis as one.
 */
export function shorten(
  text: string,
  maxBytes: number,
  maxGraphemes = Number.POSITIVE_INFINITY,
): string {
  if (text.length <= maxGraphemes && jsonBytes(text) <= maxBytes) return text;
  const short = beginning(text, graphemes(text), maxBytes, maxGraphemes);
  return short === ELLIPSIS ? beginning(text, text, maxBytes, maxGraphemes) : short;
}
