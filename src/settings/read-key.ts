import { readFileSync } from "node:fs";
import { invalid, type Variables } from "./variables.ts";

/**
 * Reads a key from a variable that has it as PEM, or names its file. Undefined if the variable is not set.
 * @param mustBe What the key must be, for the ConfigError.
 * @param parse Parses the PEM, or throws an Error that says what is wrong with it.
 */
export function readKey<Key>(
  variables: Variables,
  name: string,
  mustBe: string,
  parse: (pem: string) => Key,
): Key | undefined {
  const text = variables.text(name);
  if (!text) return undefined;
  try {
    const pem = text.startsWith("-----BEGIN") ? text : readFileSync(text, "utf8");
    if (pem.trim() === "") throw new Error("the file is empty");
    return parse(pem);
  } catch (error) {
    // A message of the file system would quote the value, and OpenSSL's messages do not say what to do.
    const { errno, code, message } = error as NodeJS.ErrnoException;
    const problem = code && (errno ? code : "it is not such a key");
    throw invalid(name, `${mustBe} as PEM, or its file: ${problem ?? message}`);
  }
}
