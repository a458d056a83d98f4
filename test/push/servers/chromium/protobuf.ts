/** The little of Protocol Buffers that a push service writes. */

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
  return Buffer.from([...bytes, rest]);
}

/** A field of text, bytes or another message. */
export function field(number: number, content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes]);
}

/** A field of a whole number. */
export const numberField = (number: number, value: number): Buffer =>
  Buffer.concat([varint(number << 3), varint(value)]);

/** A field of a fixed64. */
export function fixedField(number: number, value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return Buffer.concat([varint((number << 3) | 1), bytes]);
}

/** A message as a stream carries it: what it is, how long it is, itself. */
export const framed = (tag: number, message: Buffer): Buffer =>
  Buffer.concat([Buffer.from([tag]), varint(message.length), message]);
