import { iter } from "but-unzip";
import { DAMAGED, FileError, MOST_BYTES, TOO_LARGE } from "./file-error.ts";

/** Unpacks data, and stops if they grow too large: a small file may unpack to gigabytes. */
async function inflate(packed: Uint8Array, most: number): Promise<Uint8Array> {
  const stream = new Blob([packed as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream("deflate-raw"));
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array<ArrayBuffer>>) {
    size += chunk.length;
    if (size > most) throw new FileError(TOO_LARGE);
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** True if the end record of the archive is there. Without it, the library would search indefinitely. */
function isWhole(bytes: Uint8Array): boolean {
  const end = new TextDecoder("latin1").decode(bytes.subarray(-65_557));
  return end.includes("PK\x05\x06");
}

/** Unpacks the files of a ZIP archive whose names match a pattern. The returned names are in lower case. */
export async function unzip(bytes: Uint8Array, wanted: RegExp): Promise<Map<string, Uint8Array>> {
  if (!isWhole(bytes)) throw new FileError(DAMAGED);
  const files = new Map<string, Uint8Array>();
  let left = MOST_BYTES;
  for (const item of iter(bytes, (packed) => inflate(packed, left))) {
    const name = item.filename.toLowerCase();
    // macOS adds files in folders of this name, and some that begin like that.
    if (/(^|\/)(__macosx\/|\._)/.test(name) || !wanted.test(name)) continue;
    // Two names that differ in their case only, or one name twice, would be one file.
    if (files.has(name)) throw new FileError(DAMAGED);
    const file = await item.read();
    left -= file.length;
    files.set(name, file);
  }
  return files;
}
