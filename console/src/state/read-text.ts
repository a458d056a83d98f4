const startsWith = (bytes: Uint8Array, ...beginning: number[]) =>
  beginning.every((byte, index) => bytes[index] === byte);

/** Returns the text of a file. Spreadsheets write UTF-8, UTF-16 with a byte order mark, or Windows-1252. */
export async function readText(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (startsWith(bytes, 0xff, 0xfe)) return new TextDecoder("utf-16le").decode(bytes);
  if (startsWith(bytes, 0xfe, 0xff)) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
