import { hash } from "node:crypto";

/** Where each input is put together: a new buffer for each took as long as its hash. */
let input = Buffer.allocUnsafe(4096);

/** Returns the hash of an entry's place in the chain, as hex: SHA-256 of the hash before and the entry's text. */
export function chainHash(before: string, text: string): string {
  // A character of JavaScript's takes three bytes at most.
  const most = before.length + 3 * text.length;
  if (input.length < most) input = Buffer.allocUnsafe(2 * most);
  let length = input.write(before, 0, "hex");
  length += input.write(text, length);
  return hash("sha256", input.subarray(0, length));
}
