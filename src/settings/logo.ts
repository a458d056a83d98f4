import { readFileSync } from "node:fs";
import { invalid } from "./setting.ts";

const MAX_BYTES = 200_000;
const PNG_SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** The mark of the organisation, as pages show it. */
export interface Logo {
  type: "image/png" | "image/svg+xml";
  content: Buffer;
}

/** Reads the file of a mark. It is small, so it stays in memory. */
export function logo(path: string, name: string): Logo {
  let content: Buffer;
  try {
    content = readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw invalid(name, `a PNG or SVG file that can be read (${code})`, path);
  }
  const isPng = content.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE);
  const isSvg = /^\uFEFF?\s*<(?:\?xml|!|svg).*<\/svg>\s*$/s.test(content.toString());
  if (content.length > MAX_BYTES || !(isPng || isSvg)) {
    throw invalid(name, `a PNG or SVG file of at most ${MAX_BYTES / 1000} kB`, path);
  }
  return { type: isPng ? "image/png" : "image/svg+xml", content };
}
