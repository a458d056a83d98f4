/** Words that two texts share, or that only one of them has. */
export interface Part {
  in: "both" | "first" | "second";
  text: string;
}

/** Texts with more words are not compared: it would take too long while the user types. */
const MAX_WORDS = 300;

/** Returns, for each pair of positions, the length of the longest common subsequence of the words from there on. */
function commonLengths(first: readonly string[], second: readonly string[]): number[][] {
  const lengths = first.map(() => new Array<number>(second.length + 1).fill(0));
  lengths.push(new Array<number>(second.length + 1).fill(0));
  for (let at = first.length - 1; at >= 0; at--) {
    for (let other = second.length - 1; other >= 0; other--) {
      const row = lengths[at] as number[];
      const next = lengths[at + 1] as number[];
      row[other] =
        first[at] === second[other]
          ? 1 + (next[other + 1] as number)
          : Math.max(next[other] as number, row[other + 1] as number);
    }
  }
  return lengths;
}

/**
 * Returns how one text differs from another, word by word. Undefined if they have little in common, or are very long.
 */
export function difference(one: string, two: string): Part[] | undefined {
  const [first, second] = [one, two].map((text) => text.trim().split(/\s+/)) as [
    string[],
    string[],
  ];
  if (Math.max(first.length, second.length) > MAX_WORDS) return undefined;
  const lengths = commonLengths(first, second);
  const common = lengths[0]?.[0] as number;
  if (common * 2 < Math.min(first.length, second.length)) return undefined;
  const parts: Part[] = [];
  const add = (place: Part["in"], word: string | undefined) => {
    const last = parts.at(-1);
    if (last?.in === place) last.text += ` ${word}`;
    else parts.push({ in: place, text: word ?? "" });
  };
  let [at, other] = [0, 0];
  while (at < first.length || other < second.length) {
    if (at < first.length && first[at] === second[other]) {
      add("both", first[at++]);
      other++;
    } else if (
      at < first.length &&
      (lengths[at + 1]?.[other] ?? 0) >= (lengths[at]?.[other + 1] ?? 0)
    ) {
      add("first", first[at++]);
    } else {
      add("second", second[other++]);
    }
  }
  return parts;
}
