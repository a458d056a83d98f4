const startsWith = (bytes: Uint8Array, ...beginning: number[]) =>
  beginning.every((byte, index) => bytes[index] === byte);

/**
 * Decodes a text: in the encoding of its byte order mark, or else in the one that its file declares, or else in UTF-8
 * or Windows-1252, which spreadsheets write.
 * @throws RangeError if the declared encoding is unknown.
 */
export function decode(bytes: Uint8Array, declared?: string): string {
  if (startsWith(bytes, 0xff, 0xfe)) return new TextDecoder("utf-16le").decode(bytes);
  if (startsWith(bytes, 0xfe, 0xff)) return new TextDecoder("utf-16be").decode(bytes);
  if (declared && !startsWith(bytes, 0xef, 0xbb, 0xbf)) {
    return new TextDecoder(declared).decode(bytes);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Returns the text of a file. */
export const readText = async (file: Blob) => decode(new Uint8Array(await file.arrayBuffer()));
