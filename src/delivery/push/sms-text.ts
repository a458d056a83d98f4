// The console takes this file too: it imports nothing.

/** The alphabet of 3GPP TS 23.038 (GSM 7-bit), and its signs that take two places. A text with another sign is sent as UCS-2. */
const GSM = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
const TWO_PLACES = new Set("\f^{}\\[~]|€");

/** Each segment is paid for and travels alone, and a phone shows the text once it has all of them. */
export const MAX_SEGMENTS = 4;

/** Signs of typography, any of which would more than halve what fits into a segment. */
const PLAIN: Readonly<Record<string, string>> = {
  "’": "'",
  "‘": "'",
  "“": '"',
  "”": '"',
  "–": "-",
  "—": "-",
  "…": "...",
  "\u00a0": " ",
  "\u202f": " ",
};

/** Returns in how many segments a text is sent: one, or several that each have a header. */
export function segmentsOf(text: string): number {
  const characters = [...text];
  const isGsm = characters.every((one) => GSM.has(one) || TWO_PLACES.has(one));
  const [alone, joined] = isGsm ? [160, 153] : [70, 67];
  let places = 0;
  let segments = 1;
  let used = 0;
  for (const one of characters) {
    // What takes two places is never split.
    const size = isGsm ? (TWO_PLACES.has(one) ? 2 : 1) : one.length;
    places += size;
    used += size;
    if (used > joined) {
      segments += 1;
      used = size;
    }
  }
  return places <= alone ? 1 : segments;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** What an SMS is made of. The link follows it on a line of its own. */
export interface SmsContent {
  title?: string | undefined;
  text: string;
  link?: string | undefined;
}

/** Writes an SMS of MAX_SEGMENTS at most: a text that does not fit is cut, and its link never is. */
export function writeSms({ title, text, link }: SmsContent) {
  const body = [title, text]
    .flatMap((part) => part?.trim() || [])
    .join("\n")
    .replace(/[’‘“”–—…\u00a0\u202f]/g, (sign) => PLAIN[sign] as string);
  const end = link ? `\n${link}` : "";
  const whole = body + end;
  if (segmentsOf(whole) <= MAX_SEGMENTS) {
    return { text: whole, segments: segmentsOf(whole), isCut: false };
  }
  const pieces = [...graphemes.segment(body)].slice(0, MAX_SEGMENTS * 160);
  const cut = (count: number) => {
    const kept = pieces.slice(0, count).map(({ segment }) => segment);
    return `${kept.join("").trimEnd()}...${end}`;
  };
  // More pieces never take fewer segments, and each of thousands of SMS is cut by itself: so halve.
  let fits = 0;
  let most = pieces.length;
  while (fits < most) {
    const middle = Math.ceil((fits + most) / 2);
    if (segmentsOf(cut(middle)) <= MAX_SEGMENTS) fits = middle;
    else most = middle - 1;
  }
  return { text: cut(fits), segments: segmentsOf(cut(fits)), isCut: true };
}
