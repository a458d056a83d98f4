import type { Engine } from "../../../src/speech/engine.ts";

/** An engine without a program. It hums a hundredth of a second for each character, at a pitch for each language. */
export interface Hum extends Engine {
  /** The texts that it was asked for, in order. */
  spoken: string[];
  /** The texts at which it fails. */
  unspeakable: Set<string>;
}

const SAMPLE_RATE = 22_050;
// Looked up once: in a test file, each use of a global is slow.
const { min, PI, round, sin } = Math;

function* tone(seconds: number, pitch: number): Generator<Buffer> {
  const samples = round(seconds * SAMPLE_RATE);
  for (let done = 0; done < samples; done += 10_000) {
    const part = Buffer.alloc(2 * min(10_000, samples - done));
    for (let i = 0; i < part.length / 2; i += 1) {
      const moment = (done + i) / SAMPLE_RATE;
      part.writeInt16LE(round(8000 * sin(2 * PI * pitch * moment)), 2 * i);
    }
    yield part;
  }
}

export function hum(): Hum {
  const spoken: string[] = [];
  const unspeakable = new Set<string>();
  return {
    name: "hum 1",
    spoken,
    unspeakable,
    languages: ["en", "it", "ar"],
    voiceFor: (language) => (language === "tlh" ? undefined : `hum 1 ${language}`),
    async speak(text, language) {
      spoken.push(text);
      if (unspeakable.has(text)) throw new Error("it will not come over my lips");
      const samples = tone(text.length / 100, 200 + 10 * language.charCodeAt(0));
      return {
        sampleRate: SAMPLE_RATE,
        samples: (async function* () {
          yield* samples;
        })(),
      };
    },
  };
}
