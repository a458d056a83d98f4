/** @database server */
import { describe, expect, test } from "@jest/globals";
import { readWav } from "../../src/speech/espeak-ng.ts";

const chunk = (name: string, content: Buffer, size = content.length) => {
  const head = Buffer.alloc(8);
  head.write(name, "latin1");
  head.writeUInt32LE(size, 4);
  return Buffer.concat([head, content, Buffer.alloc(size % 2 && content.length ? 1 : 0)]);
};

function format({ tag = 1, channels = 1, rate = 22_050, bits = 16 } = {}): Buffer {
  const fields = Buffer.alloc(16);
  fields.writeUInt16LE(tag, 0);
  fields.writeUInt16LE(channels, 2);
  fields.writeUInt32LE(rate, 4);
  fields.writeUInt32LE((rate * channels * bits) / 8, 8);
  fields.writeUInt16LE((channels * bits) / 8, 12);
  fields.writeUInt16LE(bits, 14);
  return chunk("fmt ", fields);
}

const riff = (...chunks: Buffer[]) =>
  Buffer.concat([Buffer.from("RIFF\xff\xff\xff\x7fWAVE", "latin1"), ...chunks]);
const SOUND = Buffer.from([1, 0, 2, 0, 3, 0, 4, 0, 5, 0]);
/** The data chunk of a program that does not know yet how long it will speak. */
const data = (sound = SOUND) => chunk("data", sound, 0x7ffff000).subarray(0, 8 + sound.length);

/** Makes a file that comes in pieces of this size. `state.closed` says if its source was closed. */
function pieces(file: Buffer, size = file.length) {
  const state = { closed: false };
  async function* source(): AsyncGenerator<Buffer> {
    try {
      for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size);
    } finally {
      state.closed = true;
    }
  }
  return { state, source: source() };
}

describe("a WAV file", () => {
  test.each([1, 2, 3, 7, 44, 45, 1000])(
    "in pieces of %i bytes gives its samples, without splitting any",
    async (size) => {
      const { sampleRate, samples } = await readWav(pieces(riff(format(), data()), size).source);
      const parts: Buffer[] = [];
      for await (const part of samples) parts.push(part);
      expect(sampleRate).toBe(22_050);
      expect(parts.filter(({ length }) => length % 2 === 1)).toEqual([]);
      expect(Buffer.concat(parts)).toEqual(SOUND);
    },
  );

  test.each([8000, 48_000])("may have %i samples a second", async (rate) => {
    const { sampleRate } = await readWav(pieces(riff(format({ rate }), data())).source);
    expect(sampleRate).toBe(rate);
  });

  test("that ends inside a sample gives only the whole samples before it", async () => {
    const { samples } = await readWav(pieces(riff(format(), data(SOUND.subarray(0, 5)))).source);
    const parts: Buffer[] = [];
    for await (const part of samples) parts.push(part);
    expect(Buffer.concat(parts)).toEqual(SOUND.subarray(0, 4));
  });

  test("without samples gives no sound", async () => {
    const nothing = data(Buffer.alloc(0));
    const { sampleRate, samples } = await readWav(pieces(riff(format(), nothing)).source);
    expect(sampleRate).toBe(22_050);
    for await (const part of samples) expect(part).toBeUndefined();
  });

  test.each([
    ["nothing", Buffer.alloc(0), /ends within its header/],
    ["half a header", riff(format()).subarray(0, 30), /ends within its header/],
    ["something else", Buffer.from("an error message instead".repeat(2)), /not a WAV file/],
    ["another chunk", riff(chunk("LIST", Buffer.alloc(16)), format(), data()), /not a WAV file/],
    ["two channels", riff(format({ channels: 2 }), data()), /2 channels/],
    ["eight bits", riff(format({ bits: 8 }), data()), /8 bits/],
    ["no samples a second", riff(format({ rate: 0 }), data()), /0 samples a second/],
    ["fewer samples a second", riff(format({ rate: 7999 }), data()), /7999 samples/],
    ["more samples a second", riff(format({ rate: 48_001 }), data()), /48001 samples/],
    ["another encoding", riff(format({ tag: 3 }), data()), /format 3/],
  ])("of %s is refused, and its source is closed", async (_what, file, message) => {
    const { source, state } = pieces(file);
    await expect(readWav(source)).rejects.toThrow(message);
    expect(state.closed).toBe(true);
  });

  test("closes its source when the reader stops", async () => {
    const { source, state } = pieces(riff(format(), data()), 50);
    const { samples } = await readWav(source);
    for await (const _part of samples) break;
    expect(state.closed).toBe(true);
  });
});
