/** A comment of the catalogue: smart tags in the lines that begin with "@", and text. */
export interface Comment {
  tags: string[];
  text: string;
}

export function parseComment(comment: string | null): Comment {
  const lines = (comment ?? "").split("\n");
  return {
    tags: lines.filter((line) => line.startsWith("@")),
    text: lines.filter((line) => !line.startsWith("@")).join("\n"),
  };
}

/** The first sentence, for a list. */
export function firstSentence(comment: string | null): string {
  return /^.*?[.!?](?=\s|$)/s.exec(parseComment(comment).text)?.[0] ?? parseComment(comment).text;
}
