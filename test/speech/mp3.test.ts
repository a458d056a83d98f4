/** @database server */
import { Worker } from "node:worker_threads";
import { describe, expect, jest, test } from "@jest/globals";
import { encodeMp3 } from "../../src/speech/mp3.ts";
import { hum } from "./helpers/hum.ts";
import { mp3Duration, mp3Frames } from "./helpers/mp3-frames.ts";

const encode = async (text: string) =>
  encodeMp3(await hum().speak(text, "en", new AbortController().signal));

async function* silence(bytes: number): AsyncGenerator<Buffer> {
  if (bytes > 0) yield Buffer.alloc(bytes);
}

describe("an MP3 file", () => {
  test("has only mono frames of 24 kilobits a second", async () => {
    const frames = mp3Frames(await encode("x".repeat(200)));
    expect(new Set(frames.map(({ bitrate, isMono }) => `${bitrate} ${isMono}`))).toEqual(
      new Set(["24 true"]),
    );
  });

  test.each([100, 1000, 6000])(
    "of %i hundredths of a second of sound has that length",
    async (length) => {
      const seconds = mp3Duration(await encode("x".repeat(length)));
      // The encoder begins and ends with some silence.
      expect(seconds).toBeGreaterThan(length / 100);
      expect(seconds).toBeLessThan(length / 100 + 0.2);
    },
  );

  test("is the same for the same sound, and leaves no thread", async () => {
    const end = jest.spyOn(Worker.prototype, "terminate");
    expect(await encode("again")).toEqual(await encode("again"));
    expect(end).toHaveBeenCalledTimes(2);
    end.mockRestore();
  });

  test.each([0, 2])("is valid for %i bytes of sound", async (bytes) => {
    const file = await encodeMp3({ sampleRate: 22_050, samples: silence(bytes) });
    expect(mp3Duration(file)).toBeGreaterThan(0);
  });

  test.each([8_000, 16_000, 44_100])("is made from %i samples a second", async (sampleRate) => {
    const file = await encodeMp3({ sampleRate, samples: silence(2 * sampleRate) });
    expect(mp3Duration(file)).toBeGreaterThan(1);
    expect(mp3Duration(file)).toBeLessThan(1.5);
  });
});

test("encoding fails if the engine fails in the middle", async () => {
  async function* breaksOff(): AsyncGenerator<Buffer> {
    yield Buffer.alloc(10_000);
    throw new Error("out of breath");
  }
  await expect(encodeMp3({ sampleRate: 22_050, samples: breaksOff() })).rejects.toThrow(
    "out of breath",
  );
});

test("encoding fails if the encoder refuses the sound, and the source of the sound is closed", async () => {
  let closed = false;
  async function* endless(): AsyncGenerator<Buffer> {
    try {
      for (;;) yield Buffer.alloc(10_000);
    } finally {
      closed = true;
    }
  }
  await expect(encodeMp3({ sampleRate: 1, samples: endless() })).rejects.toThrow(/encoding/);
  expect(closed).toBe(true);
});
