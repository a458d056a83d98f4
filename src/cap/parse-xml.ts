import type { XmlDocument, XmlElement } from "libxml2-wasm";
import { Refusal } from "../limits/fetch-outside.ts";

/** More is no message. The parser needs some 200 bytes for each tag and attribute, whatever their text. */
const MAX_MARKS = 500_000;

const DECLARED = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([^"']+)["']/;
/** What feeds are written in. The others could hide what is looked for here. */
const ENCODINGS: Record<string, string> = {
  "utf-8": "utf-8",
  utf8: "utf-8",
  "us-ascii": "utf-8",
  "iso-8859-1": "windows-1252",
  "windows-1252": "windows-1252",
};

const DECLARATION = /^\s*<\?xml[^>]*\?>/;

function decoded(bytes: Uint8Array): string {
  const beginning = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  const declared = (DECLARED.exec(beginning)?.[1] ?? "utf-8").toLowerCase();
  const encoding = ENCODINGS[declared];
  if (!encoding) throw new Refusal("NOT_UTF8", declared.slice(0, 40));
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal("NOT_UTF8");
  }
}

/**
 * Returns the text of a document, without what could make a parser expand or load something.
 * @param document Its bytes, or the text that a client has decoded.
 */
export function decode(document: Uint8Array | string): string {
  const whole = typeof document === "string" ? document : decoded(document);
  // The parser gets UTF-8, and would believe the declaration.
  const text = whole.replace(DECLARATION, "");
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new Refusal("DOCTYPE");
  let marks = 0;
  for (const character of ["<", "="]) {
    for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) {
      marks += 1;
      if (marks > MAX_MARKS) throw new Refusal("TOO_LARGE", `more than ${MAX_MARKS} tags`);
    }
  }
  return text.trimStart();
}

/**
 * Parses a text of `decode()`. The parser refuses what is nested more than 256 deep. Its memory has no collector: declare
 * the document with `using`.
 */
export async function parseXml(text: string): Promise<XmlDocument> {
  // Loaded for the first document, because compiling WebAssembly takes long.
  const { ParseOption, XmlDocument, XmlError } = await import("libxml2-wasm");
  const { XML_PARSE_NONET, XML_PARSE_NO_XXE } = ParseOption;
  try {
    return XmlDocument.fromString(text, { option: XML_PARSE_NONET | XML_PARSE_NO_XXE });
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw new Refusal("NOT_XML", error.message.trim().slice(0, 200));
  }
}

/** The child elements with a local name, of a namespace or of any. */
export function childrenOf(parent: XmlElement, name: string, namespace?: string): XmlElement[] {
  const found: XmlElement[] = [];
  for (let node = parent.firstChild; node; node = node.next) {
    const element = node as XmlElement;
    // Only elements have children; texts and comments have no name.
    if ("firstChild" in node && element.name === name) {
      if (namespace === undefined || element.namespaceUri === namespace) found.push(element);
    }
  }
  return found;
}

/** The trimmed text of the first such child. Undefined if it is missing or empty. */
export const textOf = (parent: XmlElement, name: string, namespace?: string): string | undefined =>
  childrenOf(parent, name, namespace)[0]?.content.trim() || undefined;
