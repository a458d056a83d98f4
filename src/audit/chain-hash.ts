import { hash } from "node:crypto";

/** The buffer that all inputs share. A new buffer for each input took as long as its hash. */
let input = Buffer.allocUnsafe(4096);

/** Returns the hash of an entry's place in the chain, as hex: SHA-256 of the previous hash and the entry's text. */
export function chainHash(before: string, text: string): string {
  // A code unit of a JavaScript string takes three bytes at most.
  const most = before.length + 3 * text.length;
  if (input.length < most) input = Buffer.allocUnsafe(2 * most);
  let length = input.write(before, 0, "hex");
  length += input.write(text, length);
  return hash("sha256", input.subarray(0, length));
}
