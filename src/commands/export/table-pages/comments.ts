import { codes } from "./markdown.ts";

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
  const { text } = parseComment(comment);
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
}

/** Text, then the smart tags in code font. */
export function explained(comment: string | null): string {
  const { tags, text } = parseComment(comment);
  return [text, codes(tags)].filter(Boolean).join(" ");
}
