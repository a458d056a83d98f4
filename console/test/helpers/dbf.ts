/// <reference types="node" />
/** Writes a .dbf file with a column NAME of 12 bytes. A record that begins with "*" is deleted. */
export function dbf(records: (string | Buffer)[], codePage = 0): Buffer {
  const field = Buffer.alloc(32);
  field.write("NAME\0\0\0\0\0\0\0C", "latin1");
  field[16] = 12;
  const head = Buffer.alloc(32);
  head.writeUInt32LE(records.length, 4);
  head.writeUInt16LE(65, 8);
  head.writeUInt16LE(13, 10);
  head[29] = codePage;
  const rows = records.map((record) => {
    const text = Buffer.from(record as string);
    const isDeleted = text[0] === 0x2a;
    return Buffer.concat([Buffer.from(isDeleted ? "" : " "), text, Buffer.alloc(13, " ")]).subarray(
      0,
      13,
    );
  });
  return Buffer.concat([head, field, Buffer.from("\r"), ...rows, Buffer.from("\x1a")]);
}
