import type { Pcm } from "./engine.ts";

/** No engine writes a longer header. In bytes. */
const MAX_HEADER = 4096;

interface Header {
  sampleRate: number;
  /** The offset of the samples. */
  length: number;
}

/**
 * Reads the header of a WAV file: chunks with a name, a size and that many bytes, up to the chunk of the samples.
 * Undefined if more bytes are needed.
 * @throws if it is not mono, with 16 bits and 8,000 to 48,000 samples a second.
 */
function readHeader(bytes: Buffer): Header | undefined {
  if (bytes.length < 12) return undefined;
  if (bytes.toString("latin1", 0, 4) !== "RIFF" || bytes.toString("latin1", 8, 12) !== "WAVE") {
    throw new Error("not a WAV file");
  }
  let sampleRate: number | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString("latin1", at, at + 4);
    const start = at + 8;
    if (name === "data") {
      if (sampleRate === undefined) throw new Error("a WAV file without a format");
      // The size of this chunk is ignored: a program that writes while it speaks does not know it.
      return { sampleRate, length: start };
    }
    const size = bytes.readUInt32LE(at + 4);
    if (name === "fmt ") {
      if (start + 16 > bytes.length) return undefined;
      const [format, channels, bits] = [0, 2, 14].map((field) => bytes.readUInt16LE(start + field));
      if (format !== 1 || channels !== 1 || bits !== 16) {
        throw new Error(`a WAV file of format ${format}, ${channels} channels, ${bits} bits`);
      }
      sampleRate = bytes.readUInt32LE(start + 4);
      // The sample rates of MP3.
      if (sampleRate < 8_000 || sampleRate > 48_000) {
        throw new Error(`a WAV file of ${sampleRate} samples a second`);
      }
    }
    // Chunks begin at even offsets.
    at = start + size + (size % 2);
  }
  return undefined;
}

/**
 * Reads a WAV file that comes in pieces, and returns its samples as a stream.
 * @throws if it is not mono, with 16 bits.
 */
export async function readWav(pieces: AsyncIterable<Buffer>): Promise<Pcm> {
  const rest = pieces[Symbol.asyncIterator]();
  let bytes: Buffer = Buffer.alloc(0);
  let header: Header | undefined;
  try {
    while (!header) {
      const { value, done } = await rest.next();
      if (done) throw new Error("the WAV file ends within its header");
      bytes = Buffer.concat([bytes, value]);
      header = readHeader(bytes);
      if (!header && bytes.length > MAX_HEADER) throw new Error("a WAV file without samples");
    }
  } catch (error) {
    await rest.return?.();
    throw error;
  }
  const { sampleRate, length } = header;

  async function* samples(): AsyncGenerator<Buffer> {
    let left: Buffer = bytes.subarray(length);
    try {
      for (;;) {
        const whole = left.length - (left.length % 2);
        if (whole > 0) yield left.subarray(0, whole);
        const { value, done } = await rest.next();
        if (done) return;
        left = whole < left.length ? Buffer.concat([left.subarray(whole), value]) : value;
      }
    } finally {
      await rest.return?.();
    }
  }
  return { sampleRate, samples: samples() };
}
