const ELLIPSIS = "…";
const ELLIPSIS_BYTES = Buffer.byteLength(ELLIPSIS);
const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The bytes of UTF-8 that a text takes inside JSON, without its quotes. */
export function jsonBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}

/** The text whole, or its longest beginning made of these pieces that fits with an ellipsis. */
function beginning(text: string, pieces: Iterable<string>, bytes: number, most: number): string {
  let end = 0;
  let size = 0;
  let count = 0;
  let kept = 0;
  for (const piece of pieces) {
    size += jsonBytes(piece);
    count += 1;
    if (size > bytes || count > most) return text.slice(0, kept).trimEnd() + ELLIPSIS;
    end += piece.length;
    if (size + ELLIPSIS_BYTES <= bytes && count < most) kept = end;
  }
  return text;
}

function* graphemes(text: string): Generator<string> {
  for (const { segment } of segmenter.segment(text)) yield segment;
}

/**
 * Cuts a text to fit, at the end of a grapheme and with an ellipsis; one that fits stays whole. Only where not even
 * the first grapheme fits is it cut inside, between characters of Unicode.
 * @param bytes As `jsonBytes` counts them; the ellipsis alone takes 3.
 * @param most How many graphemes, the ellipsis being one.
 */
export function shorten(text: string, bytes: number, most = Number.POSITIVE_INFINITY): string {
  if (text.length <= most && jsonBytes(text) <= bytes) return text;
  const short = beginning(text, graphemes(text), bytes, most);
  return short === ELLIPSIS ? beginning(text, text, bytes, most) : short;
}
